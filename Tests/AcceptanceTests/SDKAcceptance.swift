import Conformance
import Foundation
import Reference
import Runner
import Specs
import StrictJSON
import Vectors

/// The reference SDKs held to the suite, right and wrong.
enum SDKAcceptance {
  /// How an SDK is driven.
  enum Way: String, Sendable, CaseIterable, CustomStringConvertible {
    case inProcess = "in process"
    case standardIO = "over standard input and output"

    var description: String { rawValue }
  }

  /// The contracts that have a reference SDK; without those whose SDK is put into a page, where no
  /// page can be shown.
  static let contracts = References.all().filter { $0.role == "sdk" }.map(\.contract).filter {
    !showsPages($0) || LiveRun.obstacleToPages() == nil
  }

  /// Those of them whose runs are short, since they need no browser.
  static let quickContracts = contracts.filter { !showsPages($0) }

  /// Whether the vectors of an SDK show pages.
  static func showsPages(_ contract: String) -> Bool {
    guard let suite = try? suite(), let known = suite.contract(contract) else { return false }
    return suite.vectors(of: contract).contains { vector in
      vector.showsPages && vector.clauses.contains { known.clause($0)?.role == .sdk }
    }
  }

  /// The suite that is built into the package.
  static func suite() throws -> Suite {
    let specs = Specs.files.filter { !$0.path.hasPrefix("schemas/") }
    return try Suite(
      specs: specs.map { .init(path: $0.path, bytes: Array($0.text.utf8)) },
      vectors: Vectors.files.map { .init(path: "vectors/\($0.path)", bytes: Array($0.text.utf8)) })
  }

  /// Runs the vectors of role sdk against a reference, wrong or different in some way or not; only
  /// those that cite some clauses, or all.
  static func run(
    _ contract: String, fault: String? = nil, variant: String? = nil, _ way: Way,
    citing clauses: [String]? = nil, in suite: Suite
  ) async throws -> RunResult {
    let reference = try References.start(
      contract: contract, role: "sdk", fault: fault, variant: variant)
    defer { reference.stop() }
    var target = try Target(
      parsing: file(reference, contract, fault, variant, way).serializedBytes(),
      path: "reference.json", suite: suite, environment: [:])
    if way == .inProcess { target.makeDriver = reference.driver }
    guard let known = suite.contract(contract) else { throw Missing(what: contract) }
    let context = RunContext(contract: known, target: target)
    let vectors = suite.vectors(of: contract).filter { vector in
      clauses.map { $0.contains(where: vector.clauses.contains) } ?? true
    }
    let plan = Plan(vectors, context: context, selection: Plan.Selection(role: .sdk))
    return await LiveRun.perform(
      plan, suite: suite, options: Scheduler.Options(leases: way == .inProcess ? 8 : 3))
  }

  /// The target file of a reference; over standard input and output with the tool as the driver.
  private static func file(
    _ reference: RunningReference, _ contract: String, _ fault: String?, _ variant: String?,
    _ way: Way
  ) throws -> JSON {
    guard way == .standardIO, var file = reference.target.object else { return reference.target }
    var words = [try tool(), "serve", contract, "--role", "sdk"]
    if let fault { words += ["--fault", fault] }
    if let variant { words += ["--variant", variant] }
    file["driver"] = ["command": .array(words.map { .string($0) }), "timeout": "PT6S"]
    return .object(file)
  }

  struct Missing: Error {
    var what: String
  }

  /// Where the tool was built.
  static func tool() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let bundles = CommandLine.arguments.filter { $0.contains(".xctest") }
    let folders =
      bundles.map { URL(filePath: $0).deletingLastPathComponent() } + [
        root.appending(path: ".build/debug")
      ]
    for folder in folders {
      let path = folder.appending(path: "conform").path
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    throw Missing(what: "the tool; build it with `swift build --product conform`")
  }
}

extension RunResult {
  /// The clauses that some finding names, and those that failed.
  var blamed: Set<String> { Set(vectors.flatMap { $0.judgement.findings.map(\.clause) }) }
  var failedClauses: Set<String> {
    Set(clauses.filter { $0.verdict == .failed }.map(\.clause.id))
  }
  /// The clauses that failed and that decide the outcome.
  var failedGatingClauses: Set<String> {
    Set(clauses.filter { $0.gates && $0.verdict == .failed }.map(\.clause.id))
  }
  /// What broke or could not run, a line each.
  var troubles: [String] {
    vectors.filter { [.harnessError, .couldNotRun, .ambiguous].contains($0.verdict) }
      .map { "\($0.vector.id): \($0.reasons.joined(separator: "; "))" }
  }
}
