import Loopback
import StrictJSON
import Wire

extension OdynnServer.State {
  /// What a creation asks for, once it is known to be well formed.
  private struct Order {
    var body: JSON
    var providerID: String
    var metadata: JSONObject
    var returnURL: String?
  }

  /// Answers `POST /v1/sessions`.
  mutating func create(
    _ request: HTTPRequest, now: WireInstant
  ) throws(OdynnServer.Failure) -> LoopbackReply {
    let body = try jsonBody(request)
    let order = try order(body)
    let key = try idempotencyKey(request)
    if let key, let replay = replays[key] {
      guard replay.request == body else { throw conflict() }
      return created(replay.answer, status: rules.replayStatus)
    }
    let session = pendingSession(like: order) ?? open(order, now: now)
    let answer = rendering(session)
    if let key { replays[key] = OdynnServer.Replay(request: body, answer: answer) }
    return created(answer, status: rules.createStatus)
  }

  /// Makes a session and starts its clocks.
  mutating func open(
    providerID: String, metadata: JSON, returnURL: String?, now: WireInstant
  ) -> OdynnServer.Session {
    let createdAt = rules.timestamps.rounded(now)
    let arrival = createdAt + (rules.arrivalTimeout ?? parameters.workerArrivalTimeout)
    let auth = createdAt + (rules.authTimeout ?? parameters.authTimeout)
    let runsArrival = rules.arrivalTimer != .fromFirstRead && rules.arrivalTimer != .ignored
    let session = OdynnServer.Session(
      id: mintID(), providerID: providerID, metadata: metadata, returnURL: returnURL,
      createdAt: createdAt, arrivalDeadline: arrival, authDeadline: auth,
      expiresAt: runsArrival ? arrival : nil)
    store(session)
    order.append(session.id)
    if rules.announcesProgress { announce("session.created", session, now: now) }
    return session
  }

  private mutating func open(_ order: Order, now: WireInstant) -> OdynnServer.Session {
    open(
      providerID: order.providerID, metadata: .object(order.metadata), returnURL: order.returnURL,
      now: now)
  }

  private mutating func mintID() -> String {
    switch rules.idStyle {
    case .token(let length): "ses_" + minter.token(length: length)
    case .alphabet(let characters, let length):
      "ses_" + minter.token(length: length, alphabet: Array(characters.utf8))
    case .prefixed(let prefix): prefix + minter.token(length: 12)
    case .uuid: minter.uuid()
    case .number: String(Int.random(in: 100_000_000...999_999_999, using: &minter))
    }
  }

  private func pendingSession(like order: Order) -> OdynnServer.Session? {
    guard rules.reusesPendingSession else { return nil }
    let wanted = JSON.object(order.metadata)
    return sessions.values.first { $0.phase == .pending && $0.metadata == wanted }
  }

  private func created(_ answer: JSON, status: Int) -> LoopbackReply {
    switch rules.createBody {
    case .session: .json(status, answer)
    case .idOnly: .json(status, ["id": answer["id"] ?? .null])
    case .empty: .json(status, [UInt8]())
    }
  }
}

// MARK: - Reading the request

extension OdynnServer.State {
  private func jsonBody(_ request: HTTPRequest) throws(OdynnServer.Failure) -> JSON {
    let type = request.fields[first: "Content-Type"] ?? "application/json"
    let essence = type.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
    guard essence.isEqualIgnoringASCIICase("application/json") else {
      throw OdynnServer.Failure(
        status: 415, code: "unsupported_media_type", message: "The body must be application/json.")
    }
    guard request.body.count <= Self.bodyLimit else {
      throw OdynnServer.Failure(
        status: 413, code: "body_too_large",
        message: "The body may have \(Self.bodyLimit) bytes at most.")
    }
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(parsing: request.body, limits: JSONLimits(depth: 32))
      guard document.duplicateKeys.isEmpty else {
        throw JSONSyntaxError(position: document.root.position, message: "a name occurs twice")
      }
      return document.root.value
    } catch {
      throw OdynnServer.Failure(
        status: 400, code: "malformed_json", message: "The body is not JSON: \(error).")
    }
  }

  private func order(_ body: JSON) throws(OdynnServer.Failure) -> Order {
    guard let members = body.object else { throw invalid("The body must be an object.") }
    let providerID = try providerID(members)
    guard let metadata = (members["metadata"] ?? [:]).object else {
      throw invalid("metadata must be an object.")
    }
    let returnURL = members["returnUrl"] ?? .null
    guard returnURL.isNull || returnURL.string != nil else {
      throw invalid("returnUrl must be a string or null.")
    }
    return Order(
      body: body, providerID: providerID, metadata: try known(metadata),
      returnURL: returnURL.string)
  }

  private func providerID(_ members: JSONObject) throws(OdynnServer.Failure) -> String {
    if members[rules.providerMember] == nil, rules.missingProvider == .defaulted {
      return parameters.defaultProvider
    }
    guard let providerID = members[rules.providerMember]?.string, !providerID.isEmpty else {
      throw invalid("\(rules.providerMember) must be a string.")
    }
    guard parameters.providers.contains(where: { $0.isSameText(as: providerID) }) else {
      throw OdynnServer.Failure(
        status: 422, code: "unknown_provider", message: "There is no such loyalty program.")
    }
    return providerID
  }

  private func known(_ metadata: JSONObject) throws(OdynnServer.Failure) -> JSONObject {
    let known = metadata.filter { $0.key.isSameText(as: "userId") }
    switch rules.unknownMetadata {
    case .kept: return metadata
    case .dropped: return JSONObject(known)
    case .refused:
      guard known.count == metadata.count else { throw invalid("metadata has unknown members.") }
      return metadata
    }
  }

  private func idempotencyKey(
    _ request: HTTPRequest
  ) throws(OdynnServer.Failure) -> ExactText? {
    if rules.idempotency == .ignored { return nil }
    guard let key = request.fields[first: "Idempotency-Key"] else {
      guard rules.idempotency != .compulsory else {
        throw invalid("This route needs an Idempotency-Key.")
      }
      return nil
    }
    guard (1...255).contains(key.utf8.count) else {
      throw invalid("Idempotency-Key must have 1 to 255 characters.")
    }
    return ExactText(key)
  }

  private func invalid(_ message: String) -> OdynnServer.Failure {
    OdynnServer.Failure(status: 400, code: "invalid_request", message: message)
  }

  private func conflict() -> OdynnServer.Failure {
    OdynnServer.Failure(
      status: rules.conflictStatus, code: "idempotency_key_reused",
      message: "This Idempotency-Key came with another body before.")
  }
}
