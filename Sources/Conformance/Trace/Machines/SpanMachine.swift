/// `neverAfter` and `neverWhile`: no event of a kind stands in a span.
///
/// The event is looked at before the end of a span is, and that before its beginning, so that one
/// line can end a span, begin the next and still be judged by the first.
struct SpanMachine: OrderMachine {
  let patterns: [OrderRule.EventPattern]
  var memory: AttemptMemory<State>

  init(
    _ rule: OrderRule, _ event: OrderRule.EventPattern, from: OrderRule.EventPattern,
    until: OrderRule.EventPattern?
  ) {
    memory = AttemptMemory(rule)
    patterns = [event, from] + (until.map { [$0] } ?? [])
  }

  /// The event that began the span; its line is 0 when none is open.
  struct State {
    var line: Int32 = 0
    var name: String?
  }

  var start: State { State() }

  func take(
    _ event: TraceEvent, _ marks: EventMarks, _ state: inout State, _ report: inout OrderReport
  ) -> AttemptProgress {
    if marks.contains(.first), state.line > 0 {
      let end = patterns.count > 2 ? " and before \(patterns[2])" : ""
      let began = "\(state.name ?? "the event") in line \(state.line)"
      report.find(
        event.line, expected: "no \(patterns[0]) after \(began)\(end)", received: event.place)
    }
    if marks.contains(.third) { state = start }
    if marks.contains(.second) {
      report.isChecked = true
      if state.line == 0 { state = State(line: Int32(event.line), name: event.name) }
    }
    return state.line > 0 ? .open : .idle
  }
}
