import Loopback
import StrictJSON
import Wire

extension OdynnServer {
  /// The hooks that the state machine answers; the clock's and the queue's are the shell's.
  static let hooks = [
    "device.connect", "user.completeSignIn", "user.dismissSignIn", "network.drop", "device.close",
    "webhook.subscribe", "session.inspect", "hosted.complete", "account.refresh",
  ]
}

extension OdynnServer.State {
  /// Does what the environment of the server is asked for.
  mutating func hook(
    _ name: String, _ request: HTTPRequest, now: WireInstant
  ) -> Result<JSON, HookRefusal> {
    do throws(HookRefusal) {
      let call = try HookCall(name: name, request: request)
      switch name {
      case "webhook.subscribe": return .success(try subscribe(call))
      case "account.refresh": return .success(try refresh(call, now: now))
      default: return .success(try sessionHook(call, now: now))
      }
    } catch {
      return .failure(error)
    }
  }

  private mutating func sessionHook(
    _ call: HookCall, now: WireInstant
  ) throws(HookRefusal) -> JSON {
    guard OdynnServer.hooks.contains(call.name) else { throw .notOffered(call.name) }
    let id = try call.text("sessionId")
    guard var session = session(id) else { throw HookRefusal("there is no session \(id)") }
    switch call.name {
    case "device.connect": try connect(&session, now: now)
    case "user.completeSignIn": try completeSignIn(&session, now: now)
    case "user.dismissSignIn": try interrupt(&session, .dismissed, now: now)
    case "network.drop": try dropNetwork(&session, now: now)
    case "device.close": close(&session, now: now)
    case "hosted.complete": try completeHosted(&session, now: now)
    default: break
    }
    return answer(session)
  }

  private func answer(_ session: OdynnServer.Session) -> JSON {
    var answer: JSONObject = [
      "connection": session.isConnected ? "open" : "closed", "status": .string(status(session)),
    ]
    if let ending = session.ending { answer["ending"] = .string("\(ending)") }
    return .object(answer)
  }
}

// MARK: - Devices

extension OdynnServer.State {
  /// The first device to connect in time claims the session; every other connect is refused.
  private mutating func connect(
    _ session: inout OdynnServer.Session, now: WireInstant
  ) throws(HookRefusal) {
    switch session.phase {
    case .pending:
      claim(&session, now: now)
    case .claimed:
      try connectAgain(&session, now: now)
    case .ended(let ending):
      guard rules.reconnects.contains(ending) else {
        throw HookRefusal("the session is over; create a fresh one")
      }
      claim(&session, now: now)
      session.failsAt = now + parameters.authTimeout
      store(session)
    }
  }

  private mutating func claim(_ session: inout OdynnServer.Session, now: WireInstant) {
    session.phase = .claimed
    session.isConnected = true
    if rules.arrivalTimer != .firesAfterClaim { session.expiresAt = nil }
    switch rules.authTimer {
    case .absolute, .leavesPending: session.failsAt = session.authDeadline
    case .rearmedAtConnect: session.failsAt = now + parameters.authTimeout
    case .ignored: session.failsAt = nil
    }
    store(session)
    if rules.announcesProgress { announce("session.connected", session, now: now) }
  }

  private mutating func connectAgain(
    _ session: inout OdynnServer.Session, now: WireInstant
  ) throws(HookRefusal) {
    switch rules.secondConnect {
    case .refused:
      throw HookRefusal("another device has claimed the session")
    case .refusedAndFatal:
      end(&session, .networkLoss, now: now)
      throw HookRefusal("another device has claimed the session")
    case .accepted:
      break
    case .takesOver:
      session.failsAt = now + parameters.authTimeout
      store(session)
    }
  }

  private mutating func interrupt(
    _ session: inout OdynnServer.Session, _ ending: OdynnServer.Ending, now: WireInstant
  ) throws(HookRefusal) {
    guard session.phase == .claimed else { throw HookRefusal("no sync is running") }
    end(&session, ending, now: now)
  }

  private mutating func dropNetwork(
    _ session: inout OdynnServer.Session, now: WireInstant
  ) throws(HookRefusal) {
    if session.ending == .completed { return }
    guard rules.networkLossEndsSession else { return }
    try interrupt(&session, .networkLoss, now: now)
  }

  /// A close during the sync ends it; at any other time it does no harm.
  private mutating func close(_ session: inout OdynnServer.Session, now: WireInstant) {
    outbox += held.removeValue(forKey: ExactText(session.id)) ?? []
    closed.insert(ExactText(session.id))
    guard session.phase == .claimed else { return }
    end(&session, .closed, now: now)
  }
}

// MARK: - Users

extension OdynnServer.State {
  private mutating func completeSignIn(
    _ session: inout OdynnServer.Session, now: WireInstant
  ) throws(HookRefusal) {
    guard session.phase == .claimed else { throw HookRefusal("no sign-in is running") }
    complete(&session, .embed, now: now)
  }

  private mutating func completeHosted(
    _ session: inout OdynnServer.Session, now: WireInstant
  ) throws(HookRefusal) {
    guard session.phase == .pending else {
      throw HookRefusal("the session is claimed or over; create a fresh one")
    }
    claim(&session, now: now)
    complete(&session, .hosted, now: now)
  }

  /// Either cached data, or a fresh session that the user has to sign in to.
  private mutating func refresh(_ call: HookCall, now: WireInstant) throws(HookRefusal) -> JSON {
    let user = try call.text("userId")
    let last = accounts[ExactText(user)].flatMap(session)
    if case .cached(let age) = rules.refresh, let last, let extraction = last.extraction,
      now < extraction.extractedAt + age
    {
      return ["outcome": "cached", "data": rendering(last, extraction)["data"] ?? .null]
    }
    var session = open(
      providerID: last?.providerID ?? parameters.defaultProvider,
      metadata: last?.metadata ?? ["userId": .string(user)], returnURL: nil, now: now)
    if case .syncsSilently = rules.refresh {
      complete(&session, .embed, now: now)
      return ["outcome": "refreshed"]
    }
    spoil(&session, now: now)
    announce("session.auth_required", session, now: now)
    return ["outcome": "auth_required"]
  }

  private mutating func spoil(_ session: inout OdynnServer.Session, now: WireInstant) {
    switch rules.freshSession {
    case .pending: break
    case .claimed: claim(&session, now: now)
    case .expired: end(&session, .expired, now: now)
    }
  }
}
