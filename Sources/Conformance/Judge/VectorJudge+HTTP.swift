import StrictJSON
import Wire

extension VectorJudge {
  /// Judges an exchange; nil when no whole answer came.
  mutating func judgeExchange(
    _ exchange: HTTPExchange, _ place: Place, operation: Operation?
  ) throws(MissingValue) -> Observation? {
    guard let response = exchange.response else {
      judgeFailure(exchange, place, operation)
      return nil
    }
    let observation = Observation(response: response)
    if observation.isCut {
      judgement.couldNotRun.append(
        """
        step \(place.number) (\(place.step.location)) was answered with \(response.bodyLength) \
        bytes, of which \(response.body.count) were kept: its body cannot be judged
        """)
    }
    judgeWire(exchange, place, operation)
    noteDeadlines(observation)
    if let answer = operation?.response(for: response.status) {
      judgeShape(answer, observation, place)
    }
    try judgeSaid(observation, place, operation: operation)
    noteChoices(exchange, response, observation, place)
    let missing = bindings.take(place.step.captures, from: observation)
    if !missing.isEmpty { judgeMissing(missing, response, place, operation) }
    return observation
  }

  /// An answer that is cut, late or not HTTP is a finding; a request that never arrived is not.
  private mutating func judgeFailure(
    _ exchange: HTTPExchange, _ place: Place, _ operation: Operation?
  ) {
    guard let failure = exchange.failure else { return }
    if failure.kind.neverArrived {
      judgement.isUnreachable = true
      judgement.couldNotRun.append("the target cannot be reached: \(failure.message)")
    } else if failure.kind == .cancelled {
      judgement.couldNotRun.append("the run was interrupted")
    } else {
      let clause = clause(place.step.said, place, operation: operation)
      check(clause, isAdvisory: place.step.isOnlyAdvisory)
      find(
        Difference(
          at: "", expected: "a whole HTTP response", received: failure.message,
          note: "expected a whole HTTP response, received \(failure.message)"),
        on: clause, place, isAdvisory: place.step.isOnlyAdvisory)
    }
  }

  private mutating func judgeWire(
    _ exchange: HTTPExchange, _ place: Place, _ operation: Operation?
  ) {
    for sentence in exchange.observations {
      let difference = Difference(
        at: "/headers", expected: "a message that keeps to RFC 9112", received: sentence,
        note: sentence)
      let clause = clause(place.step.said, place, operation: operation)
      find(difference, on: clause, place, isAdvisory: true)
    }
  }

  /// Holds the body against the contract's own shape of that answer.
  ///
  /// Of a body that is longer than what we keep nothing can be said.
  private mutating func judgeShape(
    _ answer: Operation.Response, _ observation: Observation, _ place: Place
  ) {
    let fallback = answer.clause ?? clause(nil, place, operation: nil)
    check(fallback)
    guard let schema = answer.body else { return }
    guard !observation.isCut else { return }
    guard let document = observation.body?.document else {
      let reason = observation.body?.syntaxError.map { " (\($0))" } ?? ""
      find(
        Difference(
          at: "/body", expected: "a JSON body", received: unread(observation.body) + reason),
        on: fallback, place)
      return
    }
    for duplicate in document.firstDuplicateKey == nil ? [] : document.duplicateKeys {
      find(
        Difference(
          at: "/body\(duplicate.pointer)", expected: "every name once (RFC 8259 §4)",
          received: "“\(duplicate.key)” again at \(duplicate.position)"),
        on: fallback, place, isAdvisory: true)
    }
    let result = schema.judge(document.root)
    result.clauses.forEach { check($0) }
    for violation in result.violations {
      let clause = violation.clause ?? fallback
      check(clause)
      find(
        Difference(
          at: "/body\(violation.instance)", expected: violation.expected,
          received: violation.received),
        on: clause, place)
    }
  }

  /// A set-up answer without what later steps need: blamed on its own clause, but not when the
  /// target only asked for patience.
  private mutating func judgeMissing(
    _ missing: [Capture], _ response: HTTPResponse, _ place: Place, _ operation: Operation?
  ) {
    let names = missing.map(\.name).joined(separator: ", ")
    let isPatience = response.status == 429 || response.status == 503
    if !isPatience, place.step.expect?.status == nil, let operation,
      operation.response(for: response.status) == nil,
      let documented = operation.responses.first(where: { (200..<300).contains($0.status) })
    {
      let clause = documented.response.clause ?? clause(nil, place, operation: operation)
      check(clause)
      find(
        Difference(
          at: "/status", expected: String(documented.status), received: String(response.status)),
        on: clause, place)
    }
    judgement.couldNotRun.append(
      """
      step \(place.number) (\(place.step.location)) was answered \(response.status) without what \
      later steps need: \(names)
      """
    )
  }

  /// Judges how a hook ended.
  mutating func judgeHook(
    _ record: HookRecord, _ action: HookAction, _ place: Place
  ) throws(MissingValue) -> Observation? {
    let hook = context.contract.hooks[action.name]
    switch record.outcome {
    case .notOffered where hook?.isOptional == true:
      judgement.notApplicable =
        """
        the target's environment answered that it does not offer the optional hook \(action.name); \
        have it answered to have these checked
        """
      return nil
    case .notOffered:
      judgement.couldNotRun.append(
        "the target's environment answered that it does not offer the hook \(action.name)")
      return nil
    case .failed where record.neverArrived:
      judgement.isUnreachable = true
      judgement.couldNotRun.append(
        "the target cannot be reached: \(record.message ?? "no reason given")")
      return nil
    case .failed:
      judgement.harnessErrors.append(
        "the hook \(action.name) broke: \(record.message ?? "no reason given")")
      return nil
    case .refused where hook?.isJudged == true && place.step.expect == nil && !place.isCounted:
      judgement.couldNotRun.append(
        "step \(place.number) (\(place.step.location)): \(action.name) was refused during set-up")
    case .done, .refused: break
    }
    let observation = Observation(hook: record)
    try judgeSaid(observation, place)
    let missing = bindings.take(place.step.captures, from: observation)
    if !missing.isEmpty {
      let names = missing.map(\.name).joined(separator: ", ")
      judgement.couldNotRun.append("the hook \(action.name) did not give \(names)")
    }
    return observation
  }
}
