import Conformance

/// What is said of one vector in test results.
struct ReplayReport {
  /// The findings to show with it, and the text of each.
  private(set) var findings: [(finding: Finding, text: String)] = []

  /// Puts together what is said of a vector.
  ///
  /// A gating finding on a clause that the vector does not cite is shown here only when no other
  /// vector shows that clause: one fault is to turn few things red.
  init(_ vector: RunResult.VectorResult, in result: RunResult) {
    let cited = Set(vector.vector.clauses)
    for finding in vector.judgement.findings {
      let isShown =
        !finding.gates || cited.contains(finding.clause)
        || Self.shows(vector, finding.clause, in: result)
      guard isShown else { continue }
      let clause = result.clauses.first { $0.clause.id == finding.clause }?.clause
      findings.append((finding, Self.text(finding, clause, vector)))
    }
  }

  /// Whether a vector is the one that shows a clause which no vector that failed by it cites.
  private static func shows(
    _ vector: RunResult.VectorResult, _ clause: String, in result: RunResult
  ) -> Bool {
    let finding = result.vectors.filter { other in
      other.judgement.findings.contains { $0.gates && $0.clause == clause }
    }
    return !finding.contains { $0.vector.clauses.contains(clause) }
      && finding.first?.vector.id == vector.vector.id
  }

  private static func text(
    _ finding: Finding, _ clause: Clause?, _ vector: RunResult.VectorResult
  ) -> String {
    let place = [finding.step > 0 ? "step \(finding.step)" : "", finding.at]
    var lines = [place.filter { !$0.isEmpty }.joined(separator: "  ")].filter { !$0.isEmpty }
    lines.append("  expected  \(finding.expected)")
    lines.append("  received  \(finding.actual)")
    if let clause {
      let level = clause.level.rawValue + (finding.gates ? "" : ", advisory")
      lines.append("  clause    \(clause.id) (\(level)): \(clause.text)")
    }
    if let command = vector.reproduce { lines.append("  reproduce \(command)") }
    lines.append("  replay    CONFORM_FILTER=\(vector.vector.id) swift test")
    return lines.joined(separator: "\n")
  }
}
