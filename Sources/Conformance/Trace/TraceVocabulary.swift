import StrictJSON

/// The event names of a contract, and which rules ask for each: what an event is looked up in.
struct TraceVocabulary: Sendable {
  /// What one rule wants to know of the events of one name.
  struct Interest: Sendable {
    /// The rule's number.
    var rule: Int
    /// What every event of the name is.
    var always: EventMarks = []
    /// Which of the vocabulary's cases may say more.
    var cases: Range<Int>
  }

  /// What the events of a name are of which conditions hold.
  struct Case: Sendable {
    var marks: EventMarks
    var conditions: [(pointer: JSONPointer, condition: OrderRule.EventPattern.Condition)]
  }

  /// One event name.
  struct Entry: Sendable {
    var name: String
    /// Whether the contract lists it.
    var isKnown: Bool
    /// In the order of the rules.
    var interests: [Interest] = []
  }

  private(set) var entries: [Entry] = []
  private var cases: [Case] = []
  /// The numbers of the entries by the length of their names in bytes, since that alone tells most
  /// of them apart.
  private var byLength: [[Int]] = []

  /// Lists names, and the patterns of rules by the rules' numbers.
  init(names: Set<String>, patterns: [[(OrderRule.EventPattern, EventMarks)]]) {
    for name in names.sorted() { _ = number(of: name, isKnown: true) }
    for (rule, marked) in patterns.enumerated() {
      let wanted = marked.flatMap { pattern, marks in pattern.alternatives.map { ($0, marks) } }
      for number in Set(wanted.map { number(of: $0.0.name) }) {
        let name = entries[number].name
        add(wanted.filter { $0.0.name.isSameText(as: name) }, of: rule, to: number)
      }
    }
  }

  private mutating func number(of name: String, isKnown: Bool = false) -> Int {
    let length = name.utf8.count
    while byLength.count <= length { byLength.append([]) }
    if let known = byLength[length].first(where: { entries[$0].name.isSameText(as: name) }) {
      return known
    }
    entries.append(Entry(name: name, isKnown: isKnown))
    byLength[length].append(entries.count - 1)
    return entries.count - 1
  }

  private mutating func add(
    _ wanted: [(OrderRule.EventPattern.Alternative, EventMarks)], of rule: Int, to entry: Int
  ) {
    var interest = Interest(rule: rule, cases: cases.count..<cases.count)
    for (alternative, marks) in wanted {
      if alternative.conditions.isEmpty {
        interest.always.formUnion(marks)
      } else {
        cases.append(Case(marks: marks, conditions: alternative.conditions))
      }
    }
    interest.cases = interest.cases.lowerBound..<cases.count
    entries[entry].interests.append(interest)
  }

  /// The number of the entry that a string value names; nil when there is none.
  func entry(named node: JSONNode) -> Int? {
    guard let length = node.stringBytes?.count, length < byLength.count else { return nil }
    return byLength[length].first { node.isText(entries[$0].name) }
  }

  /// What an event is to a rule; empty when it is nothing.
  func marks(of event: TraceEvent, for interest: Interest) -> EventMarks {
    var marks = interest.always
    for number in interest.cases where !marks.isSuperset(of: cases[number].marks) {
      let holds = cases[number].conditions.allSatisfy {
        $0.condition.holds(event.root.node(at: $0.pointer))
      }
      if holds { marks.formUnion(cases[number].marks) }
    }
    return marks
  }
}
