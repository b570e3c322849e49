import CCurl
import Wire

/// One easy handle of libcurl with the buffers that its callbacks fill; used for one transfer after
/// another, by one thread at a time.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>
  private var fieldList: UnsafeMutablePointer<curl_slist>?
  /// What the list was made of.
  private var listed: (fields: HTTPFields, hasBody: Bool)?
  private var origin: Endpoint?

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
      CurlHandle.of(context)?.receive(
        line: UnsafeRawBufferPointer(start: bytes, count: size * count))
      return size * count
    }
    ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
    ccurl_set_data_callback(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      let buffer = UnsafeRawBufferPointer(start: bytes, count: size * count)
      guard let handle = CurlHandle.of(context), handle.receive(body: buffer) else { return 0 }
      return size * count
    }
    ccurl_set_pointer(easy, CURLOPT_PREREQDATA, context)
    ccurl_set_prereq_callback(easy) { context, _, _, _, _ in
      CurlHandle.of(context)?.noteAttempt()
      return CURL_PREREQFUNC_OK
    }
    ccurl_set_socket_callback(easy) { _, descriptor, _ in
      closeOnExec(descriptor)
      return CURL_SOCKOPT_OK
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> CurlHandle? {
    context.map { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Finds the handle that was made around an easy handle.
  static func of(easy: UnsafeMutableRawPointer) -> CurlHandle? {
    of(ccurl_get_pointer(easy, CURLINFO_PRIVATE))
  }

  // MARK: - Callbacks

  private func receive(line: UnsafeRawBufferPointer) {
    received.add(line: line)
  }

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
    setOrigin(endpoint, proxies: proxies)
    set(CURLOPT_TIMEOUT_MS, max(1, call.timeout.milliseconds))
    set(CURLOPT_CONNECTTIMEOUT_MS, max(1, min(call.connectTimeout, call.timeout).milliseconds))
    set(CURLOPT_FRESH_CONNECT, call.freshConnection ? 1 : 0)
    set(CURLOPT_FORBID_REUSE, call.freshConnection ? 1 : 0)
  }

  private func setOrigin(_ endpoint: Endpoint, proxies: ProxySettings) {
    guard endpoint !== origin else { return }
    origin = endpoint
    set(CURLOPT_URL, endpoint.origin)
    set(CURLOPT_PROXY, proxies.proxy(for: endpoint) ?? "")
    set(CURLOPT_NOPROXY, proxies.except)
  }

  /// Sets method, target, fields and body.
  func setRequest(_ request: HTTPRequest, to endpoint: Endpoint) {
    let hasBody = !request.body.isEmpty || RequestText.announcesEmptyBody(request)
    set(CURLOPT_HTTPGET, 1)
    if hasBody {
      ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
      _ = request.body.withUnsafeBytes {
        ccurl_set_pointer(
          easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress ?? UnsafeRawPointer(errorText))
      }
    }
    if request.method == "HEAD" { set(CURLOPT_NOBODY, 1) }
    set(CURLOPT_CUSTOMREQUEST, request.method)
    set(CURLOPT_REQUEST_TARGET, endpoint.target(request.target))
    setFields(request.fields, hasBody: hasBody)
  }

  /// Sets the field lines, and a line without value for each field that libcurl would add.
  private func setFields(_ fields: HTTPFields, hasBody: Bool) {
    if let listed, listed.hasBody == hasBody, listed.fields == fields { return }
    listed = (fields, hasBody)
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
