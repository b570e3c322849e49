/// A clause or a vector in plain words.
public enum Explanation {
  /// The explanation of an id; nil when it is neither a clause nor a vector.
  public static func text(of id: String, in suite: Suite) -> String? {
    for contract in suite.contracts {
      if let clause = contract.clause(id) { return text(of: clause, contract, suite) }
    }
    guard let vector = suite.vector(id) else { return text(ofTable: id, suite) }
    return suite.contract(vector.contract).map { text(of: vector, $0) }
  }

  /// A vector that is written once with a table: its rows, and what the first one does.
  private static func text(ofTable id: String, _ suite: Suite) -> String? {
    let rows = suite.vectors.filter { $0.id.utf8.starts(with: "\(id)/".utf8) }
    guard let first = rows.first, let contract = suite.contract(first.contract) else { return nil }
    let names = rows.map { $0.id.dropFirst(id.count + 1) }
    return
      """
      \(id)  (\(rows.count) rows: \(names.joined(separator: ", ")))
      \(text(of: first, contract))
      """
  }

  private static func text(of clause: Clause, _ contract: Contract, _ suite: Suite) -> String {
    let document = contract.documents[clause.document] ?? clause.document
    let kind = [clause.level.rawValue, clause.role.rawValue, clause.provenance.rawValue]
    let gates = Gate().includes(clause)
    var lines = [
      "\(clause.id)  (\(kind.joined(separator: ", ")))",
      "  \(clause.text)",
      "  source   \(document), “\(clause.section)”",
      "  gates    \(gates ? "yes: breaking it fails a run" : "no: breaking it is reported only")",
    ]
    if let feature = clause.feature {
      lines.append("  applies  only where the target has the feature “\(feature)”")
    }
    if let excluded = clause.excluded { lines.append("  excluded \(excluded)") }
    for vector in suite.vectors(of: contract.id) where vector.clauses.contains(clause.id) {
      lines.append("  vector   \(vector.id): \(vector.title)")
    }
    for rule in contract.order where rule.clause == clause.id {
      lines.append("  rule     \(rule.summary)")
    }
    for invariant in contract.invariants where invariant.clause == clause.id {
      lines.append("  always   \(invariant.summary)")
    }
    lines.append("  \(clause.location)")
    return lines.joined(separator: "\n")
  }

  private static func text(of vector: Vector, _ contract: Contract) -> String {
    var lines = ["\(vector.id)", "  \(vector.title)", "  \(vector.location)"]
    lines += vector.clauses.map { id in
      "  checks   \(id): \(contract.clause(id)?.text ?? "no such clause")"
    }
    if let feature = vector.feature {
      lines.append("  applies  only where the target has the feature “\(feature)”")
    }
    for (index, step) in vector.steps.enumerated() {
      lines.append("  \(index + 1). \(step.summary)")
      lines += step.saidLines.map { "       \($0)" }
    }
    return lines.joined(separator: "\n")
  }
}
