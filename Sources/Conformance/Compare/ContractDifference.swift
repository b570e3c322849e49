/// What changed from one edition of a contract to the next, in the terms of semantic versions.
public struct ContractDifference: Sendable {
  /// How much a change asks of those who keep to the contract.
  public enum Weight: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Nothing: the words changed.
    case patch
    /// Nothing that kept to the old edition breaks the new one.
    case minor
    /// Something that kept to the old edition may break the new one.
    case major

    /// Whether a weight asks less than another.
    public static func < (left: Weight, right: Weight) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .patch: 0
      case .minor: 1
      case .major: 2
      }
    }
  }

  /// One change.
  public struct Change: Sendable, Hashable {
    /// How much it asks.
    public var weight: Weight
    /// The contract that it is of.
    public var contract: String
    /// What changed, as a sentence.
    public var text: String
  }

  /// The heaviest first, then in the order of the contracts and clauses.
  public var changes: [Change]

  /// The weight of all changes together; nil when nothing changed.
  public var weight: Weight? { changes.map(\.weight).max() }

  /// Compares two suites' contracts.
  public init(from old: Suite, to new: Suite) {
    var changes: [Change] = []
    for contract in new.contracts {
      guard let before = old.contract(contract.id) else {
        changes.append(Change(weight: .minor, contract: contract.id, text: "the contract is new"))
        continue
      }
      changes += Self.changes(before, contract)
    }
    for contract in old.contracts where new.contract(contract.id) == nil {
      changes.append(Change(weight: .major, contract: contract.id, text: "the contract is gone"))
    }
    self.changes = changes.enumerated().sorted { left, right in
      left.element.weight == right.element.weight
        ? left.offset < right.offset : left.element.weight > right.element.weight
    }.map(\.element)
  }

  private static func changes(_ old: Contract, _ new: Contract) -> [Change] {
    var changes: [Change] = []
    func add(_ weight: Weight, _ text: String) {
      changes.append(Change(weight: weight, contract: new.id, text: text))
    }
    for clause in new.clauses {
      guard let before = old.clause(clause.id) else {
        let gates = Gate().includes(clause)
        add(gates ? .major : .minor, "clause \(clause.id) is new\(gates ? " and gates" : "")")
        continue
      }
      compare(before, clause, add)
    }
    for clause in old.clauses where new.clause(clause.id) == nil {
      add(.minor, "clause \(clause.id) is gone")
    }
    names(old.operations.keys, new.operations.keys, "operation", add)
    names(old.hooks.keys, new.hooks.filter { !$0.value.isOptional }.keys, "hook", add)
    names(old.parameters.keys, new.parameters.keys, "parameter", add)
    if changes.isEmpty, old.digest != new.digest {
      add(.patch, "the spec files say the same in other words")
    }
    return changes
  }

  private static func compare(_ old: Clause, _ new: Clause, _ add: (Weight, String) -> Void) {
    let gates = (Gate().includes(old), Gate().includes(new))
    if gates.0 != gates.1 {
      add(gates.1 ? .major : .minor, "clause \(new.id) now \(gates.1 ? "gates" : "informs only")")
    } else if old.level != new.level {
      add(.minor, "clause \(new.id) is \(new.level.rawValue), before \(old.level.rawValue)")
    }
    if old.role != new.role {
      add(
        .major, "clause \(new.id) binds the \(new.role.rawValue), before the \(old.role.rawValue)")
    }
    if (old.excluded == nil) != (new.excluded == nil) {
      add(
        new.excluded == nil && gates.1 ? .major : .minor,
        "clause \(new.id) is \(new.excluded == nil ? "tested now" : "tested no longer")")
    }
    if !old.text.isSame(as: new.text) { add(.patch, "clause \(new.id) is worded otherwise") }
  }

  private static func names(
    _ old: some Collection<String>, _ new: some Collection<String>, _ what: String,
    _ add: (Weight, String) -> Void
  ) {
    for name in Set(old).subtracting(new).sorted() where what == "operation" {
      add(.major, "\(what) \(name) is gone")
    }
    for name in Set(new).subtracting(old).sorted() {
      add(what == "hook" ? .major : .minor, "\(what) \(name) is new")
    }
  }

  /// The weight and every change, as Markdown.
  public var markdown: String {
    let heading =
      weight.map { "\($0.rawValue.prefix(1).uppercased())\($0.rawValue.dropFirst())" }
      ?? "Nothing changed"
    let rows = changes.map {
      "- \($0.weight.rawValue): \($0.contract): \(MarkdownReport.escaped($0.text))"
    }
    return (["# \(heading)", ""] + rows).joined(separator: "\n") + "\n"
  }
}

extension String {
  fileprivate func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
