/// `before`: the first event stands before the first occurrence of the second.
struct PrecedenceMachine: OrderMachine {
  let patterns: [OrderRule.EventPattern]
  var memory: AttemptMemory<State>

  init(
    _ rule: OrderRule, _ first: OrderRule.EventPattern, before second: OrderRule.EventPattern
  ) {
    patterns = [first, second]
    memory = AttemptMemory(rule)
  }

  enum State {
    case nothing, preceded
    /// The second event came without the first before it.
    case broken(line: Int, name: String)
  }

  var start: State { .nothing }

  func take(
    _ event: TraceEvent, _ marks: EventMarks, _ state: inout State, _ report: inout OrderReport
  ) -> AttemptProgress {
    switch state {
    case .nothing where marks.contains(.second):
      report.isChecked = true
      state = .broken(line: event.line, name: event.name)
    case .nothing where marks.contains(.first): state = .preceded
    case .nothing: return .idle
    case .preceded:
      guard marks.contains(.second) else { return .open }
      report.isChecked = true
      return .settled
    case .broken:
      guard marks.contains(.first) else { return .open }
      find(state, "\(event.place), after it", &report)
      return .settled
    }
    return .open
  }

  func finish(_ state: State, isWhole: Bool, _ report: inout OrderReport) {
    find(state, "none at all", &report)
  }

  private func find(_ state: State, _ received: String, _ report: inout OrderReport) {
    guard case .broken(let line, let name) = state else { return }
    report.find(
      line, expected: "\(patterns[0]) before \(name) (line \(line))", received: received)
  }
}
