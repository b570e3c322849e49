import Loopback
import StrictJSON
import Wire

extension VersoServer {
  /// An answer that is an error.
  struct Failure: Error, Sendable {
    /// The status.
    var status: Int
    /// A sentence for the body.
    var message: String
    /// Fields beside the body.
    var fields: HTTPFields = []
    /// Members beside the sentence.
    var members: JSONObject = [:]
    /// Whether the connection is closed instead.
    var isDropped = false
  }
}

extension VersoServer.State {
  /// The longest body that is read, in bytes.
  static let bodyLimit = 256 << 10

  /// Answers a request to the endpoint.
  mutating func api(_ request: HTTPRequest, now: WireInstant) -> LoopbackReply {
    do throws(VersoServer.Failure) {
      return try route(request, now: now)
    } catch {
      return reply(error)
    }
  }

  private mutating func route(
    _ request: HTTPRequest, now: WireInstant
  ) throws(VersoServer.Failure) -> LoopbackReply {
    let isStart = request.path.isSameText(as: rules.path ?? parameters.path)
    let capturePath = rules.capturePath ?? rules.path ?? parameters.path
    let isCapture = request.path.isSameText(as: capturePath)
    guard isStart || isCapture else {
      throw VersoServer.Failure(status: 404, message: "There is nothing at this path.")
    }
    guard request.method.isSameText(as: rules.method) else {
      throw VersoServer.Failure(
        status: 405, message: "This endpoint answers \(rules.method) only.",
        fields: ["Allow": rules.method])
    }
    try checkCaller(request)
    let body = try object(request)
    switch body["action"]?.string {
    case .some("start") where isStart: return try start(body, now: now)
    case .some("capture") where isCapture: return try capture(body, now: now)
    default: throw malformed("expected the action start or capture")
    }
  }

  private func checkCaller(_ request: HTTPRequest) throws(VersoServer.Failure) {
    if rules.needsSDKAgent {
      let agent = request.fields[first: "User-Agent"] ?? ""
      guard agent.hasPrefix("VersoConnect/") else {
        throw VersoServer.Failure(status: 403, message: "This endpoint is for the SDK.")
      }
    }
    if rules.needsAuthorization {
      let value = request.fields[first: "Authorization"] ?? ""
      guard value.isSameText(as: "Bearer " + parameters.appSecret) else {
        throw VersoServer.Failure(
          status: 401, message: "This endpoint needs the app's key.",
          fields: ["WWW-Authenticate": "Bearer"])
      }
    }
  }

  /// What a body that is not as it should be is answered with.
  func malformed(_ reason: String) -> VersoServer.Failure {
    VersoServer.Failure(
      status: rules.malformed == .crashes ? 500 : rules.statuses.malformed,
      message: "The request cannot be read: \(reason).", isDropped: rules.malformed == .dropped)
  }

  /// The reply for an error.
  private func reply(_ failure: VersoServer.Failure) -> LoopbackReply {
    if failure.isDropped { return .dropped }
    var reply: LoopbackReply
    switch rules.errorBody {
    case .error: reply = .json(failure.status, ["error": .string(failure.message)])
    case .message: reply = .json(failure.status, ["message": .string(failure.message)])
    case .envelope(let envelope):
      reply = envelope.reply(
        status: failure.status, code: "connect_refused", message: failure.message)
    }
    for field in failure.fields { reply.fields.append(field) }
    guard !rules.errorEdits.isEmpty || !failure.members.isEmpty,
      var body = (try? JSON(parsing: reply.body))?.object
    else { return reply }
    for member in failure.members { body[member.key] = member.value }
    for edit in rules.errorEdits { edit(&body, VersoServer.EditContext(parameters: parameters)) }
    reply.body = JSON.object(body).serializedBytes()
    return reply
  }
}

// MARK: - Reading the request

extension VersoServer.State {
  private func object(_ request: HTTPRequest) throws(VersoServer.Failure) -> JSONObject {
    guard request.body.count <= Self.bodyLimit else {
      throw VersoServer.Failure(
        status: rules.statuses.tooLarge,
        message: "The body may have \(Self.bodyLimit) bytes at most.")
    }
    let type = request.fields[first: "Content-Type"] ?? "application/json"
    let essence = type.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
    let expected =
      rules.bodyFormat == .json ? "application/json" : "application/x-www-form-urlencoded"
    guard essence.isEqualIgnoringASCIICase(expected) else {
      throw VersoServer.Failure(
        status: rules.statuses.mediaType, message: "The body must be \(expected).")
    }
    return rules.bodyFormat == .json ? try members(request.body) : form(request)
  }

  private func members(_ body: [UInt8]) throws(VersoServer.Failure) -> JSONObject {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: body, limits: JSONLimits(depth: 32))
    } catch {
      throw malformed("\(error)")
    }
    guard document.duplicateKeys.isEmpty else { throw malformed("a name occurs twice") }
    guard let members = document.root.value.object else { throw malformed("expected an object") }
    return members
  }

  private func form(_ request: HTTPRequest) -> JSONObject {
    let query = HTTPRequest(
      method: "GET", target: "/?" + String(decoding: request.body, as: UTF8.self), fields: [],
      body: [])
    return JSONObject(query.queryItems.map { ($0.name, .string($0.value)) })
  }

  /// A member that has to be text with at least one character.
  func text(_ key: String, in body: JSONObject) throws(VersoServer.Failure) -> String {
    guard let text = body[key]?.string, !text.isEmpty else {
      throw malformed("expected \(key) as a string")
    }
    return text
  }
}
