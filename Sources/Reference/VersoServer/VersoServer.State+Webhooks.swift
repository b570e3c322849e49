import StrictJSON
import Wire

extension VersoServer {
  /// What webhooks tell of.
  enum Event: Sendable {
    /// A login has begun.
    case started(Attempt)
    /// An account is connected; the session is nil where none was captured.
    case created(Connection, Attempt, ProviderSession?)
    /// A user's record is made; no document mentions it.
    case user(Link)
    /// A first sync has started; no document mentions it.
    case synced(Connection)
  }
}

extension VersoServer.State {
  /// Adds an address that every event goes to, once however often it is added.
  mutating func subscribe(_ call: HookCall) throws(HookRefusal) -> JSON {
    let url = try call.text("url")
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
      throw HookRefusal(status: 400, "expected an http or https address, received \(url)")
    }
    if !subscribers.contains(where: { $0.isSameText(as: url) }) { subscribers.append(url) }
    return ["url": .string(url)]
  }

  /// Puts an event off to an instant, behind those that are due earlier.
  mutating func schedule(_ event: VersoServer.Event, at due: WireInstant) {
    let place = scheduled.firstIndex { $0.due > due } ?? scheduled.endIndex
    scheduled.insert((due, event), at: place)
  }

  /// Puts an event into the outbox, once for each subscriber.
  mutating func send(_ event: VersoServer.Event, now: WireInstant) {
    guard !subscribers.isEmpty else { return }
    let id = "evt_" + minter.token(length: 16)
    let body = rules.wire.body(envelope(event, id, now: now).serializedBytes())
    let fields = self.fields(body, now: now)
    outbox += subscribers.flatMap { url in
      Array(
        repeating: Delivery(url: url, fields: fields, body: body, delay: rules.webhookDelay),
        count: rules.webhookCopies)
    }
  }

  private func envelope(_ event: VersoServer.Event, _ id: String, now: WireInstant) -> JSON {
    let (type, about) = content(event)
    let instant = JSON.string(rules.timestamps.text(now))
    switch rules.webhookEnvelope {
    case .typed:
      return [
        "id": .string(id), "type": .string(type), "createdAt": instant, "data": .object(about),
      ]
    case .event:
      return .object(JSONObject([("event", .string(type)), ("sentAt", instant)] + about.members))
    case .nested:
      var connection = about
      connection["user"] = about["userRef"].map { ["reference": $0] }
      connection["userRef"] = nil
      connection["id"] = about["connectionId"]
      connection["connectionId"] = nil
      return ["name": .string(type), "payload": ["connection": .object(connection)]]
    }
  }

  private func content(_ event: VersoServer.Event) -> (type: String, about: JSONObject) {
    var context = VersoServer.EditContext(parameters: parameters)
    switch event {
    case .started(let attempt):
      context.attempt = attempt
      var about: JSONObject = [
        "userRef": .string(attempt.link.userRef), "provider": .string(parameters.provider),
      ]
      for edit in rules.startedEdits { edit(&about, context) }
      return (rules.startedType, about)
    case .created(let connection, let attempt, let session):
      context.attempt = attempt
      context.connection = connection
      context.session = session
      var about = members(connection)
      for edit in rules.createdEdits { edit(&about, context) }
      return (rules.createdType, about)
    case .user(let link): return ("user.created", ["userRef": .string(link.userRef)])
    case .synced(let connection): return ("sync.started", members(connection))
    }
  }

  private func members(_ connection: VersoServer.Connection) -> JSONObject {
    [
      "connectionId": .string(connection.id), "userRef": .string(connection.userRef),
      "provider": .string(parameters.provider),
    ]
  }

  private func fields(_ body: [UInt8], now: WireInstant) -> HTTPFields {
    var fields: HTTPFields = ["Content-Type": "application/json"]
    let key = Array(parameters.webhookSecret.utf8)
    switch rules.webhookSignature {
    case .none: break
    case .plain:
      let code = SHA256.authenticationCode(body, key: key)
      fields.append("X-Webhook-Signature", "sha256=" + SHA256.hexadecimal(code))
    case .timestamped:
      let seconds = String(now.nanoseconds / 1_000_000_000)
      let code = SHA256.authenticationCode(Array("\(seconds).".utf8) + body, key: key)
      fields.append("Verso-Signature", "t=\(seconds),v1=\(SHA256.hexadecimal(code))")
    }
    return fields
  }
}
