public import StrictJSON

/// What changed from one run to the next: the upgrade question answered.
public struct ReportDifference: Sendable {
  /// How much a change weighs.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It passed and now fails.
    case newlyBroken
    /// It failed and now passes.
    case fixed
    /// It was not there, or did not run, and now does.
    case newlyTested
    /// It ran and now does not, or is gone.
    case noLongerRun
    /// It fails as before, but otherwise.
    case changedReason
    /// It passes as before, but the target chose otherwise among what is allowed.
    case changedChoice

    /// The kind as a heading.
    var heading: String {
      switch self {
      case .newlyBroken: "Newly broken"
      case .fixed: "Fixed"
      case .newlyTested: "Newly tested"
      case .noLongerRun: "No longer run"
      case .changedReason: "Fails for another reason"
      case .changedChoice: "Another choice among those allowed"
      }
    }
  }

  /// One change.
  public struct Change: Sendable, Hashable {
    /// What kind of change it is.
    public var kind: Kind
    /// The vector, by its new id.
    public var vector: String
    /// What was.
    public var old: String
    /// What is.
    public var new: String
  }

  /// What the changes mean for whoever upgrades.
  public enum Answer: String, Sendable, Hashable, CaseIterable {
    case compatible
    case compatibleWithNotes = "compatible with notes"
    case breaking
  }

  /// By kind, then by vector.
  public var changes: [Change]
  /// What is not the same of the two runs besides, such as the contract's digest; a sentence each.
  public var notes: [String]

  /// What the changes mean: breaking when something passed and now fails, fails anew, or silently
  /// runs no longer.
  public var answer: Answer {
    let kinds = Set(changes.map(\.kind))
    if kinds.contains(.newlyBroken) || kinds.contains(.noLongerRun) || hasNewFailure {
      return .breaking
    }
    return changes.isEmpty && notes.isEmpty ? .compatible : .compatibleWithNotes
  }

  private var hasNewFailure: Bool {
    changes.contains { $0.kind == .newlyTested && $0.new == Verdict.failed.rawValue }
  }

  /// Compares two reports.
  ///
  /// - Parameters:
  ///   - old: The run before.
  ///   - new: The run after.
  ///   - renames: New ids of vectors, by their old ones.
  public init(from old: StoredReport, to new: StoredReport, renames: [String: String] = [:]) {
    var before: [String: StoredReport.Vector] = [:]
    for vector in old.vectors { before[renames[vector.id] ?? vector.id] = vector }
    var changes: [Change] = []
    for vector in new.vectors {
      changes += Self.changes(before.removeValue(forKey: vector.id), vector)
    }
    for (id, vector) in before where vector.ran {
      changes.append(
        Change(kind: .noLongerRun, vector: id, old: vector.verdict.rawValue, new: "absent"))
    }
    let order = Dictionary(uniqueKeysWithValues: Kind.allCases.enumerated().map { ($1, $0) })
    self.changes = changes.sorted { left, right in
      let kinds = (order[left.kind] ?? 0, order[right.kind] ?? 0)
      guard kinds.0 == kinds.1 else { return kinds.0 < kinds.1 }
      return left.vector.utf8.lexicographicallyPrecedes(right.vector.utf8)
    }
    notes = Self.notes(old, new)
  }

  private static func changes(_ old: StoredReport.Vector?, _ new: StoredReport.Vector) -> [Change] {
    func change(_ kind: Kind, _ before: String, _ after: String) -> [Change] {
      [Change(kind: kind, vector: new.id, old: before, new: after)]
    }
    guard let old, old.ran else {
      guard new.ran else { return [] }
      return change(.newlyTested, old?.verdict.rawValue ?? "absent", new.verdict.rawValue)
    }
    guard new.ran else {
      let reason = new.reasons.first.map { ": \($0)" } ?? ""
      return change(.noLongerRun, old.verdict.rawValue, new.verdict.rawValue + reason)
    }
    switch (old.isBroken, new.isBroken) {
    case (false, true): return change(.newlyBroken, old.verdict.rawValue, new.summary)
    case (true, false): return change(.fixed, old.summary, new.verdict.rawValue)
    case (true, true):
      return old.reason == new.reason ? [] : change(.changedReason, old.summary, new.summary)
    case (false, false):
      return choices(old, new)
    }
  }

  private static func choices(_ old: StoredReport.Vector, _ new: StoredReport.Vector) -> [Change] {
    var changes: [Change] = []
    let names = Set(old.choices.keys).union(new.choices.keys)
    for name in old.choices == new.choices ? [] : names.sorted() {
      // A time is noted from a second on; of anything else that only one run has, nothing is said.
      let usual = name.hasSuffix(" time") ? "less than 1 s" : nil
      guard let before = old.choices[name] ?? usual, let choice = new.choices[name] ?? usual,
        before != choice
      else { continue }
      changes.append(
        Change(
          kind: .changedChoice, vector: new.id, old: "\(name) \(before)", new: "\(name) \(choice)"))
    }
    guard changes.isEmpty, old.reason != new.reason else { return changes }
    return [Change(kind: .changedChoice, vector: new.id, old: old.summary, new: new.summary)]
  }

  private static func notes(_ old: StoredReport, _ new: StoredReport) -> [String] {
    var notes: [String] = []
    let (before, after) = (old.editions, new.editions)
    for (id, edition) in after.sorted(by: { $0.key < $1.key }) {
      guard let earlier = before[id] else { continue }
      if earlier["revision"] != edition["revision"] {
        notes.append(
          "\(id) is judged by revision \(Bindings.text(of: edition["revision"] ?? .null)), before by \(Bindings.text(of: earlier["revision"] ?? .null))"
        )
      }
      if earlier["digest"] != edition["digest"] {
        notes.append("the spec files of \(id) are not the same")
      }
      if earlier["vectorsDigest"] != edition["vectorsDigest"] {
        notes.append("the vectors of \(id) are not the same")
      }
    }
    return notes
  }
}

extension StoredReport.Vector {
  /// What it fails by, without the values that differ in every run.
  fileprivate var reason: Set<String> {
    Set(findings.map { "\($0.clause) \($0.at) \($0.gates)" })
  }

  /// How it ended, in a line.
  fileprivate var summary: String {
    guard let finding = findings.first(where: \.gates) ?? findings.first else {
      return verdict.rawValue
    }
    return "\(finding.clause): expected \(finding.expected), received \(finding.actual)"
  }
}

// MARK: - Writing

extension ReportDifference {
  /// The answer and every change, as Markdown.
  public var markdown: String {
    var lines = ["# \(answer.rawValue.prefix(1).uppercased())\(answer.rawValue.dropFirst())", ""]
    lines += notes.map { "- \(MarkdownReport.escaped($0))" }
    if !notes.isEmpty { lines.append("") }
    for kind in Kind.allCases {
      let changes = changes.filter { $0.kind == kind }
      guard !changes.isEmpty else { continue }
      lines += ["## \(kind.heading)", ""]
      lines += changes.map {
        "- `\($0.vector)`: \(MarkdownReport.escaped($0.old)) → \(MarkdownReport.escaped($0.new))"
      }
      lines.append("")
    }
    if changes.isEmpty { lines += ["Nothing changed.", ""] }
    return lines.joined(separator: "\n")
  }

  /// The answer and every change, for programs.
  public var json: JSON {
    [
      "format": 1, "answer": .string(answer.rawValue), "notes": .array(notes.map { .string($0) }),
      "changes": .array(
        changes.map {
          [
            "kind": .string($0.kind.rawValue), "vector": .string($0.vector),
            "old": .string($0.old), "new": .string($0.new),
          ]
        }),
    ]
  }
}
