import StrictJSON

/// The rules of one role, prepared for judging traces.
struct TraceRules: Sendable {
  let rules: [OrderRule]
  let vocabulary: TraceVocabulary
  /// The different ways to tell attempts apart, and the number of each rule's; nil for none.
  let keys: [AttemptKeys]
  let keyOfRule: [Int?]

  init(_ rules: [OrderRule], names: Set<String>) {
    self.rules = rules
    var keys: [AttemptKeys] = []
    keyOfRule = rules.map { rule in
      guard !rule.key.isEmpty else { return nil }
      if let known = keys.firstIndex(where: { $0.pointers == rule.key }) { return known }
      keys.append(AttemptKeys(pointers: rule.key))
      return keys.count - 1
    }
    self.keys = keys
    vocabulary = TraceVocabulary(names: names, patterns: rules.map(\.markedPatterns))
  }
}

extension OrderRule {
  /// The events that the rule speaks of, its conditions included.
  var markedPatterns: [(EventPattern, EventMarks)] {
    let conditions: [(EventPattern?, EventMarks)] = [
      (when, .when), (unlessBefore, .unlessBefore), (ifBefore, .ifBefore),
    ]
    return machine().patterns.enumerated().map { ($1, EventMarks($0)) }
      + conditions.compactMap { pattern, marks in pattern.map { ($0, marks) } }
  }
}

/// All rules over one trace.
struct TraceRun: Sendable {
  private let rules: TraceRules
  private var machines: [any OrderMachine]
  private var keys: [AttemptKeys]
  /// The attempt of the event at hand, by the number of the key; nil when it was not looked up.
  private var attempts: [Int??]

  init(_ rules: TraceRules) {
    self.rules = rules
    machines = rules.rules.map { $0.machine() }
    keys = rules.keys
    attempts = Array(repeating: nil, count: rules.keys.count)
  }

  /// Takes an event of the vocabulary.
  mutating func take(_ event: TraceEvent, entry: Int) {
    for index in attempts.indices { attempts[index] = .none }
    for interest in rules.vocabulary.entries[entry].interests {
      let marks = rules.vocabulary.marks(of: event, for: interest)
      guard !marks.isEmpty else { continue }
      machines[interest.rule].judge(event, marks, attempt: attempt(of: event, interest.rule))
    }
  }

  private mutating func attempt(of event: TraceEvent, _ rule: Int) -> Int? {
    guard let key = rules.keyOfRule[rule] else { return 0 }
    if let known = attempts[key] { return known }
    let attempt = keys[key].attempt(of: event)
    attempts[key] = .some(attempt)
    return attempt
  }

  /// Ends the trace: what each rule found.
  mutating func finish(isWhole: Bool, hasEvents: Bool) -> [OrderOutcome] {
    machines.indices.map { machines[$0].finish(isWhole: isWhole, hasEvents: hasEvents) }
  }
}

extension TraceRules {
  /// What each rule finds in events that were seen live; an event's line is its number among them.
  ///
  /// - Parameter events: Their names, and what a trace calls their `data`, in their order.
  /// - Returns: What each rule found, in the order of the rules.
  func outcomes(of events: [(name: String, data: JSON)]) -> [OrderOutcome] {
    var run = TraceRun(self)
    for (index, event) in events.enumerated() {
      let line: JSON = ["event": .string(event.name), "data": event.data]
      guard let root = try? JSONDocument(parsing: line.serializedBytes()).root,
        let name = root["event"], let entry = vocabulary.entry(named: name)
      else { continue }
      run.take(TraceEvent(line: index + 1, name: event.name, at: nil, root: root), entry: entry)
    }
    return run.finish(isWhole: true, hasEvents: !events.isEmpty)
  }
}
