import StrictJSON
import Testing
import Wire

@testable import Conformance

/// What a run may come to, alone and beside another part of the same run.
@Suite("Exit statuses of mixed runs", .timeLimit(.minutes(1)))
struct ExitOrderTests {
  enum Part: String, CaseIterable, Sendable {
    case passed, failedGating, failedAdvisory, couldNotRun, harnessError, unreachable, nothing
    case interrupted

    /// The status when no other part says anything.
    var exit: Int32 {
      switch self {
      case .passed, .failedAdvisory: 0
      case .failedGating: 1
      case .unreachable: 3
      case .couldNotRun, .nothing: 4
      case .harnessError: 5
      case .interrupted: 130
      }
    }

    /// Whether the target answered something, so that it can be reached.
    var isAnswered: Bool {
      [.passed, .failedGating, .failedAdvisory, .interrupted].contains(self)
    }
  }

  static let pairs = Part.allCases.flatMap { left in Part.allCases.map { (left, $0) } }

  /// The status of both: the first that applies, where a target that answered once can be reached,
  /// and nothing asks for nothing beside something.
  static func expected(_ parts: [Part]) -> Int32 {
    let isReached = parts.contains(where: \.isAnswered)
    let isAsked = parts.contains { ![.nothing, .couldNotRun].contains($0) }
    let exits = parts.map { part -> Int32 in
      if part == .unreachable, isReached { return 4 }
      return part == .nothing && isAsked ? 0 : part.exit
    }
    return [130, 2, 3, 1, 5, 6, 4, 0].first(where: exits.contains) ?? 0
  }

  private func result(_ part: Part) async throws -> RunResult {
    let good = ScriptedRun.response(201, #"{"id":"t_1"}"#)
    let create =
      #"{ "send": "create", "expect": { "status": 201, "clause": "c.created" } }"#
    let unreachable = HTTPOutcome.failure(HTTPFailure(kind: .refused, message: "refused"))
    let answers: [HTTPOutcome] =
      switch part {
      case .failedGating: [ScriptedRun.response(500, "")]
      case .unreachable: [unreachable]
      default: [good]
      }
    let advisory = #"{ "send": "create", "advisory": { "status": 200, "clause": "c.hint" } }"#
    var result = try await ScriptedRun(
      steps: part == .failedAdvisory ? advisory : create, clauses: ["c.created", "c.hint"],
      answers: answers
    ).result()
    switch part {
    case .couldNotRun, .harnessError, .nothing:
      for index in result.clauses.indices { result.clauses[index].verdict = .untested }
      result.vectors[0].transcripts = []
      result.vectors[0].judgement = Judgement()
      result.vectors[0].verdict = part == .harnessError ? .harnessError : .couldNotRun
      if part == .nothing { result.vectors = [] }
    case .interrupted: result.isInterrupted = true
    default: break
    }
    return result
  }

  private func results(_ parts: [Part]) async throws -> [RunResult] {
    var results: [RunResult] = []
    for (index, part) in parts.enumerated() {
      var result = try await result(part)
      result.shard = "\(index + 1)/\(parts.count)"
      for vector in result.vectors.indices { result.vectors[vector].vector.id += ".\(index)" }
      result.editions = results.first?.editions ?? result.editions
      results.append(result)
    }
    return results
  }

  @Test("Each alone", arguments: Part.allCases)
  func alone(part: Part) async throws {
    #expect(try await result(part).exitCode() == part.exit)
  }

  @Test("Two in one run, as `run` and `judge` join them", arguments: pairs)
  func joined(left: Part, right: Part) async throws {
    let result = RunResult(joining: try await results([left, right]))
    #expect(result.exitCode() == Self.expected([left, right]))
  }

  @Test("Two shards that are merged", arguments: pairs)
  func merged(left: Part, right: Part) async throws {
    let reports = try await results([left, right]).enumerated().map { index, result in
      let report = JSONReport.report(result, exit: result.exitCode(), version: "1")
      return try StoredReport(parsing: report.serializedBytes(), path: "\(index).json")
    }
    let whole = try ReportMerge.merge(reports)
    let expected = Self.expected([left, right])
    #expect(whole["run"]?["exit"]?.number?.int == Int(expected))
    let hasFailed = [left, right].contains(.failedGating)
    let outcome = hasFailed ? "nonconformant" : expected == 0 ? "conformant" : "incomplete"
    #expect(whole["run"]?["outcome"]?.string == outcome)
  }

  @Test("Two runs of --repeat, or a run and a report that cannot be written", arguments: pairs)
  func ordered(left: Part, right: Part) {
    let order: [Int32] = [130, 2, 3, 1, 5, 6, 4, 0]
    let first = order.first { [left.exit, right.exit].contains($0) }
    #expect(ExitOrder.first(of: [left.exit, right.exit]) == first)
    #expect(ExitOrder.first(of: []) == 0)
  }
}
