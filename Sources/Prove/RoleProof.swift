package import Conformance

/// What was proven of the vectors and rules of one contract and role.
package struct RoleProof: Sendable {
  /// The contract's id.
  package var contract: String
  /// Who was under test.
  package var role: Role
  /// How many clauses of the role something tests.
  package var tested: Int
  /// How many are excluded with a reason.
  package var excluded: Int
  /// Tested clauses that no fault of the reference breaks.
  package var withoutFault: [String]
  /// What is wrong with the plain reference's run, a sentence each; empty when it is conformant.
  package var plain: [String] = []
  /// What became of each fault, in the order of the catalogue.
  package var faults: [FaultVerdict] = []
  /// What became of each generated fault, in the order of the contract.
  package var mutants: [MutantVerdict] = []
  /// What became of each variant, in the order of the catalogue.
  package var variants: [VariantVerdict] = []
  /// Of how many vectors of its faults and variants the plain run's findings stand, since they ask
  /// for nothing that is changed; of all.
  package var spared = Share(0, of: 0)
  /// What was not tried, since the proof was interrupted.
  package var untried = Untried()
  /// The real time from its first run to the end of its last, in seconds; others ran meanwhile.
  package var seconds = 0.0
}

extension RoleProof {
  /// How much a proof that was interrupted did not try.
  package struct Untried: Sendable, Hashable {
    /// Whether not even the plain reference was run.
    package var isPlain = false
    /// How many faults.
    package var faults = 0
    /// How many generated faults.
    package var mutants = 0
    /// How many variants.
    package var variants = 0

    /// Creates a count.
    package init(isPlain: Bool = false, faults: Int = 0, mutants: Int = 0, variants: Int = 0) {
      self.isPlain = isPlain
      self.faults = faults
      self.mutants = mutants
      self.variants = variants
    }

    /// Whether everything was tried.
    package var isEmpty: Bool { self == Untried() }
  }
}

/// What became of one fault.
package struct FaultVerdict: Sendable {
  /// The fault's name.
  package var name: String
  /// The clauses that it declares.
  package var declared: [String]
  /// Whether a finding names one of them.
  package var isKilled: Bool
  /// Clauses outside the declaration that failed, in byte order.
  package var outside: [String]
  /// The first finding on each of those: the vector and what it says.
  package var evidence: [String] = []
  /// What was found, or why nothing was.
  package var note: String
  /// The digest of each vector's findings.
  package var signature: [String: String]
}

/// What became of one generated fault.
package struct MutantVerdict: Sendable {
  /// How a generated fault ends.
  package enum Fate: Sendable, Hashable {
    case killed
    case survived
    /// Nothing that it would have changed ever came by.
    case neverCame
    /// The reason why no vector could tell it from a legal difference.
    case equivalent(String)
  }

  /// The mutation.
  package var mutation: Mutation
  /// How it ends.
  package var fate: Fate
}

/// What became of one variant.
package struct VariantVerdict: Sendable {
  /// The variant's name.
  package var name: String
  /// Gating clauses that failed, and what broke on our side; empty when it is accepted.
  package var objections: [String]
}

// MARK: - Shares

/// A share of things that hold, such as faults killed; over nothing it is neither good nor bad.
package struct Share: Sendable, Hashable {
  /// How many hold.
  package var part: Int
  /// Of how many.
  package var whole: Int

  /// Creates a share.
  package init(_ part: Int, of whole: Int) {
    self.part = part
    self.whole = whole
  }

  /// Whether it is below a number from 0 to 1; never over nothing.
  package func isBelow(_ bound: Double) -> Bool {
    whole > 0 && Double(part) < bound * Double(whole)
  }

  /// `12/13`, or `n/a` over nothing.
  package var text: String { whole > 0 ? "\(part)/\(whole)" : "n/a" }

  /// `0.92`, or `n/a` over nothing; never rounded up.
  package var decimal: String {
    guard whole > 0 else { return "n/a" }
    let hundredths = part * 100 / whole
    let digits = String(hundredths % 100)
    return "\(hundredths / 100)." + (digits.utf8.count == 1 ? "0" : "") + digits
  }
}

extension RoleProof {
  /// Faults of which a finding names a declared clause.
  package var killed: Share { Share(faults.count(where: \.isKilled), of: faults.count) }

  /// Faults beside whose declaration no clause failed.
  package var precise: Share { Share(faults.count(where: \.outside.isEmpty), of: faults.count) }

  /// Variants on which nothing gating failed.
  package var accepted: Share {
    Share(variants.count(where: \.objections.isEmpty), of: variants.count)
  }

  /// Generated faults killed, those that are equivalent left out.
  package var mutantsKilled: Share { share(of: mutants) }

  /// The same by operator, in a fixed order, those without any left out.
  package var byOperator: [(kind: Mutation.Operator, share: Share)] {
    Mutation.Operator.allCases.compactMap { kind in
      let some = mutants.filter { $0.mutation.kind == kind }
      return some.isEmpty ? nil : (kind, share(of: some))
    }
  }

  private func share(of mutants: [MutantVerdict]) -> Share {
    let relevant = mutants.filter { verdict in
      if case .equivalent = verdict.fate { false } else { true }
    }
    return Share(relevant.count { $0.fate == .killed }, of: relevant.count)
  }

  /// Whether everything was tried, every number reaches its bound, and the plain reference is
  /// conformant.
  package var holds: Bool {
    plain.isEmpty && untried.isEmpty && !killed.isBelow(1) && !precise.isBelow(0.9)
      && !mutantsKilled.isBelow(0.95)
      && !accepted.isBelow(1)
  }
}
