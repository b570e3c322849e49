import Loopback
import StrictJSON
import Wire

extension OdynnServer {
  /// An answer that is an error.
  struct Failure: Error, Sendable {
    /// The status.
    var status: Int
    /// The code in the body.
    var code: String
    /// A sentence in the body.
    var message: String
    /// Fields beside the body.
    var fields: HTTPFields = []
  }
}

extension OdynnServer.State {
  /// The longest body that a creation may have, in bytes.
  static let bodyLimit = 64 << 10

  /// Answers a request to the REST routes.
  mutating func api(_ request: HTTPRequest, now: WireInstant) -> LoopbackReply {
    do throws(OdynnServer.Failure) {
      return try route(request, now: now)
    } catch {
      return reply(error, session: nil)
    }
  }

  private mutating func route(
    _ request: HTTPRequest, now: WireInstant
  ) throws(OdynnServer.Failure) -> LoopbackReply {
    let segments = request.pathSegments
    guard segments.count >= 2, segments.starts(with: ["v1", "sessions"]) else {
      throw notFound(request)
    }
    if segments.count == 2 {
      try expect("POST", request)
      try authenticate(request, rules.keyCheck)
      return try create(request, now: now)
    }
    guard segments.count == 4, segments[3].isSameText(as: "data") else { throw notFound(request) }
    try expect("GET", request)
    try authenticate(request, rules.dataKeyCheck)
    return read(segments[2], now: now)
  }

  private func notFound(_ request: HTTPRequest) -> OdynnServer.Failure {
    OdynnServer.Failure(
      status: 404, code: "route_not_found", message: "There is no route for this path.")
  }

  private func expect(_ method: String, _ request: HTTPRequest) throws(OdynnServer.Failure) {
    guard !request.method.isSameText(as: method) else { return }
    throw OdynnServer.Failure(
      status: 405, code: "method_not_allowed", message: "This route answers \(method) only.",
      fields: ["Allow": method])
  }

  private func authenticate(
    _ request: HTTPRequest, _ check: OdynnServer.KeyCheck
  ) throws(OdynnServer.Failure) {
    if check == .none { return }
    let values = request.fields.all(parameters.credentialHeader)
    if values.count == 1, let key = parameters.key(inCredential: values[0]) {
      if key.isSameText(as: parameters.apiKey) { return }
      if check == .prefix, key.hasPrefix("odc_live_") { return }
    }
    throw OdynnServer.Failure(
      status: rules.refusalStatus, code: "unauthorized",
      message: "This route needs the tenant's key.",
      fields: rules.refusalStatus == 401 ? ["WWW-Authenticate": "Bearer"] : [])
  }

  /// The reply for an error.
  func reply(_ failure: OdynnServer.Failure, session: OdynnServer.Session?) -> LoopbackReply {
    var reply = rules.errorEnvelope.reply(
      status: failure.status, code: failure.code, message: failure.message)
    for field in failure.fields { reply.fields.append(field) }
    guard !rules.errorEdits.isEmpty, var body = (try? JSON(parsing: reply.body))?.object else {
      return reply
    }
    for edit in rules.errorEdits { edit(&body, context(session)) }
    reply.body = JSON.object(body).serializedBytes()
    return reply
  }
}
