/// How strongly a clause binds (BCP 14).
public enum Level: String, Sendable, Hashable, CaseIterable {
  case must = "MUST"
  case should = "SHOULD"
  case may = "MAY"
}

/// Who is under test.
public enum Role: String, Sendable, Hashable, CaseIterable {
  case server, sdk, app, page
}

/// Where a clause is known from.
public enum Provenance: String, Sendable, Hashable, CaseIterable {
  /// The vendor's document states it.
  case documented
  /// It follows from the document.
  case derived
  /// Only the vendor's public code shows it.
  case observed
  /// Another page of the vendor states it.
  case adjacent
}

/// How a clause can be seen from outside.
public enum Observability: String, Sendable, Hashable, CaseIterable {
  case wire, driver, trace, page, none
}

/// One requirement of a contract.
public struct Clause: Sendable, Hashable {
  /// The clause's name for ever, such as `odynn.data.404-not-yet`.
  public var id: String
  /// How strongly it binds.
  public var level: Level
  /// Who must keep it.
  public var role: Role
  /// Where it is known from.
  public var provenance: Provenance
  /// How it can be seen from outside.
  public var observable: Observability
  /// The requirement as one normative sentence.
  public var text: String
  /// The contract's id of the document that states it.
  public var document: String
  /// The heading of the document that it stands under.
  public var section: String
  /// Why nothing tests it; nil when vectors or order rules must.
  public var excluded: String?
  /// The feature that a target must have for the clause to apply; nil when it always does.
  public var feature: String?
  /// False when the contract itself says that breaking it never fails a run.
  public var mayGate: Bool
  /// Where the clause stands in the spec files.
  public var location: FileLocation
}

/// The clauses that decide a run's outcome, as the command line chose them.
public struct Gate: Sendable, Hashable {
  /// The levels that gate.
  public var levels: Set<Level>
  /// The provenances that gate.
  public var provenances: Set<Provenance>

  /// Makes a gate; the standard one is MUST, documented or derived.
  public init(
    levels: Set<Level> = [.must], provenances: Set<Provenance> = [.documented, .derived]
  ) {
    self.levels = levels
    self.provenances = provenances
  }

  /// Whether a clause decides the outcome.
  ///
  /// A clause that its contract says does not gate (`"gates": false`) gates under no choice.
  public func includes(_ clause: Clause) -> Bool {
    levels.contains(clause.level) && provenances.contains(clause.provenance) && clause.mayGate
  }
}
