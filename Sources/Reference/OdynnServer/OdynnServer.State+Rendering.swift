import StrictJSON
import Wire

extension OdynnServer.State {
  /// The session object with the nine members of the document's sample, in its order.
  func rendering(_ session: OdynnServer.Session) -> JSON {
    var body: JSONObject = [
      "id": idValue(session.id),
      "status": .string(status(session)),
      "providerId": .string(session.providerID),
      "connectUrl": .string(
        "\(parameters.linkBase)/link/\(parameters.tenant)/\(session.id)"),
      "workerArrivalTimeoutAt": instant(session.arrivalDeadline),
      "authTimeoutAt": instant(session.authDeadline),
      "returnUrl": session.returnURL.map(JSON.string) ?? .null,
      "metadata": session.metadata,
      "createdAt": instant(session.createdAt),
    ]
    for edit in rules.sessionEdits { edit(&body, context(session)) }
    return .object(body)
  }

  /// The result object of the document's sample.
  func rendering(
    _ session: OdynnServer.Session, _ extraction: OdynnServer.Extraction
  ) -> JSON {
    var body: JSONObject = [
      "sessionId": idValue(session.id),
      "extractedAt": instant(extraction.extractedAt),
      "data": [
        "profile": ["memberNumber": "7A2BC34", "name": "Alex Rivera"],
        "balances": [["kind": "redeemable", "currency": "miles", "amount": 184_220]],
        "tier": ["name": "Platinum"],
        "fetchedAt": instant(extraction.fetchedAt),
      ],
    ]
    for edit in rules.resultEdits { edit(&body, context(session)) }
    return .object(body)
  }

  /// The value of `status`.
  func status(_ session: OdynnServer.Session) -> String {
    switch session.phase {
    case .pending: rules.statusNames.pending
    case .claimed: rules.statusNames.claimed
    case .ended(.completed): rules.statusNames.completed
    case .ended(.expired):
      rules.arrivalTimer == .leavesPending ? rules.statusNames.pending : rules.statusNames.expired
    case .ended(.authTimeout) where rules.authTimer == .leavesPending: rules.statusNames.pending
    case .ended: rules.statusNames.failed
    }
  }

  /// An instant as the server spells it.
  func instant(_ instant: WireInstant) -> JSON { .string(rules.timestamps.text(instant)) }

  /// An id as the server spells it.
  func idValue(_ id: String) -> JSON {
    if case .number = rules.idStyle, let number = JSONNumber(id) { return .number(number) }
    return .string(id)
  }
}
