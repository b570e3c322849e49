import StrictJSON

/// Tells whether a webhook is one that a watch means; pure.
struct WatchMatcher {
  let contract: Contract
  let bindings: Bindings

  /// Whether a delivery is of the kind, and shows what the condition says.
  func fits(_ watch: WatchAction, _ delivery: Delivery) -> Bool {
    guard case .webhook(let kind) = watch.subject, let webhook = contract.webhooks[kind] else {
      return false
    }
    let observation = Observation(delivery: delivery)
    guard isRecognised(webhook, observation) else { return false }
    return watch.condition?.isMet(by: observation, bindings) ?? true
  }

  private func isRecognised(_ webhook: Webhook, _ observation: Observation) -> Bool {
    let texts = webhook.anyString.map { Template($0, raw: true) }
    let members = webhook.body.map { pointer, value in
      MemberMatcher(pointer: pointer, rule: .equals(.constant(value)))
    }
    let shape = Expectation(
      clause: nil, status: nil, headers: [], body: members, anyString: texts, noString: [],
      outcome: nil, value: [], isAdvisory: false,
      location: FileLocation(path: "", line: 0, column: 0))
    return shape.isMet(by: observation, bindings)
  }
}
