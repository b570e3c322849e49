import Loopback
import StrictJSON
import Wire

@testable import Reference

/// A server without sockets, whose time the test moves.
struct OdynnBench {
  var state: OdynnServer.State
  var now: WireInstant
  /// Everything that was sent to subscribers so far.
  var deliveries: [Delivery] = []

  /// 2026-07-21T12:00:00.000Z, the instant of the document's samples.
  static let noon = WireInstant(nanoseconds: 1_784_635_200_000_000_000)

  init(
    faults: [String] = [], variants: [String] = [],
    parameters: OdynnServer.Parameters = OdynnServer.Parameters(seed: 7)
  ) {
    var rules = OdynnServer.Rules()
    var parameters = parameters
    for variant in OdynnServer.variants where variants.contains(variant.info.name) {
      variant.apply(&rules, &parameters)
    }
    for name in faults { OdynnServer.Fault.named(name)?.apply(&rules) }
    state = OdynnServer.State(parameters: parameters, rules: rules)
    now = Self.noon
  }

  static let documentedBody: JSON = [
    "providerId": "aadvantage", "metadata": ["userId": "user-123"],
  ]

  mutating func send(
    _ method: String, _ target: String, fields: HTTPFields = [], body: [UInt8] = []
  ) -> LoopbackReply {
    let request = HTTPRequest(method: method, target: target, fields: fields, body: body)
    let (reply, sent) = state.handle(request, now: now)
    deliveries += sent
    return reply
  }

  var credential: HTTPFields {
    [HTTPField(state.parameters.credentialHeader, state.parameters.credential)]
  }

  mutating func post(
    _ body: JSON, key: String? = nil, type: String? = "application/json"
  ) -> LoopbackReply {
    var fields = credential
    if let key { fields.append("Idempotency-Key", key) }
    if let type { fields.append("Content-Type", type) }
    return send("POST", "/v1/sessions", fields: fields, body: body.serializedBytes())
  }

  mutating func create(_ body: JSON = documentedBody, key: String? = nil) -> JSON {
    post(body, key: key).json
  }

  mutating func createID(_ body: JSON = documentedBody, key: String? = nil) -> String {
    create(body, key: key)["id"]?.string ?? ""
  }

  mutating func read(_ id: String) -> LoopbackReply {
    send("GET", "/v1/sessions/\(id)/data", fields: credential)
  }

  mutating func hook(_ name: String, _ arguments: JSON) -> LoopbackReply {
    send("POST", "/_hooks/\(name)", body: arguments.serializedBytes())
  }

  mutating func hook(_ name: String, session id: String) -> Int {
    hook(name, ["sessionId": .string(id)]).status
  }

  mutating func inspect(_ id: String) -> JSON {
    hook("session.inspect", ["sessionId": .string(id)]).json
  }

  mutating func subscribe() {
    _ = hook("webhook.subscribe", ["url": "http://127.0.0.1:9/inbox"])
  }

  mutating func pass(seconds: Double) {
    now = now + .milliseconds(Int(seconds * 1000))
  }

  /// A session that was signed in to in the embed.
  mutating func complete(_ body: JSON = documentedBody) -> String {
    let id = createID(body)
    _ = hook("device.connect", session: id)
    _ = hook("user.completeSignIn", session: id)
    return id
  }

  /// The types of the events so far, whatever their envelope.
  var events: [String] {
    deliveries.map { delivery in
      let body = (try? JSON(parsing: delivery.body)) ?? .null
      return (body["type"] ?? body["event"] ?? body["name"])?.string ?? ""
    }
  }
}

extension LoopbackReply {
  /// The body as JSON; null when it is none.
  var json: JSON { (try? JSON(parsing: body)) ?? .null }
}
