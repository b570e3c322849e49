import Loopback
import StrictJSON
import Wire

@testable import Reference

/// A server without sockets, whose time the test moves.
struct VersoBench {
  var state: VersoServer.State
  var now: WireInstant
  /// Everything that was sent to subscribers so far.
  var deliveries: [Delivery] = []
  /// Everything that was answered so far, hooks aside.
  var replies: [LoopbackReply] = []
  /// Whether requests overlap: what a request settles is not settled before the next.
  var overlaps = false

  /// 2026-08-02T09:00:00Z.
  static let nine = WireInstant(nanoseconds: 1_785_661_200_000_000_000)

  static let device: JSON = [
    "platform": "ios", "osVersion": "18.0", "sdkVersion": "0.1.2", "model": "iPhone0,0",
    "appVersion": "1.0",
  ]

  init(
    faults: [String] = [], variants: [String] = [], signsWebhooks: Bool = false,
    parameters: VersoServer.Parameters = VersoServer.Parameters(seed: 7)
  ) {
    var rules = VersoServer.Rules()
    var parameters = parameters
    for variant in VersoServer.variants where variants.contains(variant.info.name) {
      variant.apply(&rules, &parameters)
    }
    for name in faults { VersoServer.Fault.named(name)?.apply(&rules) }
    if !signsWebhooks { rules.webhookSignature = .none }
    state = VersoServer.State(parameters: parameters, rules: rules)
    now = Self.nine
    _ = hook("webhook.subscribe", ["url": "http://127.0.0.1:9/inbox"])
  }

  mutating func send(
    _ method: String, _ target: String, fields: HTTPFields = [], body: [UInt8] = []
  ) -> LoopbackReply {
    let request = HTTPRequest(method: method, target: target, fields: fields, body: body)
    let (reply, sent) = state.handle(request, now: now)
    if !overlaps { state.settle() }
    deliveries += sent
    return reply
  }

  mutating func post(_ text: String, type: String = "application/json") -> LoopbackReply {
    let reply = send(
      "POST", state.parameters.path, fields: ["Content-Type": type], body: Array(text.utf8))
    replies.append(reply)
    return reply
  }

  mutating func post(_ body: JSON) -> LoopbackReply { post(body.serialized()) }

  mutating func hook(_ name: String, _ arguments: JSON) -> LoopbackReply {
    send("POST", "/_hooks/\(name)", body: arguments.serializedBytes())
  }

  mutating func pass(seconds: Double) {
    now = now + .milliseconds(Int(seconds * 1000))
    deliveries += state.advance(to: now)
  }

  /// Lets the lifetime of a link pass, and so many seconds more or less.
  mutating func passLinkLifetime(plus seconds: Double) {
    pass(seconds: state.parameters.linkLifetime / .seconds(1) + seconds)
  }

  /// Lets the window of a login pass, and so many seconds more or less.
  mutating func passLoginWindow(plus seconds: Double) {
    pass(seconds: state.parameters.loginWindow / .seconds(1) + seconds)
  }
}

// MARK: - Links and logins

extension VersoBench {
  mutating func sign(_ userRef: String, purpose: String? = nil, app: String? = nil) -> String {
    var arguments: JSON = ["userRef": .string(userRef)]
    arguments["purpose"] = purpose.map(JSON.string)
    arguments["app"] = app.map(JSON.string)
    return hook("link.sign", arguments).json["token"]?.string ?? ""
  }

  mutating func start(_ token: String, device: JSON? = VersoBench.device) -> LoopbackReply {
    var body: JSON = ["action": "start", "token": .string(token)]
    body["device"] = device
    return post(body)
  }

  /// A new login of a user.
  mutating func begin(_ userRef: String, app: String? = nil) -> JSON {
    start(sign(userRef, app: app)).json
  }

  /// A session of an account at the provider.
  mutating func login(_ account: String, usable: Bool = true) -> JSON {
    hook("provider.session", ["account": .string(account), "usable": .bool(usable)]).json
  }

  mutating func capture(
    nonce: JSON?, secret: JSON?, _ session: JSON, without absent: [String] = []
  ) -> LoopbackReply {
    var body: JSON = ["action": "capture"]
    body["captureNonce"] = nonce
    body["clientSecret"] = secret
    for (key, value) in session.object ?? [:] where !absent.contains(key) { body[key] = value }
    return post(body)
  }

  mutating func capture(
    _ start: JSON, _ session: JSON, without absent: [String] = []
  ) -> LoopbackReply {
    capture(nonce: start["captureNonce"], secret: start["clientSecret"], session, without: absent)
  }

  /// A user's new login that is captured at once.
  mutating func connect(_ userRef: String, _ account: String, app: String? = nil) -> LoopbackReply {
    let start = begin(userRef, app: app)
    return capture(start, login(account))
  }

  /// The ids of a user's live connections; nil when there is no such user.
  mutating func connections(_ userRef: String) -> [String]? {
    hook("connections.list", ["userRef": .string(userRef)]).json["connections"]?.array?
      .compactMap(\.string)
  }

  /// When the first sync of a connection started, or nil.
  mutating func firstSync(_ id: String) -> JSON? {
    hook("sync.inspect", ["connectionId": .string(id)]).json["startedAt"]
  }
}

// MARK: - Webhooks

extension VersoBench {
  /// The events so far that hold a text, each once however often it was delivered.
  func events(_ type: String, holding text: String? = nil) -> [JSON] {
    var bodies: [JSON] = []
    for delivery in deliveries {
      guard let body = try? JSON(parsing: delivery.body), !bodies.contains(body) else { continue }
      bodies.append(body)
    }
    return bodies.filter { body in
      let texts = body.texts
      return texts.contains(type) && text.map(texts.contains) ?? true
    }
  }
}

extension JSON {
  /// Every text in it, however deep.
  var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let object): object.flatMap(\.value.texts)
    default: []
    }
  }
}
