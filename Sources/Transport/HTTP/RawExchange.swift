import CCurl
import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An exchange of bytes as they are, over a connection that libcurl makes and we read and write.
///
/// `perform` blocks: it is not for the event loop's thread.
final class RawExchange: Sendable {
  private let bytes: [UInt8]
  private let call: HTTPCall
  private let endpoint: Endpoint
  private let configuration: CurlConfiguration
  private let proxies: ProxySettings
  private let isCancelled = Locked(false)

  init(
    bytes: [UInt8], call: HTTPCall, endpoint: Endpoint, configuration: CurlConfiguration,
    proxies: ProxySettings
  ) {
    self.bytes = bytes
    self.call = call
    self.endpoint = endpoint
    self.configuration = configuration
    self.proxies = proxies
  }

  /// Ends the exchange within a tenth of a second, or once the connection stands.
  func cancel() {
    isCancelled.withLock { $0 = true }
  }

  /// Connects, sends, and reads until the response is whole, the peer closes or time is over.
  func perform() -> HTTPExchange {
    let transfer = Transfer(call, to: endpoint)
    let deadline = MonotonicInstant.after(call.timeout)
    guard globalInitialization == CURLE_OK, let handle = CurlHandle(configuration) else {
      return transfer.exchange(
        .failure(HTTPFailure(kind: .other, message: "libcurl gave no handle")))
    }
    handle.prepare(call, to: endpoint, proxies: proxies)
    handle.set(CURLOPT_CONNECT_ONLY, 1)
    handle.set(CURLOPT_SSL_ENABLE_ALPN, 0)
    let code = curl_easy_perform(handle.easy)
    guard code == CURLE_OK else {
      let error = CurlError(
        code: code, text: handle.errorSentence, began: false, hasHead: false, hasFinalHead: false)
      return transfer.exchange(.failure(HTTPFailure(kind: error.kind, message: error.sentence)))
    }
    let sentAt = WireInstant.now()
    var connection = RawConnection(handle: handle, bytes: bytes, call: call)
    let outcome = connection.run(until: deadline) { self.isCancelled.withLock { $0 } }
    var exchange = transfer.exchange(outcome, sentAt: sentAt)
    exchange.observations = connection.parser.observations
    return exchange
  }
}

/// The sending and receiving half of a raw exchange.
private struct RawConnection {
  let handle: CurlHandle
  let bytes: [UInt8]
  var parser: HTTPResponseParser
  private var sent = 0

  init(handle: CurlHandle, bytes: [UInt8], call: HTTPCall) {
    self.handle = handle
    self.bytes = bytes
    parser = HTTPResponseParser(requestMethod: call.request.method, bodyCap: call.bodyCap)
  }

  mutating func run(
    until deadline: MonotonicInstant, isCancelled: () -> Bool
  ) -> HTTPOutcome {
    let descriptor = ccurl_get_socket(handle.easy)
    while true {
      if isCancelled() { return failure(.cancelled, "the exchange was cancelled") }
      guard deadline.nanosecondsLeft > 0 else {
        return failure(.timeout, "expected a whole response within \(timeoutText)")
      }
      let couldSend = send()
      if let outcome = receive() { return outcome }
      let events = couldSend && sent < bytes.count ? POLLIN | POLLOUT : POLLIN
      var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      _ = poll(&entry, 1, min(100, deadline.millisecondsLeft))
    }
  }

  private var timeoutText: String {
    "the timeout, received \(parser.partial?.bodyLength ?? 0) bytes of a body"
  }

  /// Sends what can be sent; false when the connection takes no more for good.
  private mutating func send() -> Bool {
    while sent < bytes.count {
      var count = 0
      let code = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
        return curl_easy_send(handle.easy, rest.baseAddress, rest.count, &count)
      }
      sent += count
      if code == CURLE_AGAIN { return true }
      // The peer may have answered and closed before it read everything.
      if code != CURLE_OK { return false }
    }
    return true
  }

  /// Reads what is there; nil while more may come.
  private mutating func receive() -> HTTPOutcome? {
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 16) { buffer in
      while true {
        var count = 0
        let code = curl_easy_recv(handle.easy, buffer.baseAddress, buffer.count, &count)
        if code == CURLE_AGAIN { return nil }
        guard code == CURLE_OK else {
          return failure(.reset, "expected a whole response, received a reset")
        }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        let events = count == 0 ? parser.finish() : parser.feed(bytes)
        if let outcome = events.lazy.compactMap(\.outcome).first { return outcome }
      }
    }
  }

  private func failure(_ kind: HTTPFailureKind, _ message: String) -> HTTPOutcome {
    .failure(HTTPFailure(kind: kind, message: message, partial: parser.partial))
  }
}

extension HTTPResponseParser.Event {
  fileprivate var outcome: HTTPOutcome? {
    switch self {
    case .complete(let response): .response(response)
    case .failure(let failure): .failure(failure)
    case .interim, .head: nil
    }
  }
}
