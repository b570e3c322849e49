import StrictJSON
import Wire

extension OdynnServer.State {
  /// Adds an address that every event of the tenant goes to, once however often it is added.
  mutating func subscribe(_ call: HookCall) throws(HookRefusal) -> JSON {
    let url = try call.text("url")
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
      throw HookRefusal(status: 400, "expected an http or https address, received \(url)")
    }
    if !subscribers.contains(where: { $0.isSameText(as: url) }) { subscribers.append(url) }
    return ["url": .string(url)]
  }

  /// Puts an event about a session into the outbox, once for each subscriber.
  mutating func announce(_ type: String, _ session: OdynnServer.Session, now: WireInstant) {
    if let flow = session.flow, !rules.announcedFlows.contains(flow) { return }
    guard !subscribers.isEmpty else { return }
    let id = "evt_" + minter.token(length: 16)
    let body = rules.wire.body(event(type, id, session, now: now).serializedBytes())
    let fields = self.fields(body, now: now)
    let isCompleted = session.ending == .completed
    let deliveries = subscribers.flatMap { url in
      var delivery = Delivery(url: url, fields: fields, body: body, delay: rules.webhookDelay)
      if rules.announcement == .whileOpen, isCompleted {
        delivery.delay = .seconds(1)
        delivery.session = session.id
      }
      return Array(repeating: delivery, count: rules.webhookCopies)
    }
    if rules.announcement == .afterClose, isCompleted {
      held[ExactText(session.id), default: []] += deliveries
    } else {
      outbox += deliveries
    }
  }

  private func event(
    _ type: String, _ id: String, _ session: OdynnServer.Session, now: WireInstant
  ) -> JSON {
    var about: JSONObject = [
      "sessionId": .string(session.id), "status": .string(status(session)),
      "providerId": .string(session.providerID), "metadata": session.metadata,
    ]
    for edit in rules.eventEdits { edit(&about, context(session)) }
    switch rules.webhookEnvelope {
    case .typed:
      return [
        "id": .string(id), "type": .string(type), "createdAt": instant(now),
        "data": .object(about),
      ]
    case .event:
      return .object(
        JSONObject([("event", .string(type)), ("sentAt", instant(now))] + about.members))
    case .nested:
      about["id"] = about["sessionId"]
      about["sessionId"] = nil
      return ["name": .string(type), "payload": ["session": .object(about)]]
    }
  }

  private func fields(_ body: [UInt8], now: WireInstant) -> HTTPFields {
    var fields: HTTPFields = ["Content-Type": "application/json"]
    let key = Array(parameters.webhookSecret.utf8)
    switch rules.signature {
    case .none: break
    case .plain:
      let code = SHA256.authenticationCode(body, key: key)
      fields.append("X-Webhook-Signature", "sha256=" + SHA256.hexadecimal(code))
    case .timestamped:
      let seconds = String(now.nanoseconds / 1_000_000_000)
      let code = SHA256.authenticationCode(Array("\(seconds).".utf8) + body, key: key)
      fields.append("Odynn-Signature", "t=\(seconds),v1=\(SHA256.hexadecimal(code))")
    }
    return fields
  }
}
