public import StrictJSON

/// Failures that a project knows of and lives with for now: each with a reason and an owner.
public struct KnownFailures: Sendable {
  /// One of them.
  public struct Entry: Sendable, Hashable {
    /// Which vectors: an id, or a glob of ids.
    public var vector: Glob
    /// The clause that they fail on.
    public var clause: String
    /// Where the finding is and what it received; what is nil may be anything.
    public var at: String?
    /// What the finding says was received; nil when it may be anything.
    public var actual: String?
    /// Why it is not mended yet.
    public var reason: String
    /// Who is to mend it.
    public var owner: String
    /// The last day on which it is known, `2027-01-31`; nil for no end.
    public var expires: String?
    /// Where the entry stands.
    public var location: FileLocation

    /// Whether it speaks of a finding of a vector.
    func covers(_ finding: Finding, of vector: String) -> Bool {
      self.vector.matches(vector) && finding.clause.isSameText(as: clause)
        && (at.map { $0.isSameText(as: finding.at) } ?? true)
        && (actual.map { $0.isSameText(as: finding.actual) } ?? true)
    }
  }

  /// In the order of the file.
  public var entries: [Entry]

  /// Knows of none.
  public init() {
    entries = []
  }

  /// Reads a known-failures file.
  ///
  /// - Parameters:
  ///   - bytes: What it holds.
  ///   - path: Its path.
  ///   - suite: The suite that its vectors and clauses belong to.
  /// - Throws: `Diagnostics` with everything that is wrong with it.
  public init(parsing bytes: [UInt8], path: String, suite: Suite) throws(Diagnostics) {
    let file = FileReader(path: path)
    entries = []
    if let document = file.parse(bytes),
      let root = ObjectReader(
        document.root, as: "a known-failures file", keys: ["format", "known"], in: file)
    {
      root.checkFormat()
      _ = root.required("known")
      entries = root.array("known").compactMap { Self.entry($0, in: file, suite) }
    }
    guard file.diagnostics.isEmpty else { throw Diagnostics(file.diagnostics) }
  }

  private static let keys: Set<String> = [
    "vector", "clause", "finding", "reason", "owner", "expires",
  ]

  private static func entry(_ node: JSONNode, in file: FileReader, _ suite: Suite) -> Entry? {
    guard let object = ObjectReader(node, as: "a known failure", keys: keys, in: file),
      let vector = object.requiredString("vector"), let clause = object.requiredString("clause"),
      let reason = object.requiredString("reason"), let owner = object.requiredString("owner")
    else { return nil }
    if !suite.contracts.contains(where: { $0.clause(clause) != nil }), let place = object["clause"]
    {
      let known = suite.contracts.flatMap { $0.clauses.map(\.id) }
      file.complain(
        "“\(clause)” is no clause; \(suggestion(for: clause, among: known))", at: place)
    }
    let expires = object.string("expires")
    if let expires, Instant(rfc3339: "\(expires)T00:00:00Z") == nil, let place = object["expires"] {
      file.complain(
        "expected “expires” as a day such as 2027-01-31, received “\(expires)”", at: place)
    }
    let finding = object["finding"].flatMap {
      ObjectReader($0, as: "a known finding", keys: ["at", "actual"], in: file)
    }
    return Entry(
      vector: Glob(vector), clause: clause, at: finding?.string("at"),
      actual: finding?.string("actual"), reason: reason, owner: owner, expires: expires,
      location: object.location)
  }
}

// MARK: - Applying

extension KnownFailures {
  /// The entry that speaks of a finding.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - vector: The id of the vector that has it.
  /// - Returns: The first such entry, expired or not; nil when there is none.
  public func entry(for finding: Finding, of vector: String) -> Entry? {
    entries.first { $0.covers(finding, of: vector) }
  }

  /// Marks what is known in a result, and says which entries no longer say what is.
  ///
  /// A vector whose gating findings are all known ends as `knownFailure`; one that an entry names and
  /// that passed ends as `unexpectedPass`.
  ///
  /// - Parameters:
  ///   - result: The result; changed in place.
  ///   - day: Today, as `2026-11-30`, for entries that expire.
  /// - Returns: A diagnostic for every entry that passed, matched nothing or expired; empty when the
  ///   file still says what is. In a part of a run only whole ids can be found to pass, and nothing to
  ///   match nothing.
  public func apply(to result: inout RunResult, day: String) -> [Diagnostic] {
    var stale: [Diagnostic] = []
    for entry in entries {
      if let expires = entry.expires, expires < day {
        stale.append(
          Diagnostic(
            "this known failure expired on \(expires); mend it or renew it", at: entry.location))
        continue
      }
      stale += mark(entry, in: &result)
    }
    result.settleKnownFailures()
    return stale
  }

  private func mark(_ entry: Entry, in result: inout RunResult) -> [Diagnostic] {
    var covered = 0
    var passed: [Int] = []
    for index in result.vectors.indices where entry.vector.matches(result.vectors[index].vector.id)
    {
      let findings = result.vectors[index].judgement.findings
      let known = findings.indices.filter {
        findings[$0].gates && entry.covers(findings[$0], of: result.vectors[index].vector.id)
      }
      known.forEach { result.vectors[index].judgement.findings[$0].isKnown = true }
      covered += known.count
      if result.vectors[index].verdict == .passed { passed.append(index) }
    }
    guard covered == 0 else { return [] }
    // What a glob of ids covers may be in another part of the run.
    if result.shard != nil, passed.map({ result.vectors[$0].vector.id }) != [entry.vector.pattern] {
      return []
    }
    passed.forEach { result.vectors[$0].verdict = .unexpectedPass }
    let what =
      passed.isEmpty
      ? "matched nothing in this run; remove it or correct it"
      : "passed: \(passed.map { result.vectors[$0].vector.id }.joined(separator: ", ")); remove it"
    return [Diagnostic("this known failure \(what)", at: entry.location)]
  }
}

extension RunResult {
  /// Sets verdicts by what is known, once every finding that is known has been marked.
  fileprivate mutating func settleKnownFailures() {
    for index in vectors.indices where vectors[index].verdict == .failed {
      let cited = Set(vectors[index].vector.clauses)
      let decisive = vectors[index].judgement.findings.filter {
        $0.gates && cited.contains($0.clause)
      }
      if decisive.allSatisfy(\.isKnown) { vectors[index].verdict = .knownFailure }
    }
    let unknown = Set(
      vectors.flatMap(\.judgement.findings).filter { $0.gates && !$0.isKnown }.map(\.clause))
    for index in clauses.indices where clauses[index].verdict == .failed && clauses[index].gates {
      clauses[index].isKnown = !unknown.contains(clauses[index].clause.id)
    }
  }
}

// MARK: - Drafting

extension KnownFailures {
  /// A file that lists what failed in a run, ready to be given reasons and owners.
  public static func draft(of result: RunResult) -> JSON {
    let entries = result.vectors.flatMap { vector -> [JSON] in
      guard vector.verdict == .failed || vector.verdict == .knownFailure else { return [] }
      let cited = Set(vector.vector.clauses)
      var seen: Set<String> = []
      return vector.judgement.findings.filter { $0.gates && cited.contains($0.clause) }.compactMap {
        guard seen.insert("\($0.clause) \($0.at)").inserted else { return nil }
        return [
          "vector": .string(vector.vector.id), "clause": .string($0.clause),
          "finding": ["at": .string($0.at)],
          "reason": "to be said: why it is not mended yet", "owner": "to be said",
        ]
      }
    }
    return ["format": 1, "known": .array(entries)]
  }
}
