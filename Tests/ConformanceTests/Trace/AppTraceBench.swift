import Specs
import StrictJSON
import Testing

@testable import Conformance

/// An app's trace of one of the four contracts, and the clauses that it must be found to break.
struct AppTrace: Sendable, CustomTestStringConvertible {
  var title: String
  var contract: String
  var events: String
  var isCut = false
  /// Clauses without the vendor's prefix, those that do not gate included.
  var broken: [String] = []

  var testDescription: String { "\(contract): \(title)" }

  private static let suite = Result {
    try Suite(
      specs: Specs.files.filter { !$0.path.hasPrefix("schemas/") }.map {
        .init(path: "Sources/Specs/\($0.path)", bytes: Array($0.text.utf8))
      }, vectors: [])
  }

  /// What the judge says of the trace.
  func judged() throws -> RunResult {
    try Self.judge([TraceBench.trace(events, contract: contract, isCut: isCut)], contract)
  }

  static func judge(_ texts: [String], _ id: String) throws -> RunResult {
    let suite = try suite.get()
    let contract = try #require(suite.contract(id))
    let context = RunContext(contract: contract, target: Target(recorded: id, role: .app))
    var judge = TraceJudge(context: context, role: .app)
    for text in texts { try judge.judge(Array(text.utf8), path: "app.jsonl") }
    return judge.result(suite)
  }

  /// Expects the clauses to fail that are said to be broken, and no others.
  func check() throws {
    let result = try judged()
    let prefix = contract.prefix { $0 != "-" } + "."
    let failed = result.clauses.filter { $0.verdict == .failed }.map {
      String($0.clause.id.dropFirst(prefix.count))
    }
    let told = result.vectors.flatMap(\.judgement.findings).map { "\($0.clause): \($0.message)" }
    #expect(failed.sorted() == broken.sorted(), "\(told)")
    #expect(result.subjects.flatMap(\.warnings).count == (isCut ? 1 : 0))
    let gates = result.clauses.contains { $0.verdict == .failed && $0.gates }
    #expect(result.exitCode() == (gates ? 1 : 0))
  }
}
