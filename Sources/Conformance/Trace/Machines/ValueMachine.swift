import StrictJSON

/// `sameValue`, `differentValue` and `earlierValue`: what a member is beside what others were.
///
/// A null is no value. Where one member alone is named, its own earlier values are meant.
struct ValueMachine: OrderMachine {
  enum Relation: Sendable { case same, different, earlier }

  let relation: Relation
  let members: [OrderRule.Member]
  let patterns: [OrderRule.EventPattern]
  var memory: AttemptMemory<State>

  init(_ rule: OrderRule, _ members: [OrderRule.Member], _ relation: Relation) {
    memory = AttemptMemory(rule)
    patterns = members.map(\.event)
    self.members = members
    self.relation = relation
  }

  /// An event that had a value.
  struct Place: Sendable {
    var name: String
    var line: Int
  }

  struct State {
    /// The latest value of each member.
    var latest: [Int: (value: JSON, place: Place)] = [:]
    /// Every value of the others, and the first event that had it.
    var all: [JSON: Place] = [:]
  }

  var start: State { State() }

  private var compared: Int { members.count - 1 }

  func take(
    _ event: TraceEvent, _ marks: EventMarks, _ state: inout State, _ report: inout OrderReport
  ) -> AttemptProgress {
    if marks.contains(EventMarks(compared)), let value = value(compared, event) {
      compare(value, event, state, &report)
    }
    for number in 0..<max(1, compared) where marks.contains(EventMarks(number)) {
      guard let value = value(number, event) else { continue }
      let place = Place(name: event.name, line: event.line)
      if relation == .same {
        state.latest[number] = (value, place)
      } else if state.all[value] == nil {
        state.all[value] = place
      }
    }
    return state.latest.isEmpty && state.all.isEmpty ? .idle : .open
  }

  private func value(_ number: Int, _ event: TraceEvent) -> JSON? {
    event.value(at: members[number].pointer)?.value
  }

  private func compare(
    _ value: JSON, _ event: TraceEvent, _ state: State, _ report: inout OrderReport
  ) {
    let at = members[compared].pointer.description
    func find(_ expected: String) {
      report.find(event.line, expected: expected, received: shown(value), at: at)
    }
    switch relation {
    case .same:
      for (_, other) in state.latest.sorted(by: { $0.key < $1.key }) {
        report.isChecked = true
        guard other.value != value else { continue }
        find("\(shown(other.value)) as \(other.place.name) (line \(other.place.line)) has it")
      }
    case .different:
      guard !state.all.isEmpty else { return }
      report.isChecked = true
      if let place = state.all[value] {
        find("another value than \(place.name) (line \(place.line)) has")
      }
    case .earlier:
      guard !state.all.isEmpty else { return }
      report.isChecked = true
      if state.all[value] == nil { find(earlierValues(state)) }
    }
  }

  private func earlierValues(_ state: State) -> String {
    let latest = state.all.max { $0.value.line < $1.value.line }
    let shownLatest = latest.map { ", such as \(shown($0.key)) (line \($0.value.line))" } ?? ""
    let names = Set(state.all.values.map(\.name)).sorted().joined(separator: " or ")
    return "a value that \(names) had before\(shownLatest)"
  }
}
