public import Loopback
import StrictJSON
public import Wire

extension VersoServer {
  /// Everything that the server knows: a pure state machine without clock, socket or thread.
  public struct State: Sendable {
    /// The app and the vendor.
    public let parameters: Parameters
    let rules: Rules
    var minter: IDMinter
    /// The secret of every app that links were signed for, by the app's id.
    var secrets: [ExactText: String]
    /// The links that are used up: the login that each began, nil when it began none.
    var usedLinks: [ExactText: ExactText?] = [:]
    /// The links that were started with and are about to be used up.
    var unsettledLinks: [ExactText: ExactText] = [:]
    /// When each link was first presented, where that counts.
    var firstUses: [ExactText: WireInstant] = [:]
    /// Every login, by both halves of its credential.
    var attempts: [ExactText: Attempt] = [:]
    /// The user records, by app and name of the user.
    var users: [UserKey: String] = [:]
    /// The live connections, the oldest first.
    var connections: [Connection] = []
    /// The provider's sessions, by their tokens.
    var sessions: [ExactText: ProviderSession] = [:]
    /// Where webhooks go, in the order of the subscriptions.
    var subscribers: [String] = []
    /// Webhooks that wait for an instant, the earliest first.
    var scheduled: [(due: WireInstant, event: Event)] = []
    /// Webhooks that this step of the machine sends.
    var outbox: [Delivery] = []

    init(parameters: Parameters, rules: Rules) {
      self.parameters = parameters
      self.rules = rules
      minter = IDMinter(seed: parameters.seed)
      secrets = [ExactText(parameters.app): parameters.appSecret]
    }

    /// Creates an empty server that keeps to the document.
    ///
    /// - Parameter parameters: The app and the vendor.
    public init(parameters: Parameters) {
      self.init(parameters: parameters, rules: Rules())
    }
  }

  /// Who a user record is for.
  struct UserKey: Sendable, Hashable {
    /// The app.
    var app: ExactText
    /// The user, as the app calls them.
    var userRef: ExactText

    /// The user of a link.
    init(_ link: Link) {
      app = ExactText(link.app)
      userRef = ExactText(link.userRef)
    }
  }
}

// MARK: - Steps

extension VersoServer.State {
  /// Answers one request.
  ///
  /// - Parameters:
  ///   - request: The request, to the endpoint or to a hook.
  ///   - now: The present instant; what is due by then happens first.
  /// - Returns: The answer, and the webhooks to send, in order.
  public mutating func handle(
    _ request: HTTPRequest, now: WireInstant
  ) -> (LoopbackReply, [Delivery]) {
    runTimers(now: now)
    let reply: LoopbackReply
    if let name = HookCall.name(in: request) {
      reply = .hook(hook(name, request, now: now))
    } else {
      reply = api(request, now: now)
    }
    return (rules.wire.reply(reply), takeOutbox())
  }

  /// Does what is due.
  ///
  /// - Parameter now: The present instant.
  /// - Returns: The webhooks to send, in order.
  public mutating func advance(to now: WireInstant) -> [Delivery] {
    runTimers(now: now)
    return takeOutbox()
  }

  /// Uses up the links that were started with, where that takes a moment.
  mutating func settle() {
    for (link, attempt) in unsettledLinks { usedLinks[link] = .some(attempt) }
    unsettledLinks = [:]
  }

  private mutating func runTimers(now: WireInstant) {
    while let (due, event) = scheduled.first, due <= now {
      scheduled.removeFirst()
      send(event, now: now)
    }
  }

  private mutating func takeOutbox() -> [Delivery] {
    defer { outbox = [] }
    return outbox
  }
}

// MARK: - Ids

extension VersoServer.State {
  /// A new id of a kind: `con_…`.
  mutating func mint(_ prefix: String) -> String {
    switch rules.idStyle {
    case .token(let length): prefix + minter.token(length: length)
    case .alphabet(let characters, let length):
      prefix + minter.token(length: length, alphabet: Array(characters.utf8))
    case .uuid: minter.uuid()
    }
  }
}
