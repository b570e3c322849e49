import StrictJSON
import Wire

/// The endpoint for native apps: `POST /api/connect-native` ("What the SDK does").
struct VersoAPI: Sendable {
  /// What Verso answers to a start.
  struct Start: Sendable {
    var captureNonce: String
    var clientSecret: String
    var loginUrl: String
    var cookieDomain: String
    var cookieName: String
    var sessionUrl: String

    /// Reads the answer; nil when a member is missing.
    init?(_ body: JSON) {
      guard let nonce = body["captureNonce"]?.string, let secret = body["clientSecret"]?.string,
        let login = body["loginUrl"]?.string, let domain = body["cookieDomain"]?.string,
        let name = body["cookieName"]?.string, let session = body["sessionUrl"]?.string
      else { return nil }
      captureNonce = nonce
      clientSecret = secret
      loginUrl = login
      cookieDomain = domain
      cookieName = name
      sessionUrl = session
    }
  }

  /// What Verso answers to a capture.
  enum Capture: Sendable {
    case connected(VersoConnection)
    case waiting
  }

  /// A provider session, as the page tells of it.
  struct Session: Sendable {
    var sessionToken: String
    var accessToken: String?
    var accountId: String?
    var accountEmail: String?
  }

  let base: String
  let network: SDKNetwork
  let rules: VersoConnect.Rules

  func start(token: String) async throws(VersoConnectError) -> Start {
    var body: JSONObject = ["action": "start", "token": .string(token)]
    if rules.describesDevice {
      body["device"] = [
        "platform": "ios", "osVersion": "18.0", "sdkVersion": "0.1.2", "model": "iPhone",
        "appVersion": "1.0",
      ]
    }
    var answer = try await post(body, to: base)
    if rules.retriesUsedLinks {
      for _ in 0..<3 where answer.status == 403 { answer = try await post(body, to: base) }
    }
    guard answer.status == 200 else { throw refusal(answer, ofCapture: false) }
    if rules.startsTwice { answer = try await post(body, to: base) }
    guard let read = (try? JSON(parsing: answer.body)).flatMap(Start.init) else {
      throw rules.badStart ?? .network(SDKNetwork.Failure(message: "the answer cannot be read"))
    }
    return read
  }

  func capture(_ session: Session, of start: Start) async throws(VersoConnectError) -> Capture {
    var body: JSONObject = [
      "action": "capture", "captureNonce": .string(start.captureNonce),
      "clientSecret": .string(start.clientSecret), "sessionToken": .string(session.sessionToken),
    ]
    switch rules.credentialMistake {
    case .otherNonce: body["captureNonce"] = .string(start.clientSecret)
    case .noSecret: body["clientSecret"] = nil
    case nil: break
    }
    let members = [
      ("accessToken", session.accessToken), ("providerAccountId", session.accountId),
      ("providerAccountEmail", session.accountEmail),
    ]
    for (name, value) in members {
      if let value {
        body[name] = .string(value)
      } else if rules.sendsNulls {
        body[name] = .null
      }
    }
    let answer = try await post(body, to: base)
    if answer.status == 409, rules.takesConflictForWaiting { return .waiting }
    guard answer.status == 200 else { throw refusal(answer, ofCapture: true) }
    guard let value = try? JSON(parsing: answer.body) else {
      throw .network(SDKNetwork.Failure(message: "the answer cannot be read"))
    }
    guard value["status"]?.string == "connected", let id = value["connectionId"]?.string else {
      guard rules.waitingReading == .success else { return .waiting }
      return .connected(VersoConnection(connectionId: ""))
    }
    return .connected(VersoConnection(connectionId: id))
  }

  /// Sends the session somewhere else, as a careless build does.
  func report(_ session: Session, _ leak: VersoConnect.Rules.Leak) async {
    let token = session.sessionToken
    switch leak {
    case .body:
      _ = try? await send(["event": "login", "session": .string(token)], to: base + "/analytics")
    case .header:
      await get(base + "/analytics", ["X-Session": token])
    case .query:
      let escaped = token.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
      await get(base + "/analytics?session=" + escaped)
    }
  }

  /// Fetches a page and looks at nothing of it.
  func get(_ url: String, _ fields: HTTPFields = HTTPFields()) async {
    let request = HTTPRequest(method: "GET", target: "/", fields: fields)
    _ = try? await network.send(request, to: url, timeout: nil)
  }

  private func post(_ body: JSONObject, to base: String) async throws(VersoConnectError)
    -> HTTPResponse
  {
    do {
      return try await send(body, to: base + "/api/connect-native")
    } catch {
      throw rules.transportFailure ?? .network(error)
    }
  }

  private func send(_ body: JSONObject, to url: String) async throws(SDKNetwork.Failure)
    -> HTTPResponse
  {
    var fields = HTTPFields()
    if rules.saysContentType { fields.append("Content-Type", "application/json") }
    if rules.namesItself { fields.append("User-Agent", "VersoConnect-iOS/0.1.2") }
    let request = HTTPRequest(
      method: "POST", target: "/", fields: fields, body: JSON.object(body).serializedBytes())
    return try await network.send(
      request, to: url, timeout: rules.givesRequestsUp ? .seconds(30) : nil)
  }

  private func refusal(_ answer: HTTPResponse, ofCapture isCapture: Bool) -> VersoConnectError {
    let said = (try? JSON(parsing: answer.body))?["error"]?.string
    if let mapped = rules.refusals[answer.status] { return mapped }
    guard let message = said else {
      return rules.unreadableRefusal
        ?? .rejected(status: answer.status, message: "Verso answered HTTP \(answer.status)")
    }
    return .rejected(status: rules.keepsStatus ? answer.status : 0, message: message)
  }
}
