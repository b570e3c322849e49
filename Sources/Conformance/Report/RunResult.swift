import StrictJSON

/// What a run found out: everything that reports are written from.
///
/// Nothing in it is masked; `RunResult.masked` gives what may leave the process.
public struct RunResult: Sendable {
  /// How a run ends.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    case conformant, nonconformant, incomplete
  }

  /// One target and the contract that it was held to.
  public struct Subject: Sendable {
    /// The target's name.
    public var name: String
    /// The contract's id.
    public var contract: String
    /// The roles under test.
    public var roles: [Role]
    /// Where its server is reached; nil when it has none.
    public var baseURL: String?
    /// What is not as it should be for a release, such as certificates that were not checked.
    public var warnings: [String]

    /// Makes a subject.
    public init(
      name: String, contract: String, roles: [Role], baseURL: String?, warnings: [String] = []
    ) {
      self.name = name
      self.contract = contract
      self.roles = roles
      self.baseURL = baseURL
      self.warnings = warnings
    }
  }

  /// The edition of one contract.
  public struct Edition: Sendable, Hashable {
    /// The contract's id.
    public var id: String
    /// Its revision.
    public var revision: String
    /// The digest of its spec files.
    public var digest: String
    /// The digest of its vector files; empty when it has none.
    public var vectorsDigest: String
  }

  /// What is said of one clause.
  public struct ClauseResult: Sendable {
    /// The clause.
    public var clause: Clause
    /// The contract that it belongs to.
    public var contract: String
    /// Whether it decides the outcome.
    public var gates: Bool
    /// How it ends.
    public var verdict: ClauseVerdict
    /// The vectors that cite it, in byte order.
    public var vectors: [String]
    /// Whether it fails only as the known-failures file says.
    public var isKnown = false
  }

  /// What is said of one vector.
  public struct VectorResult: Sendable {
    /// The vector.
    public var vector: Vector
    /// How it ends.
    public var verdict: Verdict
    /// What the judge says.
    public var judgement: Judgement
    /// What was seen; empty when it did not run.
    public var transcripts: [Transcript]
    /// Real time from its start to its end.
    public var seconds: Double
    /// A command that repeats the first finding's step; nil when there is none to repeat.
    public var reproduce: String?
    /// Names of known faults that give the same findings; empty when none is known that does.
    public var looksLike: [String] = []
    /// What its page did, where something is said of the vector; nil when it passed or has no page.
    public var page: PageLog?

    /// Why it did not pass, for verdicts that have no finding; empty for the others.
    public var reasons: [String] {
      switch verdict {
      case .couldNotRun: judgement.couldNotRun
      case .harnessError: judgement.harnessErrors
      case .notApplicable: judgement.notApplicable.map { [$0] } ?? []
      case .ambiguous:
        judgement.edge.map { ["a step came too close to the deadline \($0) every time"] } ?? []
      default: []
      }
    }
  }

  /// What was held to which contract, in the order in which it was run.
  public var subjects: [Subject]
  /// The contracts that were used, in the same order.
  public var editions: [Edition]
  /// In byte order of the ids.
  public var clauses: [ClauseResult]
  /// In byte order of the ids.
  public var vectors: [VectorResult]
  /// When the run began, by our own clock.
  public var startedAt: Instant
  /// How long it took, in real time.
  public var seconds: Double
  /// How time passed: `virtual`, `real`, or `recorded`.
  public var clock: String
  /// What random choices were drawn from.
  public var seed: UInt64
  /// Which part of a run this is, such as `1/3`; nil for a whole one.
  public var shard: String?
  /// Whether it was ended before its end.
  public var isInterrupted: Bool

  /// How many vectors end each way.
  public var summary: [Verdict: Int] {
    vectors.reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 }
  }
}

/// How a clause ends.
public enum ClauseVerdict: String, Sendable, Hashable, CaseIterable {
  case passed, failed, untested, notApplicable
}
