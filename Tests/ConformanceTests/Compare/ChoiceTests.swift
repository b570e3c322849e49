import StrictJSON
import Testing
import Wire

@testable import Conformance

@Suite("What a target chooses among what is allowed")
struct ChoiceTests {
  /// The report of a run that is answered so, read back.
  private func report(
    _ bodies: [String], statuses: [Int] = [201], steps: String = #"{ "send": "create" }"#
  ) async throws -> StoredReport {
    let answers = zip(bodies, statuses).map { ScriptedRun.response($1, $0) }
    let result = try await ScriptedRun(steps: steps, clauses: ["c.created"], answers: answers)
      .result()
    let bytes = JSONReport.report(result, exit: 0, version: "0").serializedBytes()
    return try StoredReport(parsing: bytes, path: "report.json")
  }

  @Test(
    "is compared, though both pass",
    arguments: [
      (#"{"id":"t_1","note":null}"#, #"{"id":"t_1"}"#, "1 body id, note: null", "1 body id"),
      (#"{"id":"t_1","a":1}"#, #"{"a":1,"id":"t_1"}"#, "1 body id, a", "1 body a, id"),
      (
        #"{"id":"t_1","error":{"code":"x"}}"#, #"{"id":"t_1","error":"x"}"#,
        "1 body id, error {code}", "1 body id, error"
      ),
    ])
  func bodies(old: String, new: String, before: String, after: String) async throws {
    let difference = ReportDifference(
      from: try await report([old]), to: try await report([new]))
    #expect(difference.changes.map(\.kind) == [.changedChoice])
    #expect(difference.changes.map(\.old) == [before])
    #expect(difference.changes.map(\.new) == [after])
    #expect(difference.answer == .compatibleWithNotes)
  }

  @Test("is not another value of the same members")
  func values() async throws {
    let difference = ReportDifference(
      from: try await report([#"{"id":"t_1"}"#]), to: try await report([#"{"id":"t_2"}"#]))
    #expect(difference.answer == .compatible)
  }

  @Test("is not which of several that act at once came first")
  func races() async throws {
    let steps = #"{ "together": [[{ "send": "create" }], [{ "send": "create" }]] }"#
    let body = #"{"id":"t_1"}"#
    let (one, other) = (
      try await report([body, body], statuses: [201, 409], steps: steps),
      try await report([body, body], statuses: [409, 201], steps: steps)
    )
    #expect(one.vectors[0].choices == ["1 statuses": "201 409"])
    #expect(other.vectors[0].choices == one.vectors[0].choices)
  }
}
