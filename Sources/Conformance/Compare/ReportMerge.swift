public import StrictJSON

/// Joins the reports of a run's parts to the report of the whole.
public enum ReportMerge {
  /// Why reports do not belong together: a sentence.
  public struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// What does not fit.
    public var description: String
  }

  /// The report of the whole run.
  ///
  /// - Parameter parts: The reports of all parts, in any order.
  /// - Returns: The report of the whole.
  /// - Throws: `Refusal` when they are of another target, edition or tool, or when parts are missing,
  ///   overlap or are not parts at all.
  public static func merge(_ parts: [StoredReport]) throws(Refusal) -> JSON {
    guard let first = parts.first else { throw Refusal(description: "expected reports to merge") }
    for part in parts.dropFirst() { try check(part, against: first) }
    try checkShards(parts)
    var seen: [String: String] = [:]
    for part in parts {
      for vector in part.vectors {
        if let other = seen[vector.id] {
          throw Refusal(
            description: "\(vector.id) is in \(other) and in \(part.path); shards may not overlap")
        }
        seen[vector.id] = part.path
      }
    }
    return joined(parts)
  }

  private static func check(_ part: StoredReport, against first: StoredReport) throws(Refusal) {
    for (member, what) in [
      ("tool", "another version of the tool"), ("targets", "another target"),
      ("contracts", "another edition of the contract or its vectors"),
    ] {
      let (expected, received) = (first.root[member]?.value, part.root[member]?.value)
      guard received != expected else { continue }
      throw Refusal(
        description:
          """
          \(part.path) is of \(what) than \(first.path): expected \(shown(expected)), \
          received \(shown(received))
          """
      )
    }
  }

  private static func checkShards(_ parts: [StoredReport]) throws(Refusal) {
    var seen: [Int: String] = [:]
    var count: Int?
    for part in parts {
      guard let shard = part.root["run"]?["shard"]?.string.flatMap({ Shard($0) }) else {
        throw Refusal(
          description: "\(part.path) is not a part of a run; it was made without --shard")
      }
      if let count, count != shard.count {
        throw Refusal(
          description: "\(part.path) is one of \(shard.count) shards, others are of \(count)")
      }
      if let other = seen[shard.index] {
        throw Refusal(description: "\(part.path) and \(other) are both shard \(shard)")
      }
      count = shard.count
      seen[shard.index] = part.path
    }
    let missing = (1...(count ?? 1)).filter { seen[$0] == nil }
    guard missing.isEmpty else {
      let names = missing.map(String.init).joined(separator: ", ")
      throw Refusal(description: "expected \(count ?? 1) shards; missing: \(names)")
    }
  }

  // MARK: - Joining

  private static func joined(_ parts: [StoredReport]) -> JSON {
    let clauses = joinedClauses(parts)
    let vectors = parts.flatMap(\.vectors).sorted {
      $0.id.utf8.lexicographicallyPrecedes($1.id.utf8)
    }
    var summary = JSONObject()
    for verdict in Verdict.allCases {
      summary[verdict.rawValue] = .number(JSONNumber(vectors.count { $0.verdict == verdict }))
    }
    var whole = JSONObject(
      parts[0].root.members.filter { !$0.isNamed("vectors") }.map { ($0.key, $0.value.value) })
    whole["run"] = run(parts, clauses)
    whole["summary"] = .object(summary)
    whole["clauses"] = .array(clauses)
    whole["vectors"] = .array(vectors.map(\.node.value))
    return .object(whole)
  }

  /// The run of the whole: its outcome follows from the joined clauses and vectors.
  private static func run(_ parts: [StoredReport], _ clauses: [JSON]) -> JSON {
    let runs = parts.compactMap { $0.root["run"]?.value }
    var run = runs.first?.object ?? [:]
    let exit = exit(parts, clauses, runs)
    run["exit"] = .number(JSONNumber(exit))
    let isOpen = ![0, 1, 6].contains(exit)
    let hasFailed = exit == 1 || runs.contains { $0["outcome"]?.string == "nonconformant" }
    run["outcome"] = .string(hasFailed ? "nonconformant" : isOpen ? "incomplete" : "conformant")
    run["shard"] = .null
    run["startedAt"] =
      runs.compactMap { $0["startedAt"]?.string }.min().map { .string($0) } ?? .null
    run["seconds"] = runs.compactMap { $0["seconds"]?.number }.max().map { .number($0) } ?? 0
    run["interrupted"] = .bool(exit == 130)
    return .object(run)
  }

  /// The exit status of the whole: the first that applies, in the order of a run's own.
  private static func exit(_ parts: [StoredReport], _ clauses: [JSON], _ runs: [JSON]) -> Int {
    let exits = runs.compactMap { $0["exit"]?.number?.int }
    let verdicts = Set(parts.flatMap { $0.vectors.map(\.verdict) })
    if exits.contains(130) { return 130 }
    if exits.contains(3), verdicts.isDisjoint(with: Verdict.ofAnswers) { return 3 }
    if exits.contains(1) { return 1 }
    if exits.contains(5) || verdicts.contains(.harnessError) { return 5 }
    if exits.contains(6) { return 6 }
    let isChecked = clauses.contains { ["passed", "failed"].contains($0["verdict"]?.string) }
    let isOpen = verdicts.contains(.couldNotRun) || verdicts.contains(.ambiguous)
    return isChecked && !isOpen && !exits.contains(3) ? 0 : 4
  }

  /// Each clause with the worst verdict of any part, and the vectors of all.
  ///
  /// A part without a vector of the clause leaves it untested, which says nothing beside a part whose
  /// vectors of it do not apply.
  private static func joinedClauses(_ parts: [StoredReport]) -> [JSON] {
    var byID: [String: JSON] = [:]
    for clause in parts.flatMap({ $0.root["clauses"]?.value.array ?? [] }) {
      guard let id = clause["id"]?.string else { continue }
      guard var known = byID[id]?.object else {
        byID[id] = clause
        continue
      }
      if weight(clause) > weight(.object(known)) { known["verdict"] = clause["verdict"] }
      let cited = (known["vectors"]?.array ?? []) + (clause["vectors"]?.array ?? [])
      let names = Set(cited.compactMap(\.string)).sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
      known["vectors"] = .array(names.map { .string($0) })
      byID[id] = .object(known)
    }
    return byID.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value)
  }

  /// How much a part's verdict of a clause says beside another's.
  private static func weight(_ clause: JSON) -> Int {
    switch clause["verdict"]?.string {
    case "failed": 4
    case "passed": 3
    case "untested": clause["vectors"]?[0] == nil ? 0 : 2
    default: 1
    }
  }
}

extension Verdict {
  /// Those that nothing but an answer of the target leads to.
  fileprivate static let ofAnswers: Set<Verdict> = [
    .passed, .failed, .knownFailure, .unexpectedPass, .ambiguous,
  ]
}
