extension OrderRule {
  /// A machine that judges the rule in one trace.
  func machine() -> any OrderMachine {
    switch kind {
    case .sequence(let steps): SequenceMachine(self, steps)
    case .before(let first, let second):
      PrecedenceMachine(self, first, before: second)
    case .exactlyOnce(let event): CountMachine(self, event, .exactlyOnce)
    case .atMostOnce(let event): CountMachine(self, event, .atMostOnce)
    case .never(let event): CountMachine(self, event, .never)
    case .neverAfter(let event, let after, let until):
      SpanMachine(self, event, from: after, until: until)
    case .neverWhile(let event, let from, let until):
      SpanMachine(self, event, from: from, until: until)
    case .eventually(let response): ResponseMachine(self, response)
    case .onlyOnThread(let event, let thread):
      ThreadMachine(self, event, thread: thread)
    case .sameValue(let members): ValueMachine(self, members, .same)
    case .differentValue(let members): ValueMachine(self, members, .different)
    case .earlierValue(let members): ValueMachine(self, members, .earlier)
    case .noSecretIn(let member, let pattern, let valueOf):
      SecretMachine(self, member, pattern: pattern, valueOf: valueOf)
    case .schema(let member, let schema, _): SchemaMachine(self, member, schema)
    }
  }
}
