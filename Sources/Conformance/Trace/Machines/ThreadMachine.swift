import StrictJSON

/// `onlyOnThread`: each event that names its thread names the right one.
struct ThreadMachine: OrderMachine {
  let thread: String
  let patterns: [OrderRule.EventPattern]
  var memory: AttemptMemory<State>

  init(_ rule: OrderRule, _ event: OrderRule.EventPattern, thread: String) {
    memory = AttemptMemory(rule)
    patterns = [event]
    self.thread = thread
  }

  struct State {}

  var start: State { State() }

  func take(
    _ event: TraceEvent, _ marks: EventMarks, _ state: inout State, _ report: inout OrderReport
  ) -> AttemptProgress {
    guard marks.contains(.first), let node = event.root["thread"], let named = node.string else {
      return .idle
    }
    report.isChecked = true
    if !node.isText(thread) {
      report.find(
        event.line, expected: "\(event.name) on the thread \(thread)", received: quoted(named),
        at: "/thread")
    }
    return .idle
  }
}
