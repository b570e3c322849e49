/// `eventually`: an event follows another each time, or occurs at all.
struct ResponseMachine: OrderMachine {
  let response: OrderRule.Response
  let patterns: [OrderRule.EventPattern]
  var memory: AttemptMemory<State>
  /// The last line of what will do in any attempt; 0 for none.
  private var substitute = 0
  private let numbers: (after: EventMarks, until: EventMarks, orAnywhere: EventMarks)

  init(_ rule: OrderRule, _ response: OrderRule.Response) {
    memory = AttemptMemory(rule)
    self.response = response
    var patterns = [response.event]
    func mark(_ pattern: OrderRule.EventPattern?) -> EventMarks {
      guard let pattern else { return [] }
      patterns.append(pattern)
      return EventMarks(patterns.count - 1)
    }
    numbers = (mark(response.after), mark(response.until), mark(response.orAnywhere))
    self.patterns = patterns
  }

  /// The first event that still waits for its answer, or `when` where it waits for none.
  struct State {
    /// 0 when none waits.
    var line = 0
    var name = ""
    var at: Instant?
    /// Whether one was answered since the last `until`, which does for all up to the next.
    var isAnswered = false
  }

  var start: State { State() }

  mutating func hear(_ event: TraceEvent, _ marks: EventMarks) {
    if !numbers.orAnywhere.isDisjoint(with: marks) { substitute = event.line }
  }

  func take(
    _ event: TraceEvent, _ marks: EventMarks, _ state: inout State, _ report: inout OrderReport
  ) -> AttemptProgress {
    guard response.after != nil else { return occur(event, marks, &state, &report) }
    if marks.contains(.first), state.line > 0 {
      answer(event, state, &report)
      state = State(isAnswered: response.until != nil)
    }
    if !numbers.until.isDisjoint(with: marks) {
      if state.line > 0 { miss(state, "none before \(event.place)", &report) }
      state = start
    }
    if !numbers.after.isDisjoint(with: marks), state.line == 0, !state.isAnswered {
      state = State(line: event.line, name: event.name, at: event.at)
    }
    return state.line > 0 || state.isAnswered ? .open : .idle
  }

  /// Without `after`: one occurrence anywhere will do.
  private func occur(
    _ event: TraceEvent, _ marks: EventMarks, _ state: inout State, _ report: inout OrderReport
  ) -> AttemptProgress {
    if marks.contains(.when), state.line == 0 { state = State(line: event.line, name: event.name) }
    guard marks.contains(.first) else { return .open }
    report.isChecked = true
    return .settled
  }

  /// Time is judged only where both events say when they were, the later not before the earlier.
  private func answer(_ event: TraceEvent, _ state: State, _ report: inout OrderReport) {
    report.isChecked = true
    guard let within = response.within, let from = state.at, let to = event.at, from <= to,
      to - from > within
    else { return }
    report.find(
      event.line,
      expected: "\(response.event) within \(within) of \(state.name) (line \(state.line))",
      received: "\(event.place), \(to - from) after it")
  }

  private func miss(_ state: State, _ received: String, _ report: inout OrderReport) {
    report.isChecked = true
    guard substitute < max(1, state.line) else { return }
    let after = state.line > 0 ? " after \(state.name) (line \(state.line))" : ""
    let wanted = response.after == nil ? "\(response.event)" : "\(response.event)\(after)"
    report.find(max(1, state.line), expected: wanted, received: received)
  }

  func finish(_ state: State, isWhole: Bool, _ report: inout OrderReport) {
    let waits = response.after == nil || state.line > 0
    if waits, isWhole { miss(state, "none up to the end of the trace", &report) }
  }
}
