import Loopback
import StrictJSON
import Wire

extension VersoServer.State {
  /// What a capture carries, once it is known to be well formed.
  private struct Order {
    var nonce: String
    var secret: String
    var sessionToken: String
  }

  /// Answers `action: "capture"`: connects the account of a session that is usable.
  mutating func capture(
    _ body: JSONObject, now: WireInstant
  ) throws(VersoServer.Failure) -> LoopbackReply {
    let order = try order(body)
    guard var attempt = attempt(order) else { throw unknownCredential() }
    try checkWindow(of: attempt, now: now)
    guard attempt.isOpen || rules.credentialUse == .reusable else {
      if rules.credentialUse == .replaysAnswer, let id = attempt.connectionID {
        return .json(rules.connectedStatus, ["status": "connected", "connectionId": .string(id)])
      }
      throw VersoServer.Failure(
        status: rules.statuses.credential, message: "This login is over. Sign a new link.")
    }
    guard let session = sessions[ExactText(order.sessionToken)], session.isUsable else {
      return try wait(&attempt, order, now: now)
    }
    return try connect(&attempt, session, now: now)
  }

  private func order(_ body: JSONObject) throws(VersoServer.Failure) -> Order {
    let order = Order(
      nonce: try text("captureNonce", in: body), secret: try text("clientSecret", in: body),
      sessionToken: try text("sessionToken", in: body))
    for key in ["accessToken", "providerAccountId", "providerAccountEmail"] {
      let value = body[key] ?? .null
      guard value.isNull || value.string != nil else {
        throw malformed("expected \(key) as a string")
      }
    }
    if rules.needsEmail { _ = try text("providerAccountEmail", in: body) }
    return order
  }

  private func attempt(_ order: Order) -> VersoServer.Attempt? {
    if let attempt = attempts[VersoServer.Attempt.key(nonce: order.nonce, secret: order.secret)] {
      return attempt
    }
    let ofNonce = attempts.values.first { $0.nonce.isSameText(as: order.nonce) }
    let ofSecret = attempts.values.first { $0.secret.isSameText(as: order.secret) }
    switch rules.credentialCheck {
    case .pair: return nil
    case .nonceOnly: return ofNonce
    case .secretOnly: return ofSecret
    case .halves: return ofSecret == nil ? nil : ofNonce
    }
  }

  private func unknownCredential() -> VersoServer.Failure {
    VersoServer.Failure(
      status: rules.statuses.credential, message: "This capture credential is not valid.")
  }

  private func checkWindow(
    of attempt: VersoServer.Attempt, now: WireInstant
  ) throws(VersoServer.Failure) {
    guard let deadline = attempt.deadline, now >= deadline else { return }
    throw VersoServer.Failure(
      status: rules.statuses.late, message: "The login took too long. Sign a new link.")
  }

  private mutating func wait(
    _ attempt: inout VersoServer.Attempt, _ order: Order, now: WireInstant
  ) throws(VersoServer.Failure) -> LoopbackReply {
    if rules.unknownSession == .refused, sessions[ExactText(order.sessionToken)] == nil {
      throw VersoServer.Failure(status: 422, message: "The provider does not know this session.")
    }
    if rules.credentialUse == .once { close(&attempt) }
    if rules.createdTiming == .everyCapture {
      send(.created(connection(attempt, account: "", now: now), attempt, nil), now: now)
    }
    guard rules.waitingStatus == 200 else {
      throw VersoServer.Failure(
        status: rules.waitingStatus, message: "The session is not usable yet.")
    }
    return .json(200, ["status": .string(rules.waitingName)])
  }

  private mutating func close(_ attempt: inout VersoServer.Attempt) {
    attempt.isOpen = false
    attempts[attempt.key] = attempt
  }
}

// MARK: - Connecting

extension VersoServer.State {
  private mutating func connect(
    _ attempt: inout VersoServer.Attempt, _ session: VersoServer.ProviderSession, now: WireInstant
  ) throws(VersoServer.Failure) -> LoopbackReply {
    if rules.users == .atCapture { attempt.user = record(of: attempt.link, now: now) }
    let connection = connection(attempt, account: session.account, now: now)
    try refuseOthers(&attempt, connection, session, now: now)
    try fold(&attempt, connection, now: now)
    connections.append(connection)
    attempt.connectionID = connection.id
    close(&attempt)
    if rules.consumption == .atCapture {
      usedLinks[ExactText(attempt.link.id)] = .some(attempt.key)
    }
    announce(connection, attempt, session, now: now)
    var body: JSONObject = ["status": "connected", "connectionId": .string(connection.id)]
    let context = VersoServer.EditContext(
      parameters: parameters, attempt: attempt, connection: connection, session: session)
    for edit in rules.captureEdits { edit(&body, context) }
    return .json(rules.connectedStatus, .object(body))
  }

  private mutating func connection(
    _ attempt: VersoServer.Attempt, account: String, now: WireInstant
  ) -> VersoServer.Connection {
    VersoServer.Connection(
      id: mint("con_"), app: attempt.link.app, userRef: attempt.link.userRef, user: attempt.user,
      account: account, createdAt: now, syncsAt: rules.firstSyncDelay.map { now + $0 })
  }

  /// Refuses an account that another user of the app has connected.
  private mutating func refuseOthers(
    _ attempt: inout VersoServer.Attempt, _ connection: VersoServer.Connection,
    _ session: VersoServer.ProviderSession, now: WireInstant
  ) throws(VersoServer.Failure) {
    let others = Set(others(than: connection))
    guard !others.isEmpty else { return }
    switch rules.otherUser {
    case .refused: break
    case .connectsToo: return
    case .moves: return connections.removeAll(where: others.contains)
    case .refusedLate:
      connections.append(connection)
      announce(connection, attempt, session, now: now)
    case .refusedAndDisconnects: connections.removeAll(where: others.contains)
    }
    if rules.credentialUse == .untilConnected { close(&attempt) }
    throw VersoServer.Failure(
      status: rules.statuses.otherUser,
      message: "Another user of this app has connected this account.")
  }

  /// The connections of the same account that other users of the app have.
  private func others(than connection: VersoServer.Connection) -> [VersoServer.Connection] {
    connections.filter {
      $0.account.isSameText(as: connection.account)
        && (rules.accountScope == .everyone || $0.app.isSameText(as: connection.app))
        && !$0.user.isSameText(as: connection.user)
    }
  }

  /// Puts the new connection in the place of the same user's earlier one.
  private mutating func fold(
    _ attempt: inout VersoServer.Attempt, _ connection: VersoServer.Connection, now: WireInstant
  ) throws(VersoServer.Failure) {
    let isSame = { (other: VersoServer.Connection) in
      other.account.isSameText(as: connection.account) && other.app.isSameText(as: connection.app)
        && other.user.isSameText(as: connection.user)
    }
    switch rules.reconnection {
    case .folds: connections.removeAll(where: isSame)
    case .keepsBoth: break
    case .refused:
      guard !connections.contains(where: isSame) else {
        close(&attempt)
        throw VersoServer.Failure(
          status: rules.statuses.otherUser, message: "This account is connected already.")
      }
    }
  }

  private mutating func announce(
    _ connection: VersoServer.Connection, _ attempt: VersoServer.Attempt,
    _ session: VersoServer.ProviderSession, now: WireInstant
  ) {
    if rules.startedTiming == .beforeCreated { send(.started(attempt), now: now) }
    for _ in 0..<rules.createdEvents {
      let event = VersoServer.Event.created(connection, attempt, session)
      switch rules.createdTiming {
      case .atCapture, .everyCapture: send(event, now: now)
      case .atFirstSync: schedule(event, at: connection.syncsAt ?? now)
      case .never: break
      }
    }
    if rules.startedTiming == .afterCreated { send(.started(attempt), now: now) }
    if rules.announcesProgress, let syncsAt = connection.syncsAt {
      schedule(.synced(connection), at: syncsAt)
    }
  }
}
