extension OrderRule {
  /// A judge of the rule for one trace.
  func judge() -> any OrderJudging {
    switch kind {
    case .sequence(let steps): OrderJudge(self, SequenceMachine(patterns: steps))
    case .before(let first, let second):
      OrderJudge(self, PrecedenceMachine(first, before: second))
    case .exactlyOnce(let event): OrderJudge(self, CountMachine(event, .exactlyOnce))
    case .atMostOnce(let event): OrderJudge(self, CountMachine(event, .atMostOnce))
    case .never(let event): OrderJudge(self, CountMachine(event, .never))
    case .neverAfter(let event, let after, let until):
      OrderJudge(self, SpanMachine(event, from: after, until: until))
    case .neverWhile(let event, let from, let until):
      OrderJudge(self, SpanMachine(event, from: from, until: until))
    case .eventually(let response): OrderJudge(self, ResponseMachine(response))
    case .onlyOnThread(let event, let thread):
      OrderJudge(self, ThreadMachine(event, thread: thread))
    case .sameValue(let members): OrderJudge(self, ValueMachine(members, .same))
    case .differentValue(let members): OrderJudge(self, ValueMachine(members, .different))
    case .earlierValue(let members): OrderJudge(self, ValueMachine(members, .earlier))
    case .noSecretIn(let member, let pattern, let valueOf):
      OrderJudge(self, SecretMachine(member, pattern: pattern, valueOf: valueOf))
    case .schema(let member, let schema, _): OrderJudge(self, SchemaMachine(member, schema))
    }
  }
}
