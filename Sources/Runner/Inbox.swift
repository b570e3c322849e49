import Conformance
import Loopback
import Wire

/// Receives webhooks: answers each with 200 at once and passes it on, in order of arrival.
final class Inbox: Sendable {
  private struct Reader {
    var count = 0
    /// Who reads what comes; nil when nobody does.
    var arrivals: AsyncStream<Delivery>.Continuation?
  }

  private let reader: Locked<Reader>
  private let server: LoopbackServer
  private let publicURL: String?

  /// Listens where the target's webhooks are to come.
  init(_ access: Target.WebhookAccess) throws(LoopbackError) {
    publicURL = access.publicURL
    let (host, port) = Self.address(access.listen)
    let reader = Locked(Reader())
    self.reader = reader
    server = try LoopbackServer(port: port, host: host) { request, _ in
      reader.withLock { reader in
        reader.count += 1
        reader.arrivals?.yield(Delivery(number: reader.count, request: request, at: wallNow()))
      }
      return LoopbackReply(status: 200)
    }
  }

  /// The webhooks that come from now on, in order of arrival; what was begun before ends.
  func deliveries() -> AsyncStream<Delivery> {
    let (deliveries, arrivals) = AsyncStream.makeStream(of: Delivery.self)
    reader.withLock { reader in
      reader.arrivals?.finish()
      reader = Reader(arrivals: arrivals)
    }
    return deliveries
  }

  /// The URL at which webhooks arrive.
  var url: String { publicURL ?? "\(server.baseURL)/webhooks" }

  func close() {
    server.stop()
    reader.withLock { $0.arrivals?.finish() }
  }

  private static func address(_ text: String) -> (host: String, port: UInt16) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return (text, 0) }
    return (String(text[..<colon]), port)
  }
}
