/// `sequence`: each step occurs, in this order.
///
/// A step's place is its first occurrence from `when` on; where none follows, the last before it.
struct SequenceMachine: OrderMachine {
  let patterns: [OrderRule.EventPattern]
  var memory: AttemptMemory<State>

  init(_ rule: OrderRule, _ steps: [OrderRule.EventPattern]) {
    patterns = steps
    memory = AttemptMemory(rule)
  }

  struct State {
    /// The line of `when`; 0 before it.
    var when = 0
    /// The last line of each step before `when`, and the first from it on; 0 for none.
    var before: [Int32]
    var since: [Int32]
  }

  var start: State {
    let none = [Int32](repeating: 0, count: patterns.count)
    return State(before: none, since: none)
  }

  func take(
    _ event: TraceEvent, _ marks: EventMarks, _ state: inout State, _ report: inout OrderReport
  ) -> AttemptProgress {
    if marks.contains(.when), state.when == 0 { state.when = event.line }
    for step in patterns.indices where marks.contains(EventMarks(step)) {
      if !report.hasBegun {
        state.before[step] = Int32(event.line)
      } else if state.since[step] == 0 {
        state.since[step] = Int32(event.line)
      }
    }
    guard state.since.allSatisfy({ $0 > 0 }) else { return .open }
    finish(state, isWhole: true, &report)
    return .settled
  }

  func finish(_ state: State, isWhole: Bool, _ report: inout OrderReport) {
    let lines = patterns.indices.map {
      Int(state.since[$0] > 0 ? state.since[$0] : state.before[$0])
    }
    let seen = lines.lastIndex { $0 > 0 }
    var last: Int?
    for step in patterns.indices {
      guard lines[step] > 0 else {
        if isWhole || step < seen ?? 0 { return missing(step, after: last, lines, state, &report) }
        continue
      }
      if let last, lines[step] < lines[last] {
        return report.find(
          lines[step], expected: "\(patterns[last]) before \(patterns[step])",
          received: "\(patterns[step]) in line \(lines[step]), "
            + "\(patterns[last]) in line \(lines[last])")
      }
      last = step
    }
    if isWhole || seen == patterns.count - 1 { report.isChecked = true }
  }

  private func missing(
    _ step: Int, after last: Int?, _ lines: [Int], _ state: State, _ report: inout OrderReport
  ) {
    let after = last.map { " after \(patterns[$0]) (line \(lines[$0]))" } ?? ""
    let next = lines[step...].firstIndex { $0 > 0 }
    let before = next.map { " before \(patterns[$0]) (line \(lines[$0]))" } ?? ""
    report.find(
      max(1, next.map { lines[$0] } ?? state.when),
      expected: "\(patterns[step])\(after)\(before)", received: "none in this attempt")
  }
}
