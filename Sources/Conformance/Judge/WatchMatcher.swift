import SDKDriving
import StrictJSON

/// Tells whether what came is something that a watch means; pure.
struct WatchMatcher {
  let contract: Contract
  let bindings: Bindings

  /// Whether what came is of the kind, and shows what the condition says.
  func fits(_ watch: WatchAction, _ arrival: Arrival) -> Bool {
    let observation = Observation(arrival: arrival)
    guard isOfKind(watch.subject, arrival, observation) else { return false }
    return watch.condition?.isMet(by: observation, bindings) ?? true
  }

  private func isOfKind(
    _ subject: WatchAction.Subject, _ arrival: Arrival, _ observation: Observation
  ) -> Bool {
    switch (subject, arrival) {
    case (.webhook(let kind), .webhook):
      contract.webhooks[kind].map { isRecognised($0, observation) } ?? false
    case (.message(let kind), .message(let message)): kind.map(message.isMeant) ?? true
    case (.event(let name), .event(let event, _)): event.name.isSameText(as: name)
    case (.request(let route), .request(let served)): served.isMeant(by: route)
    default: false
    }
  }

  private func isRecognised(_ webhook: Webhook, _ observation: Observation) -> Bool {
    let texts = webhook.anyString.map { Template($0, raw: true) }
    let members = webhook.body.map { pointer, value in
      MemberMatcher(pointer: pointer, rule: .equals(.constant(value)))
    }
    let shape = Expectation(
      clause: nil, status: nil, headers: [], body: members, anyString: texts, noString: [],
      outcome: nil, value: [], error: [], isAdvisory: false,
      location: FileLocation(path: "", line: 0, column: 0))
    return shape.isMet(by: observation, bindings)
  }
}

extension ServedRequest {
  /// Whether a step that speaks of a route means the request: `any` means all, and `unlisted` those
  /// that no route took.
  func isMeant(by route: String) -> Bool {
    switch route {
    case "any": true
    case "unlisted": self.route == nil
    default: self.route?.isSameText(as: route) ?? false
    }
  }
}
