import StrictJSON

extension VectorJudge {
  /// Judges a watch: what came in time, or that nothing did.
  mutating func judgeWatched(
    _ watch: WatchAction, _ arrival: Arrival?, _ place: Place
  ) throws(MissingValue) -> Observation? {
    let clause = clause(of: watch, place, isMissing: arrival == nil)
    guard let arrival else {
      if let name = bindings.missing(in: watch) { throw MissingValue(name: name) }
      if let lateness = lateness(watch, place) {
        judgement.couldNotRun.append(
          """
          step \(place.number) (\(place.step.location)): \(watch.subject) came only after \
          \(lateness); “webhooks.grace” of the target file says how long one is waited for
          """)
        return nil
      }
      check(clause, isAdvisory: place.step.isOnlyAdvisory)
      let difference = Difference(
        at: "", expected: "\(watch.subject) in time", received: "none",
        note: "expected \(watch.subject) in time, received none", isAbsence: true)
      find(difference, on: clause, place, isAdvisory: place.step.isOnlyAdvisory)
      if !place.step.captures.isEmpty || !clauses.contains(clause) {
        judgement.couldNotRun.append("step \(place.number): \(watch.subject) never came")
      }
      return nil
    }
    check(clause, isAdvisory: place.step.isOnlyAdvisory)
    let observation = Observation(arrival: arrival)
    try judgeSaid(observation, place)
    _ = bindings.take(place.step.captures, from: observation)
    return observation
  }

  /// How long after a watch began the webhook that it means came after all; nil when it never came,
  /// or when the vector itself says how soon it must.
  private func lateness(_ watch: WatchAction, _ place: Place) -> TimeSpan? {
    guard case .webhook = watch.subject, watch.within == nil,
      let missed = entries.last(where: { $0.step == place.path })
    else { return nil }
    let taken = Set(
      entries.compactMap { entry in
        if case .watched(let arrival?) = entry.event { arrival } else { nil }
      })
    let matcher = WatchMatcher(contract: context.contract, bindings: bindings)
    let late = entries.first { entry in
      guard entry.began >= missed.ended, let arrival = entry.event.arrival else { return false }
      return !taken.contains(arrival) && matcher.fits(watch, arrival)
    }
    return late.map { $0.began - missed.began }
  }

  /// The clause that a watch speaks of: the step's own, else the one that the contract gives that
  /// kind of webhook.
  ///
  /// A message that does not come is the business of its own clause alone.
  private func clause(of watch: WatchAction, _ place: Place, isMissing: Bool) -> String {
    if isMissing, case .message(let kind?) = watch.subject,
      let documented = context.contract.page?.messages.first(where: { $0.name == kind })?.clause
    {
      return documented
    }
    if let said = place.step.said?.clause { return said }
    if place.step.expect == nil, case .webhook(let kind) = watch.subject,
      let documented = context.contract.webhooks[kind]?.clause
    {
      return documented
    }
    return clause(place.step.expect, place, operation: nil)
  }

  /// Judges a comparison of what earlier steps captured.
  mutating func judgeCheck(_ check: Check, _ place: Place) throws(MissingValue) -> Observation? {
    switch check {
    case .count, .maxInFlight: return .nothing
    case .again(let label): return try judgeAgain(label, place)
    case .equal, .distinct, .instants: break
    }
    let differences: [Difference]
    do throws(MissingValue) {
      differences = try self.differences(check)
    } catch {
      guard error.isUnreadable else { throw error }
      note(error, place)
      return .nothing
    }
    judgeBare(differences, place)
    return .nothing
  }

  /// Holds what an earlier step showed against what is said here.
  private mutating func judgeAgain(
    _ label: String, _ place: Place
  ) throws(MissingValue) -> Observation? {
    guard let observation = observations[label] else {
      judgement.couldNotRun.append(
        "step \(place.number) (\(place.step.location)) looks at “\(label)”, which showed nothing")
      return nil
    }
    try judgeSaid(observation, place)
    return observation
  }

  /// Records a check's differences on the clause of its expectation, or of its advisories.
  mutating func judgeBare(_ differences: [Difference], _ place: Place) {
    let said = [place.step.expect].compactMap { $0 } + place.step.advisories
    if said.isEmpty {
      let clause = clause(nil, place, operation: nil)
      check(clause)
      differences.forEach { find($0, on: clause, place) }
    }
    for expectation in said {
      let clause = clause(expectation, place, operation: nil)
      check(clause, isAdvisory: expectation.isAdvisory)
      for difference in differences {
        find(difference, on: clause, place, isAdvisory: expectation.isAdvisory)
      }
    }
  }

  private func differences(_ check: Check) throws(MissingValue) -> [Difference] {
    switch check {
    case .equal(let templates):
      let values = try values(templates)
      return values.dropFirst().filter { $0 != values[0] }.map {
        Difference(at: "", expected: "the same as \(shown(values[0]))", received: shown($0))
      }
    case .distinct(let templates):
      let values = try values(templates)
      return values.indices.filter { values[..<$0].contains(values[$0]) }.map {
        Difference(
          at: "", expected: "values that all differ", received: "\(shown(values[$0])) again")
      }
    case .instants(let left, let relation, let right):
      return try instants(try bindings.value(of: left), relation, try bindings.value(of: right))
    case .count(let watch, let range):
      if let name = bindings.missing(in: watch) { throw MissingValue(name: name) }
      let matcher = WatchMatcher(contract: context.contract, bindings: bindings)
      guard let start = start(of: watch.since) else { return [] }
      let end = try end(of: watch, from: start)
      let earlier = taken(before: watch.since)
      let count = entries.count { entry in
        guard entry.began >= start, entry.began < end, let arrival = entry.event.arrival else {
          return false
        }
        // What an earlier step waited for may have come at the very instant at which this began.
        if entry.began == start, earlier.contains(arrival) { return false }
        return matcher.fits(watch, arrival)
      }
      guard !range.contains(count) else { return [] }
      let scope = watch.since.map { " since “\($0)”" } ?? ""
      return [
        Difference(
          at: "", expected: "\(range) of \(watch.subject)\(scope)", received: String(count))
      ]
    case .again: return []
    case .maxInFlight(let route, let most):
      let seen = mostInFlight(of: route)
      guard seen > most else { return [] }
      return [
        Difference(
          at: "", expected: "at most \(most) of a request to \(route) unanswered at once",
          received: String(seen))
      ]
    }
  }

  /// When the step of a label began, or the vector; nil when that step was not performed.
  private func start(of label: String?) -> Instant? {
    guard let label else { return Instant(nanoseconds: .min) }
    return begun[label]?.at
  }

  /// What steps before that of a label waited for, and got.
  private func taken(before label: String?) -> Set<Arrival> {
    guard let label, let first = begun[label]?.step else { return [] }
    return Set(
      entries.compactMap { entry in
        guard case .watched(let arrival?) = entry.event, let step = entry.step.first, step < first
        else { return nil }
        return arrival
      })
  }

  /// Until when what a watch means is counted.
  private func end(of watch: WatchAction, from start: Instant) throws(MissingValue) -> Instant {
    guard let upTo = watch.upTo else { return Instant(nanoseconds: .max) }
    let text = try bindings.text(of: upTo)
    guard let span = TimeSpan(iso8601: text) else { throw MissingValue(name: text) }
    return (watch.since == nil ? entries.first?.began ?? start : start) + span
  }

  private func values(_ templates: [ValueTemplate]) throws(MissingValue) -> [JSON] {
    var values: [JSON] = []
    for template in templates { values.append(try bindings.value(of: template)) }
    return values
  }

  /// How two instants do not stand as they should; one that cannot be read is the business of what
  /// says how it is written.
  private func instants(
    _ left: JSON, _ relation: InstantRelation, _ right: JSON
  ) throws(MissingValue) -> [Difference] {
    let first = try instant(left)
    let second = try instant(right)
    guard !relation.holds(first, second) else { return [] }
    return [
      Difference(
        at: "", expected: "\(first) \(relation.rawValue) \(second)", received: "\(first), \(second)"
      )
    ]
  }

  private func instant(_ value: JSON) throws(MissingValue) -> Instant {
    guard let instant = value.string.flatMap({ Instant(rfc3339: $0) }) else {
      throw MissingValue(name: shown(value), isUnreadable: true)
    }
    return instant
  }

  /// Judges what is said of the vector as a whole: what must not have come, and how often.
  mutating func judgeEnd() {
    for (index, step) in steps.enumerated() where step.isJudgedAtTheEnd {
      guard reached.contains(index + 1) else { continue }
      let place = Place(number: index + 1, path: [index + 1], step: step)
      let check: Check
      switch step.action {
      case .absent(let watch): check = .count(watch, CountRange(least: 0, most: 0))
      case .check(let count): check = count
      default: continue
      }
      do throws(MissingValue) {
        judgeBare(try differences(check), place)
      } catch {
        note(error, place)
      }
    }
  }

  /// Judges several lists of steps that were performed at once.
  mutating func judgeTogether(
    _ action: TogetherAction, _ place: Place
  ) throws(MissingValue) -> Observation? {
    let outer = bindings
    var ends: [Observation?] = []
    for (number, steps) in action.branches.enumerated() {
      bindings = outer
      let last = walk(steps, prefix: place.path + [number + 1])
      ends.append(last)
    }
    bindings = outer
    guard judgement.couldNotRun.isEmpty, judgement.harnessErrors.isEmpty else { return nil }
    var left = ends.indices.map { $0 }
    for outcome in action.outcomes where outcome.count != nil {
      let fitting = left.filter { outcome.expectation.isMet(by: ends[$0], bindings) }
      judgeCount(fitting.count, of: outcome, in: action, ends, place)
      left.removeAll(where: fitting.contains)
      if let winner = fitting.first { _ = bindings.take(outcome.captures, from: ends[winner]) }
    }
    for outcome in action.outcomes where outcome.count == nil {
      try judgeRest(left, of: outcome, ends, place)
    }
    return .nothing
  }

  /// Judges how many branches ended in one way; where none did, that is the business of what each of
  /// them asks for, and not of their being several.
  private mutating func judgeCount(
    _ count: Int, of outcome: TogetherAction.Outcome, in action: TogetherAction,
    _ ends: [Observation?], _ place: Place
  ) {
    let single = count == 0 ? documentedClause(of: action) : nil
    let clause = single ?? clause(outcome.expectation, place, operation: nil)
    check(clause)
    guard let wanted = outcome.count, count != wanted else { return }
    let seen = ends.map(\.summary).joined(separator: ", ")
    find(
      Difference(
        at: "", expected: "\(wanted) of \(ends.count) to end with \(outcome.expectation.summary)",
        received: "\(count) (\(seen))"),
      on: clause, place)
  }

  /// The clause of the documented success of what the branches send; nil when they send nothing.
  private func documentedClause(of action: TogetherAction) -> String? {
    guard case .send(let send)? = action.branches.first?.last?.action else { return nil }
    let responses = context.contract.operations[send.operation]?.responses ?? []
    return responses.first { (200..<300).contains($0.status) }?.response.clause
  }

  private mutating func judgeRest(
    _ rest: [Int], of outcome: TogetherAction.Outcome, _ ends: [Observation?], _ place: Place
  ) throws(MissingValue) {
    let clause = clause(outcome.expectation, place, operation: nil)
    check(clause)
    for index in rest {
      guard let end = ends[index] else { continue }
      let differences = try Matcher(bindings: bindings).differences(outcome.expectation, end)
      differences.forEach { find($0, on: clause, place) }
    }
  }
}

extension Step {
  /// What is said of the step first: its expectation, else its first advisory; nil when nothing is.
  var said: Expectation? { expect ?? advisories.first }

  /// Whether nothing but advisories is said of the step.
  var isOnlyAdvisory: Bool { expect == nil && !advisories.isEmpty }
}

extension Expectation {
  /// What it says, in a few words.
  var summary: String {
    if let status { return status.description }
    if let outcome { return ValueTemplate.describe(outcome) }
    return "what is expected"
  }
}

extension ValueTemplate {
  fileprivate static func describe(_ template: ValueTemplate) -> String {
    switch template {
    case .constant(let value): Bindings.text(of: value)
    case .text(let text): text.description
    case .array(let elements): elements.map(describe).joined(separator: " or ")
    case .object: "an object"
    }
  }
}

extension Observation? {
  /// What was seen, in a word.
  fileprivate var summary: String {
    self?.status.map(String.init) ?? self?.outcome ?? "no answer"
  }
}

extension WatchAction.Subject: CustomStringConvertible {
  /// What is waited for, as messages name it.
  public var description: String {
    switch self {
    case .webhook(let kind): "a webhook \(kind)"
    case .event(let name): "an event \(name)"
    case .message(nil): "a message of the page"
    case .message(let kind?): "a message \(kind)"
    case .request(let route): "a request to \(route)"
    }
  }
}
