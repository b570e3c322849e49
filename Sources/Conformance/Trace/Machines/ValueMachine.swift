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
    /// The latest value of each member, for `sameValue`.
    var latest: [Int: (value: JSON, place: Place)] = [:]
    /// Every value of the others, and the first event that had it, for the two others.
    var all = ValueTable()
    var places: [Place] = []
  }

  var start: State { State() }

  private var compared: Int { members.count - 1 }

  func take(
    _ event: TraceEvent, _ marks: EventMarks, _ state: inout State, _ report: inout OrderReport
  ) -> AttemptProgress {
    if marks.contains(EventMarks(compared)), let (pointer, value) = value(compared, event) {
      compare(value, at: pointer, event.line, state, &report)
    }
    for number in 0..<max(1, compared) where marks.contains(EventMarks(number)) {
      guard let (_, value) = value(number, event) else { continue }
      let place = Place(name: event.name, line: event.line)
      if relation == .same {
        state.latest[number] = (value.value, place)
      } else if state.all.insert(value) == state.places.count {
        state.places.append(place)
      }
    }
    return state.latest.isEmpty && state.places.isEmpty ? .idle : .open
  }

  private func value(_ number: Int, _ event: TraceEvent) -> (at: JSONPointer, value: JSONNode)? {
    guard let (pointer, node) = event.member(at: members[number].pointers), !node.isNull else {
      return nil
    }
    return (pointer, node)
  }

  private func compare(
    _ value: JSONNode, at pointer: JSONPointer, _ line: Int, _ state: State,
    _ report: inout OrderReport
  ) {
    func find(_ expected: String) {
      report.find(
        line, expected: expected, received: shown(value.value), at: pointer.description)
    }
    guard relation != .same else {
      for (_, other) in state.latest.sorted(by: { $0.key < $1.key }) {
        report.isChecked = true
        guard other.value != value.value else { continue }
        find("\(shown(other.value)) as \(other.place.name) (line \(other.place.line)) has it")
      }
      return
    }
    guard let last = state.places.last else { return }
    report.isChecked = true
    let known = state.all.number(of: value).map { state.places[$0] }
    if relation == .different, let known {
      find("another value than \(known.name) (line \(known.line)) has")
    } else if relation == .earlier, known == nil {
      find("a value that an event had before, such as \(last.name) in line \(last.line)")
    }
  }
}
