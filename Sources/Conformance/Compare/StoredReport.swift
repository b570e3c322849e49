public import StrictJSON

/// A report.json that was read back: what comparing and joining runs needs of it.
public struct StoredReport: Sendable {
  /// One finding.
  public struct Finding: Sendable, Hashable {
    /// The clause that it is a finding on.
    public var clause: String
    /// Whether it failed the run.
    public var gates: Bool
    /// Where it is.
    public var at: String
    /// What was expected.
    public var expected: String
    /// What was received.
    public var actual: String
  }

  /// One vector.
  public struct Vector: Sendable {
    /// The vector's id.
    public var id: String
    /// How it ended.
    public var verdict: Verdict
    /// In the order of the report.
    public var findings: [Finding]
    /// What the target chose where the contract leaves a choice.
    public var choices: [String: String]
    /// How long it took.
    public var seconds: Double
    /// Why it did not run or does not apply; empty when it did.
    public var reasons: [String]
    /// The vector as it stands in the report.
    public var node: JSONNode
  }

  /// The whole report as it stands, read where it is looked at only.
  public var root: JSONNode
  /// The file's path, for what is said of it.
  public var path: String
  /// In the order of the report.
  public var vectors: [Vector]

  /// Reads a report.
  ///
  /// - Parameters:
  ///   - bytes: What the file holds.
  ///   - path: The file's path.
  /// - Throws: `Diagnostics` when it is no report of format 1.
  public init(parsing bytes: [UInt8], path: String) throws(Diagnostics) {
    let reader = FileReader(path: path)
    guard let root = reader.parse(bytes)?.root else { throw Diagnostics(reader.diagnostics) }
    guard root["format"]?.number?.int == 1, root["run"] != nil, root["vectors"]?.kind == .array
    else {
      reader.complain(
        "expected a report of format 1, as `conform run --report` writes it", at: root)
      throw Diagnostics(reader.diagnostics)
    }
    self.path = path
    self.root = root
    vectors = []
    for node in root["vectors"]?.elementArray ?? [] {
      if let vector = Vector(node) {
        vectors.append(vector)
      } else {
        let known = Verdict.allCases.map(\.rawValue).joined(separator: ", ")
        reader.complain("expected a vector with an id and a verdict, one of \(known)", at: node)
      }
    }
    // What cannot be read may not count as not being there.
    if let clauses = root["clauses"] {
      let isList = clauses.kind == .array
      for node in isList ? clauses.elementArray : [clauses]
      where node["id"]?.string == nil || node["verdict"]?.string == nil {
        reader.complain("expected clauses, each with an id and a verdict", at: node)
      }
    }
    guard reader.diagnostics.isEmpty else { throw Diagnostics(reader.diagnostics) }
  }

  /// The report's digests of contracts and vectors, by contract.
  var editions: [String: [String: JSON]] {
    var editions: [String: [String: JSON]] = [:]
    for contract in root["contracts"]?.elementArray ?? [] {
      guard let id = contract["id"]?.string else { continue }
      for name in ["revision", "digest", "vectorsDigest"] {
        editions[id, default: [:]][name] = contract[name]?.value
      }
    }
    return editions
  }
}

extension JSONNode {
  /// The elements of an array; empty when the value is of another kind.
  var elementArray: [JSONNode] { Array(elements) }
}

extension StoredReport.Vector {
  init?(_ node: JSONNode) {
    guard let id = node["id"]?.string,
      let verdict = node["verdict"]?.string.flatMap(Verdict.init(rawValue:))
    else { return nil }
    self.id = id
    self.verdict = verdict
    self.node = node
    findings =
      node["findings"]?.elements.map { finding in
        StoredReport.Finding(
          clause: finding["clause"]?.string ?? "", gates: finding["gates"]?.bool ?? false,
          at: finding["at"]?.string ?? "", expected: finding["expected"]?.string ?? "",
          actual: finding["actual"]?.string ?? "")
      } ?? []
    choices = [:]
    if let chosen = node["choices"] {
      for member in chosen.members { choices[member.key] = member.value.string }
    }
    seconds = node["seconds"]?.number?.double ?? 0
    reasons = node["reasons"]?.elements.compactMap(\.string) ?? []
  }

  /// Whether it was performed to a verdict.
  var ran: Bool {
    switch verdict {
    case .passed, .failed, .knownFailure, .unexpectedPass: true
    default: false
    }
  }

  /// Whether it failed, known or not.
  var isBroken: Bool { verdict == .failed || verdict == .knownFailure }
}
