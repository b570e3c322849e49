import Conformance
import Wire

/// Inboxes that several runs share, one for each address at which webhooks are to come.
///
/// A target that is run against again and again then keeps one subscription, and delivers nothing to
/// addresses at which nobody listens any more.
public final class InboxShelf: Sendable {
  private struct Key: Hashable {
    var listen: String
    var publicURL: String?
  }

  private let inboxes = Locked([Key: Inbox]())

  /// Creates an empty shelf.
  public init() {}

  func inbox(_ access: Target.WebhookAccess) throws -> Inbox {
    let key = Key(listen: access.listen, publicURL: access.publicURL)
    return try inboxes.withLock { inboxes in
      if let inbox = inboxes[key] { return inbox }
      let inbox = try Inbox(access)
      inboxes[key] = inbox
      return inbox
    }
  }

  /// Ends all of them.
  public func close() {
    inboxes.withLock { inboxes in
      inboxes.values.forEach { $0.close() }
      inboxes = [:]
    }
  }
}
