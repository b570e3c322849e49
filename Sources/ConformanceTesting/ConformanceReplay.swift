public import Conformance
import Runner
public import Testing

/// A contract's vectors as the cases of one parameterised Swift Testing test.
///
///     private let replay = ConformanceReplay(
///       contract: "odynn-connect", role: .server, target: .file("Tests/target.json"))
///
///     @Test("Odynn Connect", arguments: replay.cases)
///     func conforms(_ vector: ConformanceReplay.Case) async throws {
///       try await replay.check(vector)
///     }
///
/// Swift Testing starts all arguments of a test at once, so the vectors are run once, by whichever
/// case comes first, and every case waits for its own verdict. Environment variables select among
/// the vectors: `CONFORM_FILTER` by globs of their ids with spaces between them, `CONFORM_ROLE` by
/// the role under test.
public struct ConformanceReplay: Sendable {
  /// The cases, in byte order of their ids; never empty.
  ///
  /// The last one is about the run as a whole: that something was checked, that the target was
  /// there, that the reports could be written. When there is nothing to run, a case says why.
  public let cases: [Case]
  let run: ReplayRun?
  let origin: SourceLocation

  /// Prepares to replay one contract's vectors against one target.
  ///
  /// - Parameters:
  ///   - contract: The contract's id, such as `odynn-connect`.
  ///   - role: Which role of it is under test.
  ///   - target: The implementation under test.
  ///   - filters: Globs of vector ids, any of which may fit; empty for all vectors.
  ///   - reports: The folder that `report.json` and the other reports are written to; nil for none.
  ///   - knownFailures: The file of known failures, which are known issues then; nil for none.
  ///   - sourceLocation: Where problems are shown that no vector has.
  public init(
    contract: String, role: Role, target: ReplayTarget,
    filters: [String] = ReplayEnvironment.filters, reports: String? = nil,
    knownFailures: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.init(
      [Subject(contract: contract, role: role, target: target)], filters: filters,
      reports: reports, knownFailures: knownFailures, sourceLocation: sourceLocation)
  }

  /// Prepares to replay vectors against several targets, as one run with one report.
  ///
  /// - Parameters:
  ///   - subjects: The targets; those of other roles than `CONFORM_ROLE` says are left out.
  ///   - filters: Globs of vector ids, any of which may fit; empty for all vectors.
  ///   - reports: The folder that `report.json` and the other reports are written to; nil for none.
  ///   - knownFailures: The file of known failures, which are known issues then; nil for none.
  ///   - sourceLocation: Where problems are shown that no vector has.
  public init(
    _ subjects: [Subject], filters: [String] = ReplayEnvironment.filters, reports: String? = nil,
    knownFailures: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.init(filters, reports, knownFailures, sourceLocation) { _ in subjects }
  }

  /// Prepares to replay vectors against the implementation that a target file describes, in every
  /// role that it plays.
  ///
  /// - Parameters:
  ///   - path: The file, absolute or relative to the working folder.
  ///   - filters: Globs of vector ids, any of which may fit; empty for all vectors.
  ///   - reports: The folder that `report.json` and the other reports are written to; nil for none.
  ///   - knownFailures: The file of known failures, which are known issues then; nil for none.
  ///   - sourceLocation: Where problems are shown that no vector has.
  public init(
    targetFile path: String, filters: [String] = ReplayEnvironment.filters,
    reports: String? = nil, knownFailures: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.init(filters, reports, knownFailures, sourceLocation) { suite in
      let target = try ReplayTarget.target(at: path, suite)
      return target.roles.map {
        Subject(contract: target.contract, role: $0, target: .file(path))
      }
    }
  }

  private init(
    _ filters: [String], _ reports: String?, _ knownFailures: String?, _ origin: SourceLocation,
    subjects: (Suite) throws -> [Subject]
  ) {
    self.origin = origin
    do {
      let suite = try Suite.embedded()
      let subjects = try subjects(suite)
      let asked = subjects.filter { ReplayEnvironment.includes($0.role) }
      let filters = filters.map { Glob($0) }
      let ids = try asked.flatMap { try $0.ids(in: suite, filters) }
      guard !ids.isEmpty else { throw ReplayError.nothingSelected(filters, subjects.map(\.role)) }
      run = ReplayRun(
        suite: suite, subjects: asked, filters: filters, reports: reports,
        knownFailures: knownFailures)
      cases = ids.sorted(by: Self.byteOrder).map(Case.init(vector:)) + [.run]
    } catch {
      run = nil
      cases = [Case(problem: error)]
    }
  }

  private static func byteOrder(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

extension ConformanceReplay {
  /// One implementation and the contract that it is held to.
  public struct Subject: Sendable {
    /// The contract's id.
    public var contract: String
    /// The role under test.
    public var role: Role
    /// The implementation.
    public var target: ReplayTarget

    /// Makes a subject.
    ///
    /// - Parameters:
    ///   - contract: The contract's id.
    ///   - role: The role under test.
    ///   - target: The implementation.
    public init(contract: String, role: Role, target: ReplayTarget) {
      self.contract = contract
      self.role = role
      self.target = target
    }
  }

  /// One case of the test: a vector or an order rule, by its id.
  public struct Case: Sendable, Identifiable, CustomTestStringConvertible {
    enum Kind: Sendable {
      case vector
      /// The run as a whole.
      case run
      /// There is nothing to run; why.
      case problem(any Error)
    }

    /// The vector's id.
    public let id: String
    let kind: Kind

    /// The vector's id, by which test results name the case.
    public var testDescription: String { id }

    static let run = Case(id: "the run as a whole", kind: .run)

    init(vector id: String) {
      self.init(id: id, kind: .vector)
    }

    init(problem: any Error) {
      self.init(id: "nothing to run", kind: .problem(problem))
    }

    private init(id: String, kind: Kind) {
      self.id = id
      self.kind = kind
    }
  }
}

extension ConformanceReplay.Subject {
  /// What can be asked of it: the ids of vectors, and of the rules that judge its traces.
  func ids(in suite: Suite, _ filters: [Glob]) throws -> [String] {
    guard let contract = suite.contract(contract) else {
      throw ReplayError.unknownContract(self.contract, known: suite.contracts.map(\.id))
    }
    let context = RunContext(
      contract: contract, target: Target(recorded: contract.id, role: role))
    let plan = Plan(
      suite.vectors(of: contract.id), context: context,
      selection: Plan.Selection(filters: filters, role: role))
    let vectors = plan.entries.map(\.vector.id)
    guard role == .app else { return vectors }
    let rules = TraceJudge(context: context, role: .app, filters: filters).result(suite)
    return vectors + rules.vectors.map(\.vector.id)
  }
}
