import StrictJSON

/// The event names of a contract, and which rules ask for each: what an event is looked up in.
struct TraceVocabulary: Sendable {
  /// What one rule wants to know of the events of one name.
  struct Interest: Sendable {
    /// The rule's number.
    var rule: Int
    /// What every event of the name is.
    var always: EventMarks
    /// What those events are of which the conditions hold.
    var conditional: [(marks: EventMarks, conditions: [Condition])]
  }

  typealias Condition = (pointer: JSONPointer, condition: OrderRule.EventPattern.Condition)

  /// One event name.
  struct Entry: Sendable {
    var name: String
    /// Whether the contract lists it.
    var isKnown: Bool
    /// In the order of the rules.
    var interests: [Interest] = []
  }

  private(set) var entries: [Entry] = []
  /// The numbers of the entries by the length of their names in bytes, since that alone tells most
  /// of them apart.
  private var byLength: [Int: [Int]] = [:]

  /// Lists names, and the patterns of rules by the rules' numbers.
  init(names: Set<String>, patterns: [[(OrderRule.EventPattern, EventMarks)]]) {
    for name in names.sorted() { _ = number(of: name, isKnown: true) }
    for (rule, marked) in patterns.enumerated() {
      for (pattern, marks) in marked {
        for alternative in pattern.alternatives { add(alternative, marks, rule) }
      }
    }
  }

  private mutating func number(of name: String, isKnown: Bool = false) -> Int {
    let length = name.utf8.count
    if let known = byLength[length]?.first(where: { entries[$0].name.isSameText(as: name) }) {
      return known
    }
    entries.append(Entry(name: name, isKnown: isKnown))
    byLength[length, default: []].append(entries.count - 1)
    return entries.count - 1
  }

  private mutating func add(
    _ alternative: OrderRule.EventPattern.Alternative, _ marks: EventMarks, _ rule: Int
  ) {
    let entry = number(of: alternative.name)
    var interests = entries[entry].interests
    if interests.last?.rule != rule {
      interests.append(Interest(rule: rule, always: [], conditional: []))
    }
    if alternative.conditions.isEmpty {
      interests[interests.count - 1].always.formUnion(marks)
    } else {
      interests[interests.count - 1].conditional.append((marks, alternative.conditions))
    }
    entries[entry].interests = interests
  }

  /// The number of the entry that a string value names; nil when there is none.
  func entry(named node: JSONNode) -> Int? {
    guard let bytes = node.stringBytes else { return nil }
    return byLength[bytes.count]?.first { entries[$0].name.utf8.elementsEqual(bytes) }
  }
}

extension TraceVocabulary.Interest {
  /// What an event is to the rule; empty when it is nothing.
  func marks(of event: TraceEvent) -> EventMarks {
    var marks = always
    for (more, conditions) in conditional where !marks.isSuperset(of: more) {
      if conditions.allSatisfy({ $0.condition.holds(event.root.node(at: $0.pointer)) }) {
        marks.formUnion(more)
      }
    }
    return marks
  }
}
