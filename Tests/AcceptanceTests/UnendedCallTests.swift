import Conformance
import Testing

/// What is made of a call of an SDK that never ends.
@Suite("Calls that never end", .timeLimit(.minutes(1)))
struct UnendedCallTests {
  @Test("It is blamed on the clause that speaks of its end; what only needs it could not run")
  func blame() async throws {
    let suite = try SDKAcceptance.suite()
    let result = try await SDKAcceptance.run(
      "verso-connect", fault: "closing-is-silent", .inProcess,
      citing: ["verso.error.cancelled", "verso.sdk.sheet-dismissed-always"], in: suite)
    #expect(result.failedClauses == ["verso.error.cancelled"])
    let lost = result.vectors.filter { $0.verdict == .couldNotRun }.map(\.vector.id)
    #expect(lost == ["verso.present.sheet-gone.cancelled"])
    #expect(result.exitCode() == 1)
  }

  @Test("A call that ended too soon to be cancelled is no fault of the cancellation")
  func setUp() async throws {
    let suite = try SDKAcceptance.suite()
    let result = try await SDKAcceptance.run(
      "verso-connect", fault: "gives-up-at-once", .inProcess,
      citing: ["verso.error.cancelled", "verso.error.timedOut"], in: suite)
    #expect(result.failedClauses == ["verso.error.timedOut"])
    let lost = result.vectors.filter { $0.verdict == .couldNotRun }.map(\.vector.id)
    #expect(lost == ["verso.present.cancelled.after-capture"])
  }
}
