import Conformance
import Loopback
import Wire

/// Receives webhooks: answers each with 200 at once and passes it on, in order of arrival.
final class Inbox: Sendable {
  /// The webhooks, in order of arrival; ends when the inbox is closed.
  let deliveries: AsyncStream<Delivery>
  private let arrivals: AsyncStream<Delivery>.Continuation
  private let server: LoopbackServer?
  private let publicURL: String?

  /// Listens where the target's webhooks are to come, if any vector needs them.
  init(_ access: Target.WebhookAccess, isNeeded: Bool) throws(LoopbackError) {
    let (deliveries, arrivals) = AsyncStream.makeStream(of: Delivery.self)
    self.deliveries = deliveries
    self.arrivals = arrivals
    publicURL = access.publicURL
    let counter = Locked(0)
    let (host, port) = Self.address(access.listen)
    guard isNeeded else {
      server = nil
      return
    }
    server = try LoopbackServer(port: port, host: host) { request, _ in
      counter.withLock { count in
        count += 1
        arrivals.yield(Delivery(number: count, request: request, at: wallNow()))
      }
      return LoopbackReply(status: 200)
    }
  }

  /// The URL at which webhooks arrive; nil when nothing listens.
  var url: String? {
    server.map { publicURL ?? "\($0.baseURL)/webhooks" }
  }

  func close() {
    server?.stop()
    arrivals.finish()
  }

  private static func address(_ text: String) -> (host: String, port: UInt16) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return (text, 0) }
    return (String(text[..<colon]), port)
  }
}
