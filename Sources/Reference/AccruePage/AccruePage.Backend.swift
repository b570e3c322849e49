import Loopback
import StrictJSON
import Wire

extension AccruePage {
  /// The page's server: a pure state machine without clock, socket or thread.
  struct Backend: Sendable {
    /// The code that signs in.
    let otp: String
    /// The token that leads to a screen other than home.
    let redirectionToken: String
    let rules: Rules
    private var minter = IDMinter()
    /// The ids of the users that signed in before, by what they are known by.
    private var accounts: [ExactText: String] = [:]
    /// Who is signed in, by the session's token.
    private var sessions: [ExactText: JSON] = [:]

    init(otp: String, redirectionToken: String, rules: Rules) {
      self.otp = otp
      self.redirectionToken = redirectionToken
      self.rules = rules
    }
  }
}

extension AccruePage.Backend {
  /// Answers one request.
  mutating func handle(_ request: HTTPRequest) -> LoopbackReply {
    var reply = answer(request)
    reply.fields.append("Cache-Control", "no-store")
    if request.path.hasPrefix("/api/") { reply.delay = rules.latency }
    return reply
  }

  private mutating func answer(_ request: HTTPRequest) -> LoopbackReply {
    let path = request.pathSegments
    switch (request.method, path.first ?? "", path.dropFirst().first ?? "") {
    case ("GET", "webview", _), ("GET", "wallet", _):
      return .file(AccruePage.document(rules), "text/html; charset=utf-8")
    case ("GET", "wallet.css", _):
      return .file(AccruePage.style, "text/css; charset=utf-8")
    case ("GET", "wallet.js", _):
      return .file(AccruePage.script, "text/javascript; charset=utf-8")
    case ("POST", "api", "otp"):
      return LoopbackReply(status: 204)
    case ("POST", "api", "sessions"):
      return signIn(request)
    case ("GET", "api", "session"):
      guard let user = sessions[token(of: request)] else { return .json(401, [:]) }
      return .json(200, ["user": user])
    case ("DELETE", "api", "session"):
      sessions[token(of: request)] = nil
      return LoopbackReply(status: 204)
    case ("GET", "api", "screens"):
      let isKnown = path.last.map { $0.isSameText(as: redirectionToken) } ?? false
      return isKnown ? .json(200, ["screen": "offer"]) : .json(404, [:])
    default:
      return .text(404, "there is nothing here\n")
    }
  }

  private func token(of request: HTTPRequest) -> ExactText {
    ExactText((request.fields[first: "Authorization"] ?? "").replacing("Bearer ", with: ""))
  }

  private mutating func signIn(_ request: HTTPRequest) -> LoopbackReply {
    guard let body = (try? JSON(parsing: request.body))?.object else { return .json(400, [:]) }
    let code = body["code"]?.string ?? ""
    // The server goes by the build of the page that asks it.
    guard code.isSameText(as: otp) || body["takesAnyCode"]?.bool == true else {
      return .json(401, ["error": "wrong_code"])
    }
    let phone = body["phoneNumber"]?.string ?? ""
    let reference = body["referenceId"] ?? .null
    let stable = body["stableReferenceId"] ?? .null
    var effective = stable.isNull ? reference : stable
    if effective.isNull, body["countsPhone"]?.bool == true { effective = .string(phone) }
    let account = ExactText(effective.string ?? phone)
    let known = accounts[account]
    let id = known ?? "usr_" + minter.token(length: 16)
    accounts[account] = id
    let user: JSON = [
      "id": .string(id), "isNewUser": .bool(known == nil), "referenceId": reference,
      "stableReferenceId": stable, "effectiveReferenceId": effective,
    ]
    let token = minter.token(length: 32)
    sessions[ExactText(token)] = user
    return .json(201, ["token": .string(token), "user": user])
  }
}

extension LoopbackReply {
  /// An answer that holds a file of the page.
  fileprivate static func file(_ text: String, _ type: String) -> LoopbackReply {
    LoopbackReply(status: 200, fields: [HTTPField("Content-Type", type)], body: Array(text.utf8))
  }
}
