import CCurl
import Wire

/// The options that a transfer changed last.
private struct LastOptions {
  var endpoint: Endpoint?
  var timeout: Duration?
  var connectTimeout: Duration?
  var isFresh: Bool?
  var method: String?
  var target: String?
  var hasBody = false
  /// What the list of fields was made of.
  var fields: HTTPFields?
}

/// One easy handle of libcurl with the buffers that its callbacks fill; used for one transfer after
/// another, by one thread at a time.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>
  private var fieldList: UnsafeMutablePointer<curl_slist>?
  /// What the last transfer set, so that the next one sets only what differs.
  private var last = LastOptions()
  /// The transfer that is in flight, or nil.
  var transfer: Transfer?

  var received = ReceivedResponse()
  /// When the request first began to go out; nil while there is no connection.
  private(set) var sentAt: WireInstant?
  /// How often the request began to go out; libcurl tries again when an old connection dies.
  private(set) var attempts = 0
  private var bodyCap = 0
  private var bodyStop = 0
  /// Whether the transfer was ended because the body did not.
  private(set) var stoppedBody = false

  /// Makes a handle with the options that never change; nil when libcurl gives none.
  init?(_ configuration: CurlConfiguration) {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    setConnectionOptions(configuration)
    setCallbacks()
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(fieldList)
    errorText.deallocate()
  }

  /// libcurl's last error sentence, or an empty text.
  var errorSentence: String { String(cString: errorText) }

  // MARK: - Options that never change

  private func setConnectionOptions(_ configuration: CurlConfiguration) {
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(
      CURLOPT_HTTP_VERSION,
      configuration.allowsHTTP2 ? Int(CURL_HTTP_VERSION_2TLS) : Int(CURL_HTTP_VERSION_1_1))
    set(CURLOPT_HTTP_CONTENT_DECODING, 0)
    set(CURLOPT_PATH_AS_IS, 1)
    // Through a tunnel the origin gets the request as we wrote it.
    set(CURLOPT_HTTPPROXYTUNNEL, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    if configuration.insecure {
      set(CURLOPT_SSL_VERIFYPEER, 0)
      set(CURLOPT_SSL_VERIFYHOST, 0)
    }
    if let file = configuration.caFile { set(CURLOPT_CAINFO, file) }
    if let file = configuration.certificate { set(CURLOPT_SSLCERT, file) }
    if let file = configuration.key { set(CURLOPT_SSLKEY, file) }
  }

  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    ccurl_set_pointer(easy, CURLOPT_PRIVATE, context)
    ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
    ccurl_set_data_callback(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return CurlHandle.with(context) { $0.received.add(line: line) } == nil ? 0 : line.count
    }
    ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
    ccurl_set_data_callback(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return CurlHandle.with(context) { $0.receive(body: part) } == true ? part.count : 0
    }
    ccurl_set_pointer(easy, CURLOPT_PREREQDATA, context)
    ccurl_set_prereq_callback(easy) { context, _, _, _, _ in
      CurlHandle.with(context) { $0.noteAttempt() }
      return CURL_PREREQFUNC_OK
    }
    ccurl_set_socket_callback(easy) { _, descriptor, _ in
      closeOnExec(descriptor)
      return CURL_SOCKOPT_OK
    }
  }

  /// Lends the handle to a callback; the loop holds it as long as libcurl can call back.
  @discardableResult
  private static func with<R>(
    _ context: UnsafeMutableRawPointer?, _ body: (CurlHandle) -> R
  ) -> R? {
    context.map { Unmanaged<CurlHandle>.fromOpaque($0)._withUnsafeGuaranteedRef(body) }
  }

  /// Finds the handle that was made around an easy handle.
  static func of(easy: UnsafeMutableRawPointer) -> CurlHandle? {
    ccurl_get_pointer(easy, CURLINFO_PRIVATE)
      .map { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: - Callbacks

  private func receive(body: UnsafeRawBufferPointer) -> Bool {
    received.add(body: body, cap: bodyCap)
    stoppedBody = received.bodyLength > bodyStop
    return !stoppedBody
  }

  private func noteAttempt() {
    attempts += 1
    if sentAt == nil { sentAt = .now() }
  }
}

// MARK: - Options of one transfer

extension CurlHandle {
  /// Sets everything that a call may change; the handle was used before.
  func prepare(_ call: HTTPCall, to endpoint: Endpoint, proxies: ProxySettings) {
    received.removeAll()
    errorText.pointee = 0
    sentAt = nil
    attempts = 0
    stoppedBody = false
    bodyCap = max(0, call.bodyCap)
    bodyStop = max(bodyCap, 16 << 10).multipliedReportingOverflow(by: 64).partialValue
    setConnection(call, to: endpoint, proxies: proxies)
  }

  private func setConnection(_ call: HTTPCall, to endpoint: Endpoint, proxies: ProxySettings) {
    if last.endpoint !== endpoint {
      last.endpoint = endpoint
      set(CURLOPT_URL, endpoint.origin)
      set(CURLOPT_PROXY, proxies.proxy(for: endpoint) ?? "")
      set(CURLOPT_NOPROXY, proxies.except)
    }
    if last.timeout != call.timeout || last.connectTimeout != call.connectTimeout {
      last.timeout = call.timeout
      last.connectTimeout = call.connectTimeout
      let connectTimeout = min(call.connectTimeout, call.timeout)
      set(CURLOPT_TIMEOUT_MS, max(1, call.timeout.milliseconds))
      set(CURLOPT_CONNECTTIMEOUT_MS, max(1, connectTimeout.milliseconds))
    }
    if last.isFresh != call.freshConnection {
      last.isFresh = call.freshConnection
      set(CURLOPT_FRESH_CONNECT, call.freshConnection ? 1 : 0)
      set(CURLOPT_FORBID_REUSE, call.freshConnection ? 1 : 0)
    }
  }

  /// Sets method, target, fields and body.
  func setRequest(_ request: HTTPRequest, to endpoint: Endpoint) {
    let hasBody = !request.body.isEmpty || RequestText.announcesEmptyBody(request)
    let target = endpoint.target(request.target)
    if last.method != request.method || last.hasBody != hasBody {
      set(CURLOPT_HTTPGET, 1)
      if request.method == "HEAD" { set(CURLOPT_NOBODY, 1) }
      set(CURLOPT_CUSTOMREQUEST, request.method)
      last.method = request.method
    }
    if hasBody {
      ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
      _ = request.body.withUnsafeBytes {
        ccurl_set_pointer(
          easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress ?? UnsafeRawPointer(errorText))
      }
    }
    if last.target != target {
      set(CURLOPT_REQUEST_TARGET, target)
      last.target = target
    }
    if last.fields != request.fields || last.hasBody != hasBody {
      setFields(request.fields, hasBody: hasBody)
      last.fields = request.fields
    }
    last.hasBody = hasBody
  }

  /// Sets the field lines, and a line without value for each field that libcurl would add.
  private func setFields(_ fields: HTTPFields, hasBody: Bool) {
    var list: UnsafeMutablePointer<curl_slist>?
    func append(_ line: String) {
      list = line.withWireCString { curl_slist_append(list, $0) } ?? list
    }
    for field in fields {
      append(field.value.isEmpty ? field.name + ";" : "\(field.name): \(field.value)")
    }
    if !fields.contains("Accept") { append("Accept:") }
    if hasBody {
      if !fields.contains("Expect") { append("Expect:") }
      if !fields.contains("Content-Type") { append("Content-Type:") }
    }
    ccurl_set_list(easy, CURLOPT_HTTPHEADER, list)
    curl_slist_free_all(fieldList)
    fieldList = list
  }

  /// Sets an option that is a number.
  func set(_ option: CURLoption, _ value: Int) {
    ccurl_set_long(easy, option, value)
  }

  /// Sets an option that is a text of the wire; libcurl keeps a copy.
  func set(_ option: CURLoption, _ value: String) {
    _ = value.withWireCString { ccurl_set_string(easy, option, $0) }
  }
}
