import StrictJSON

/// Judges one order rule over the events of a trace, in one pass for each attempt.
struct OrderJudge {
  let rule: OrderRule

  /// What a rule found.
  struct Found {
    /// Whether what the rule speaks of happened at all.
    var applied = false
    /// The line that shows it, and what differs.
    var differences: [(line: Int, Difference)] = []
  }

  /// Judges a trace.
  func findings(_ events: [TraceEvent]) -> Found {
    var found = Found()
    for attempt in attempts(events) {
      guard let start = start(attempt) else { continue }
      found.applied = true
      if case .sequence(let patterns) = rule.kind {
        found.differences += sequence(patterns, attempt, from: start)
      }
    }
    return found
  }

  /// The events of each attempt, in the order of the trace.
  private func attempts(_ events: [TraceEvent]) -> [[TraceEvent]] {
    guard !rule.key.isEmpty else { return [events] }
    var order: [JSON] = []
    var groups: [JSON: [TraceEvent]] = [:]
    for event in events {
      guard let value = rule.key.lazy.compactMap({ event.value.value(at: $0) }).first else {
        continue
      }
      if groups[value] == nil { order.append(value) }
      groups[value, default: []].append(event)
    }
    return order.compactMap { groups[$0] }
  }

  /// The event that the rule begins to hold at; nil when it does not hold in this attempt.
  private func start(_ attempt: [TraceEvent]) -> TraceEvent? {
    for event in attempt {
      if rule.unlessBefore?.matches(event) == true { return nil }
      guard let when = rule.when else { return event }
      if when.matches(event) { return event }
    }
    return nil
  }

  private func sequence(
    _ patterns: [OrderRule.EventPattern], _ attempt: [TraceEvent], from start: TraceEvent
  ) -> [(line: Int, Difference)] {
    var last: TraceEvent?
    for pattern in patterns {
      guard let event = attempt.first(where: pattern.matches) else {
        let after = last.map { " after \($0.name) (line \($0.line))" } ?? ""
        return [
          (
            start.line,
            Difference(at: "", expected: "\(pattern)\(after)", received: "no such event")
          )
        ]
      }
      if let last, event.line < last.line {
        return [
          (
            event.line,
            Difference(
              at: "", expected: "\(last.name) before \(event.name)",
              received: "\(event.name) in line \(event.line), \(last.name) in line \(last.line)")
          )
        ]
      }
      last = event
    }
    return []
  }
}
