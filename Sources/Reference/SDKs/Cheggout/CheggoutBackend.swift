import Loopback
import StrictJSON
import Wire

/// Cheggout's backend: it mints sessions for the bank, and lets the SDK claim them.
final class CheggoutBackend: Sendable {
  /// What a backend may do wrong.
  struct Rules: Sendable {
    var mintsNumbers = false
    var mintsEmptyIDs = false
    var bindsToUser = true
    var isSingleUse = true
  }

  private struct State {
    var count = 0
    /// The user of each session that was not used up.
    var users: [ExactText: String] = [:]
  }

  private let rules: Rules
  private let server: LoopbackServer

  init(_ rules: Rules, port: UInt16) throws(LoopbackError) {
    self.rules = rules
    let state = Locked(State())
    server = try LoopbackServer(port: port) { request, _ in
      switch (request.path, try? JSON(parsing: request.body)) {
      case ("/_hooks/session.mint", let body?):
        .json(200, Self.mint(for: body["virtualId"]?.string ?? "", rules, state))
      case ("/claim", let body?):
        Self.claim(body, rules, state)
      default:
        .json(404, ["error": "there is nothing here"])
      }
    }
  }

  /// Whether the channel is the one that was issued at onboarding.
  static func issued(_ channel: String) -> Bool { channel.isSameText(as: Self.channel) }

  /// The channel that was issued at onboarding.
  static let channel = "mybank"

  var baseURL: String { server.baseURL }

  func stop() {
    server.stop()
  }

  private static func mint(for user: String, _ rules: Rules, _ state: Locked<State>) -> JSON {
    let id = state.withLock { state in
      state.count += 1
      let id = rules.mintsNumbers ? "\(700_000 + state.count)" : "chg+\(state.count)/s=="
      state.users[ExactText(id)] = user
      return id
    }
    if rules.mintsEmptyIDs { return ["sessionId": ""] }
    return [
      "sessionId": rules.mintsNumbers ? JSONNumber(id).map { .number($0) } ?? .null : .string(id)
    ]
  }

  private static func claim(
    _ body: JSON, _ rules: Rules, _ state: Locked<State>
  ) -> LoopbackReply {
    let key = ExactText(body["sessionInfo"]?.string ?? "")
    let isValid = state.withLock { state in
      guard let user = state.users[key] else { return false }
      let fits = !rules.bindsToUser || user.isSameText(as: body["userID"]?.string ?? "")
      if fits, rules.isSingleUse { state.users[key] = nil }
      return fits
    }
    return isValid ? .json(200, ["valid": true]) : .json(403, ["valid": false])
  }
}
