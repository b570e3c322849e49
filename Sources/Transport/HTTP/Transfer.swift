import Wire

/// One call on its way through the event loop.
///
/// Everything in it is read and written by the loop's thread only, after it was handed over.
final class Transfer: @unchecked Sendable {
  let call: HTTPCall
  let endpoint: Endpoint
  let began = MonotonicInstant.now()
  let beganAt = WireInstant.now()
  /// Told the answer; nil once it was.
  var reply: (@Sendable (HTTPExchange) -> Void)?
  var handle: CurlHandle?
  var isCancelled = false

  init(_ call: HTTPCall, to endpoint: Endpoint) {
    self.call = call
    self.endpoint = endpoint
  }

  /// Gives the caller its answer; further answers are dropped.
  func finish(_ exchange: HTTPExchange) {
    reply?(exchange)
    reply = nil
  }

  /// Gives the caller a failure without libcurl's doing.
  func fail(_ kind: HTTPFailureKind, _ message: String) {
    finish(exchange(.failure(HTTPFailure(kind: kind, message: message))))
  }

  func exchange(_ outcome: HTTPOutcome, sentAt: WireInstant? = nil) -> HTTPExchange {
    HTTPExchange(
      call: call, outcome: outcome, sentAt: sentAt ?? beganAt, answeredAt: .now(),
      duration: began.elapsed)
  }
}
