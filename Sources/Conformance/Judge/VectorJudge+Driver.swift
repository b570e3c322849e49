import Wire
import SDKDriving
import StrictJSON

extension VectorJudge {
  /// Judges a step of the SDK; nil when it showed nothing that can be judged.
  mutating func judgeDriver(
    _ action: DriverAction, _ record: DriverRecord, _ place: Place
  ) throws(MissingValue) -> Observation? {
    switch record {
    case .awaited(let number, let outcome):
      return try judgeEnd(of: number, outcome, place)
    case .looked(let number, let isOpen):
      judgeOpen(number, isOpen, place)
      return .nothing
    case .cancelAsked, .served, .callBegan:
      return .nothing
    default:
      return nil
    }
  }

  private mutating func judgeEnd(
    of number: Int, _ outcome: CallOutcome?, _ place: Place
  ) throws(MissingValue) -> Observation? {
    let operation = operation(of: number)
    guard let outcome else {
      if place.step.expect?.allowsPending == true {
        check(clause(place.step.expect, place, operation: nil))
        return .nothing
      }
      judgeUnended(operation, place)
      return nil
    }
    guard let observation = Observation(.awaited(number: number, outcome)) else {
      judgement.couldNotRun.append("the driver does not offer the operation \(operation)")
      return nil
    }
    try judgeSaid(observation, place)
    let missing = bindings.take(place.step.captures, from: observation)
    if !missing.isEmpty {
      let names = missing.map(\.name).joined(separator: ", ")
      judgement.couldNotRun.append(
        "step \(place.number) (\(place.step.location)): \(operation) ended without \(names)")
    }
    return observation
  }

  /// A call that does not end breaks what is said of its end.
  private mutating func judgeUnended(_ operation: String, _ place: Place) {
    guard let said = place.step.said else { return }
    let clause = clause(said, place, operation: nil)
    check(clause, isAdvisory: place.step.isOnlyAdvisory)
    find(
      Difference(
        at: "/outcome", expected: "\(operation) to end",
        received: "nothing within \(patience(of: place.step))"),
      on: clause, place, isAdvisory: place.step.isOnlyAdvisory)
  }

  private mutating func judgeOpen(_ number: Int, _ isOpen: Bool, _ place: Place) {
    let operation = operation(of: number)
    let differences =
      isOpen
      ? []
      : [
        Difference(
          at: "/outcome", expected: "\(operation) not to have ended",
          received: ending(of: number).map { "that it \($0)" } ?? "that it has")
      ]
    judgeBare(differences, place)
  }

  /// How long a step waited for the end of a call.
  private func patience(of step: Step) -> TimeSpan {
    guard case .driver(.finish(let finish)) = step.action, let within = finish.within else {
      return context.target.vectorDeadline
    }
    return min(within, context.target.vectorDeadline)
  }

  private func operation(of number: Int) -> String {
    for entry in entries {
      if case .driver(.callBegan(number, let operation, _)) = entry.event { return operation }
    }
    return "the call"
  }

  private func ending(of number: Int) -> String? {
    for entry in entries {
      guard case .driver(.callEnded(number, let outcome)) = entry.event else { continue }
      switch outcome {
      case .returned(let value): return "returned \(shown(value))"
      case .threw(let error): return "threw \(shown(error.json))"
      case .notOffered: return nil
      }
    }
    return nil
  }

  /// How many requests to a route were unanswered at once, at most.
  func mostInFlight(of route: String) -> Int {
    var open: Set<Int> = []
    var most = 0
    for entry in entries {
      switch entry.event {
      case .driver(.request(let request)) where request.isMeant(by: route):
        open.insert(request.number)
        most = max(most, open.count)
      case .driver(.answered(let number)):
        open.remove(number)
      default: break
      }
    }
    return most
  }
}

extension Expectation {
  /// Whether a call that has not ended is as expected, too.
  fileprivate var allowsPending: Bool {
    guard case .constant(let allowed)? = outcome else { return false }
    return allowed.string == "pending" || allowed.array?.contains(.string("pending")) == true
  }
}

// MARK: - The vector as a whole

extension VectorJudge {
  /// Judges what the SDK did over the whole vector: that every call ended once, and in which order
  /// things happened.
  mutating func judgeDriver() {
    for entry in entries {
      switch entry.event {
      case .broken(let reason): judgement.harnessErrors.append(reason)
      case .driver(.callEnded(_, let outcome)) where outcome != .notOffered:
        if let clause = context.contract.outcomeOnce { check(clause) }
      case .driver(.callEndedAgain(let number)): judgeSecondEnd(of: number)
      default: break
      }
    }
    guard steps.driveAnSDK, judgement.harnessErrors.isEmpty else { return }
    judgeOrder()
  }

  private mutating func judgeSecondEnd(of number: Int) {
    let operation = operation(of: number)
    guard let clause = context.contract.outcomeOnce else {
      judgement.harnessErrors.append("the driver answered the call of \(operation) twice")
      return
    }
    find(
      Difference(
        at: "/outcome", expected: "one outcome of \(operation)", received: "a second one"),
      on: clause, wholeVector)
  }

  private var wholeVector: Place {
    Place(number: 0, path: [0], step: steps[0])
  }

  private mutating func judgeOrder() {
    let rules = context.contract.order.filter { $0.role == .sdk }
    let outcomes = TraceRules(rules, names: []).outcomes(of: entries.compactMap { order($0.event) })
    for (rule, outcome) in zip(rules, outcomes) {
      if outcome.isChecked { check(rule.clause, isAdvisory: rule.isAdvisory) }
      for finding in outcome.findings {
        find(
          Difference(at: finding.at, expected: finding.expected, received: finding.received),
          on: rule.clause, wholeVector, isAdvisory: rule.isAdvisory, location: rule.location)
      }
    }
  }
}

extension VectorJudge {
  /// What happened as rules of order see it: the SDK's own events, `call.began {operation,
  /// arguments}`, `call.ended {operation, outcome, value or error}`, `request {route, method, path}`.
  private func order(_ event: Transcript.Event) -> (name: String, data: JSON)? {
    switch event {
    case .driver(.event(let event, _)):
      (event.name, event.data)
    case .driver(.callBegan(_, let operation, let arguments)):
      ("call.began", ["operation": .string(operation), "arguments": arguments])
    case .driver(.callEnded(let number, let outcome)):
      ("call.ended", outcome.order(operation(of: number)))
    case .driver(.request(let served)):
      (
        "request",
        [
          "route": served.route.map { .string($0) } ?? .null,
          "method": .string(served.request.method), "path": .string(served.request.path),
        ]
      )
    default:
      nil
    }
  }
}

extension CallOutcome {
  fileprivate func order(_ operation: String) -> JSON {
    let name = JSON.string(operation)
    return switch self {
    case .returned(let value): ["operation": name, "outcome": "returned", "value": value]
    case .threw(let error): ["operation": name, "outcome": "threw", "error": error.json]
    case .notOffered: ["operation": name, "outcome": "notOffered"]
    }
  }
}
