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
    public var json: JSON
  }

  /// The whole report as it stands.
  public var json: JSON
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
    self.path = path
    json = .null
    vectors = []
    if let root = reader.parse(bytes)?.root {
      if root["format"]?.number?.int != 1 || root["run"] == nil || root["vectors"]?.kind != .array {
        reader.complain(
          "expected a report of format 1, as `conform run --report` writes it", at: root)
      } else {
        json = root.value
        vectors = (json["vectors"]?.array ?? []).compactMap(Vector.init)
      }
    }
    guard reader.diagnostics.isEmpty else { throw Diagnostics(reader.diagnostics) }
  }

  /// The report's digests of contracts and vectors, by contract.
  var editions: [String: [String: JSON]] {
    var editions: [String: [String: JSON]] = [:]
    for contract in json["contracts"]?.array ?? [] {
      guard let id = contract["id"]?.string else { continue }
      for name in ["revision", "digest", "vectorsDigest"] {
        editions[id, default: [:]][name] = contract[name]
      }
    }
    return editions
  }
}

extension StoredReport.Vector {
  init?(_ json: JSON) {
    guard let id = json["id"]?.string,
      let verdict = json["verdict"]?.string.flatMap(Verdict.init(rawValue:))
    else { return nil }
    self.id = id
    self.verdict = verdict
    self.json = json
    findings = (json["findings"]?.array ?? []).map { finding in
      StoredReport.Finding(
        clause: finding["clause"]?.string ?? "", gates: finding["gates"]?.bool ?? false,
        at: finding["at"]?.string ?? "", expected: finding["expected"]?.string ?? "",
        actual: finding["actual"]?.string ?? "")
    }
    choices = [:]
    for (name, value) in json["choices"]?.object ?? [:] { choices[name] = value.string }
    seconds = json["seconds"]?.number?.double ?? 0
    reasons = (json["reasons"]?.array ?? []).compactMap(\.string)
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
