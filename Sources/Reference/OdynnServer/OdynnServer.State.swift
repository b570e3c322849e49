public import Loopback
import StrictJSON
public import Wire

extension OdynnServer {
  /// Everything that the server knows: a pure state machine without clock, socket or thread.
  public struct State: Sendable {
    /// The tenant.
    public let parameters: Parameters
    let rules: Rules
    var minter: IDMinter
    /// Every session, by its id.
    var sessions: [ExactText: Session] = [:]
    /// The ids of all sessions in the order of their creation.
    var order: [String] = []
    /// The ids of the sessions that a timer can still end.
    var live: Set<ExactText> = []
    /// No timer is due before this instant; nil when none runs.
    var nextTimer: WireInstant?
    /// What was answered under each idempotency key.
    var replays: [ExactText: Replay] = [:]
    /// The last completed session of each user.
    var accounts: [ExactText: String] = [:]
    /// Where webhooks go, in the order of the subscriptions.
    var subscribers: [String] = []
    /// Webhooks that wait until the device of a session has closed.
    var held: [ExactText: [Delivery]] = [:]
    /// The sessions whose device has closed.
    var closed: Set<ExactText> = []
    /// Webhooks that this step of the machine sends.
    var outbox: [Delivery] = []

    init(parameters: Parameters, rules: Rules) {
      self.parameters = parameters
      self.rules = rules
      minter = IDMinter(seed: parameters.seed)
    }

    /// Creates an empty server that keeps to the document.
    ///
    /// - Parameter parameters: The tenant.
    public init(parameters: Parameters) {
      self.init(parameters: parameters, rules: Rules())
    }
  }

  /// A creation that was answered, for when it is asked again.
  struct Replay: Sendable {
    /// The request's body.
    var request: JSON
    /// The answer's body.
    var answer: JSON
  }
}

// MARK: - Steps

extension OdynnServer.State {
  /// Answers one request.
  ///
  /// - Parameters:
  ///   - request: The request, to the REST routes or to a hook.
  ///   - now: The present instant; timers that are due by then run first.
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

  /// Runs the timers that are due.
  ///
  /// - Parameter now: The present instant.
  /// - Returns: The webhooks to send, in order.
  public mutating func advance(to now: WireInstant) -> [Delivery] {
    runTimers(now: now)
    return takeOutbox()
  }

  private mutating func takeOutbox() -> [Delivery] {
    defer { outbox = [] }
    return outbox
  }
}

// MARK: - Sessions

extension OdynnServer.State {
  /// The session of that id, or nil.
  func session(_ id: String) -> OdynnServer.Session? { sessions[ExactText(id)] }

  /// Keeps what became of a session.
  mutating func store(_ session: OdynnServer.Session) {
    let key = ExactText(session.id)
    sessions[key] = session
    guard session.ending == nil else {
      live.remove(key)
      return
    }
    live.insert(key)
    let timers = [nextTimer, session.expiresAt, session.failsAt]
    nextTimer = timers.compactMap(\.self).min()
  }

  /// What edits of a body about that session may look at.
  func context(_ session: OdynnServer.Session?) -> OdynnServer.EditContext {
    let place = session.flatMap { order.lastIndex(of: $0.id) }
    return OdynnServer.EditContext(
      session: session, parameters: parameters, firstID: order.first,
      previousID: place.flatMap { $0 > 0 ? order[$0 - 1] : nil })
  }
}
