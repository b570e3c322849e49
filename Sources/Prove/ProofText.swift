import Conformance

/// The proof as a person reads it: a table, then all that is not as it should be.
package enum ProofText {
  private static let header = [
    "contract", "role", "tested/excluded", "faults", "precision", "generated", "variants", "time",
  ]

  /// A line for each contract and role, and one for all of several.
  ///
  /// - Parameters:
  ///   - proofs: What was proven.
  ///   - elapsed: How long all of it took, in seconds of real time.
  /// - Returns: The table.
  package static func table(_ proofs: [RoleProof], elapsed: Double) -> String {
    var rows = [header] + proofs.map(row)
    if proofs.count > 1 { rows.append(total(proofs, elapsed)) }
    let widths = header.indices.map { column in rows.map { $0[column].utf8.count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.utf8.count) }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n") + "\n"
  }

  private static func row(_ proof: RoleProof) -> [String] {
    [
      proof.contract, proof.role.rawValue, "\(proof.tested)/\(proof.excluded)",
      cell(proof.killed, proof.untried.faults), proof.precise.decimal,
      cell(proof.mutantsKilled, proof.untried.mutants),
      cell(proof.accepted, proof.untried.variants), seconds(proof.seconds),
    ]
  }

  /// A share, and of how many where not all were tried.
  private static func cell(_ share: Share, _ untried: Int) -> String {
    untried == 0 ? share.text : "\(share.part)/\(share.whole) of \(share.whole + untried)"
  }

  private static func total(_ proofs: [RoleProof], _ elapsed: Double) -> [String] {
    func sum(_ share: (RoleProof) -> Share) -> Share {
      proofs.map(share).reduce(Share(0, of: 0)) {
        Share($0.part + $1.part, of: $0.whole + $1.whole)
      }
    }
    let tested = proofs.reduce(0) { $0 + $1.tested }
    let excluded = proofs.reduce(0) { $0 + $1.excluded }
    return [
      "all", "", "\(tested)/\(excluded)",
      cell(sum(\.killed), proofs.reduce(0) { $0 + $1.untried.faults }), sum(\.precise).decimal,
      cell(sum(\.mutantsKilled), proofs.reduce(0) { $0 + $1.untried.mutants }),
      cell(sum(\.accepted), proofs.reduce(0) { $0 + $1.untried.variants }),
      seconds(elapsed),
    ]
  }

  private static func seconds(_ seconds: Double) -> String {
    let tenths = Int(seconds * 10)
    return "\(tenths / 10).\(tenths % 10) s"
  }

  /// Generated faults killed by operator, a line for each contract and role that has any; empty
  /// when none has.
  package static func operators(_ proofs: [RoleProof]) -> String {
    let lines = proofs.filter { !$0.mutants.isEmpty }.map { proof in
      let shares = proof.byOperator.map { "\($0.kind.rawValue) \($0.share.text)" }
      return "  \(proof.contract) \(proof.role.rawValue): \(shares.joined(separator: ", "))\n"
    }
    return lines.isEmpty
      ? "" : "generated faults killed, by operator\n" + lines.joined()
  }

  /// How many vectors were not performed with a fault or variant that they cannot come upon, a line
  /// for each contract and role; empty when all were.
  package static func spared(_ proofs: [RoleProof]) -> String {
    proofs.filter { $0.spared.part > 0 }.map { proof in
      """
      \(proof.contract) \(proof.role.rawValue): with its faults and variants \(proof.spared.text) \
      vectors were not performed, since they ask for nothing that is changed; --whole performs all

      """
    }.joined()
  }

  /// That the proof was interrupted, and what was not tried; empty when all was.
  package static func interruption(_ proofs: [RoleProof]) -> String {
    let lines = proofs.compactMap { proof -> String? in
      let untried = proof.untried
      guard !untried.isEmpty else { return nil }
      let name = "  \(proof.contract) \(proof.role.rawValue): "
      if untried.isPlain { return name + "everything\n" }
      let parts = [
        part(untried.faults, of: proof.faults.count, "faults"),
        part(untried.mutants, of: proof.mutants.count, "generated faults"),
        part(untried.variants, of: proof.variants.count, "variants"),
      ]
      return name + parts.compactMap { $0 }.joined(separator: ", ") + "\n"
    }
    guard !lines.isEmpty else { return "" }
    return "interrupted; the numbers above are of what was tried until then; not tried:\n"
      + lines.joined()
  }

  private static func part(_ untried: Int, of tried: Int, _ what: String) -> String? {
    untried == 0 ? nil : "\(untried) of \(untried + tried) \(what)"
  }

  /// Everything that is not as it should be, and what is explained; empty when there is nothing.
  package static func details(_ proof: RoleProof) -> String {
    var lines = proof.plain.map { "plain reference: \($0)" }
    lines += proof.faults.filter { !$0.isKilled }.map { fault in
      """
      fault not killed: \(fault.name) (declares \(fault.declared.joined(separator: ", "))); \
      \(fault.note)
      """
    }
    lines += proof.faults.filter { !$0.outside.isEmpty }.map { fault in
      "fault not precise: \(fault.name), also failed \(fault.outside.joined(separator: ", "))"
        + fault.evidence.map { "\n    \($0)" }.joined()
    }
    lines += proof.variants.filter { !$0.objections.isEmpty }.map {
      "variant not accepted: \($0.name): \($0.objections.joined(separator: ", "))"
    }
    lines += proof.mutants.compactMap(mutant)
    lines += proof.withoutFault.map { "no fault breaks \($0)" }
    return lines.map { "\(proof.contract) \(proof.role.rawValue): \($0)\n" }.joined()
  }

  private static func mutant(_ verdict: MutantVerdict) -> String? {
    let mutation = verdict.mutation
    return switch verdict.fate {
    case .killed: nil
    case .survived: "generated fault survived: \(mutation.name) (\(mutation.clause))"
    case .neverCame: "generated fault never met: \(mutation.name) (\(mutation.clause))"
    case .equivalent(let reason): "generated fault is equivalent: \(mutation.name): \(reason)"
    }
  }
}
