/// `exactlyOnce`, `atMostOnce` and `never`: how often an event occurs in an attempt.
struct CountMachine: OrderMachine {
  enum Limit: Sendable { case exactlyOnce, atMostOnce, never }

  let limit: Limit
  let patterns: [OrderRule.EventPattern]
  var memory: AttemptMemory<State>

  init(_ rule: OrderRule, _ event: OrderRule.EventPattern, _ limit: Limit) {
    patterns = [event]
    memory = AttemptMemory(rule)
    self.limit = limit
  }

  struct State {
    /// The lines of `when` and of the first event; 0 for none.
    var when: Int32 = 0
    var first: Int32 = 0
  }

  var start: State { State() }

  func take(
    _ event: TraceEvent, _ marks: EventMarks, _ state: inout State, _ report: inout OrderReport
  ) -> AttemptProgress {
    if marks.contains(.when), state.when == 0 { state.when = Int32(event.line) }
    if limit == .never, report.hasBegun { report.isChecked = true }
    guard marks.contains(.first) else { return state.when > 0 ? .open : .idle }
    if limit == .never {
      report.find(event.line, expected: "no \(patterns[0])", received: event.place)
    } else if state.first > 0 {
      report.find(
        event.line, expected: "one \(patterns[0]), which line \(state.first) has",
        received: "another in line \(event.line)")
    } else {
      report.isChecked = true
      state.first = Int32(event.line)
    }
    return .open
  }

  func finish(_ state: State, isWhole: Bool, _ report: inout OrderReport) {
    if limit == .never { report.isChecked = true }
    guard limit == .exactlyOnce, state.first == 0, isWhole else { return }
    report.find(
      max(1, Int(state.when)), expected: "one \(patterns[0])", received: "none in this attempt")
  }
}
