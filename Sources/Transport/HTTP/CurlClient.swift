import CCurl
public import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An HTTP/1.1 client over libcurl that sends what it is given and reports what came.
///
/// It adds no field but Host and Content-Length, follows no redirect, keeps no cookie, decodes no
/// content coding. Tasks that prefer its `executor` send without changing threads. A body that goes
/// on after 64 times the cap (1 MiB at least) is ended and reported as an observation.
public final class CurlClient: Sendable {
  private let loop: EventLoop
  private let configuration: CurlConfiguration
  private let proxies: ProxySettings
  private let endpoints = EndpointCache()
  private let blocking = BlockingThreads(limit: 64)

  /// Creates a client and starts its thread.
  ///
  /// - Parameter configuration: How it connects.
  public init(_ configuration: CurlConfiguration = CurlConfiguration()) {
    self.configuration = configuration
    proxies = ProxySettings(configuration.proxy) { name in
      getenv(name).map { String(cString: $0) }
    }
    loop = EventLoop(configuration, proxies: proxies)
  }

  deinit {
    loop.close()
  }

  /// The event loop's thread as an executor; nothing that blocks may run on it.
  public var executor: any TaskExecutor { loop }

  /// The version of libcurl that runs: `7.88.1`.
  public static var libraryVersion: String {
    ccurl_version().map { String(cString: $0) } ?? "unknown"
  }

  /// Performs one exchange.
  ///
  /// Cancelling the task ends it with a failure of the kind `cancelled`.
  ///
  /// - Parameter call: What to send, where, and within which limits.
  /// - Returns: What was seen, a failure included.
  public func send(_ call: HTTPCall) async -> HTTPExchange {
    guard let endpoint = endpoints.endpoint(of: call.base) else {
      return call.failed(.other, "expected an http or https URL, received `\(call.base)`")
    }
    if let bytes = call.rawBytes {
      return await sendRaw(bytes, call, to: endpoint)
    }
    if RequestText.isChangedByCurl(call.request) {
      return await sendRaw(RequestText.bytes(of: call.request, to: endpoint), call, to: endpoint)
    }
    let transfer = Transfer(call, to: endpoint)
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        transfer.reply = { continuation.resume(returning: $0) }
        start(transfer)
      }
    } onCancel: {
      _ = loop.hand(.cancel(transfer))
    }
  }

  /// Sends a request without waiting for its answer.
  ///
  /// What is under way when the client is closed ends as cancelled.
  ///
  /// - Parameters:
  ///   - call: What to send, where, and within which limits.
  ///   - reply: Told what was seen, a failure included, once: on the loop's thread, unless the client
  ///     is closed already. It must not block.
  /// - Returns: False when the call cannot be sent so, but by `send` alone.
  public func submit(
    _ call: HTTPCall, reply: @escaping @Sendable (HTTPExchange) -> Void
  ) -> Bool {
    guard call.rawBytes == nil, !RequestText.isChangedByCurl(call.request),
      let endpoint = endpoints.endpoint(of: call.base)
    else { return false }
    let transfer = Transfer(call, to: endpoint)
    transfer.reply = reply
    start(transfer)
    return true
  }

  private func start(_ transfer: Transfer) {
    if !loop.hand(.start(transfer)) { transfer.fail(.cancelled, "the client is closed") }
  }

  /// Cancels what is in flight and ends the thread; later calls end as cancelled.
  public func close() {
    loop.close()
  }

  private func sendRaw(
    _ bytes: [UInt8], _ call: HTTPCall, to endpoint: Endpoint
  ) async -> HTTPExchange {
    let exchange = RawExchange(
      bytes: bytes, call: call, endpoint: endpoint, configuration: configuration,
      proxies: proxies)
    return await withTaskCancellationHandler {
      await blocking.run { exchange.perform() }
    } onCancel: {
      exchange.cancel()
    }
  }
}

extension HTTPCall {
  /// The exchange of a call that could not begin.
  fileprivate func failed(_ kind: HTTPFailureKind, _ message: String) -> HTTPExchange {
    let now = WireInstant.now()
    return HTTPExchange(
      call: self, outcome: .failure(HTTPFailure(kind: kind, message: message)), sentAt: now,
      answeredAt: now, duration: .zero)
  }
}
