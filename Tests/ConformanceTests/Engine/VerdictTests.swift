import StrictJSON
import Testing
import Wire

@testable import Conformance

@Suite("Verdicts of a vector against answers that are written down")
struct VerdictTests {
  private static let create = #"{ "send": "create", "capture": { "id": "/id" } }"#
  private static let read =
    #"{ "send": "read", "with": { "id": "{id}" }, "expect": { "status": 404, "clause": "c.read" } }"#

  private func verdict(_ result: RunResult, _ clause: String) -> ClauseVerdict? {
    result.clauses.first { $0.clause.id == clause }?.verdict
  }

  @Test("A right answer passes, and its clauses with it")
  func passes() async throws {
    let result = try await ScriptedRun(
      steps: #"{ "send": "create", "expect": { "status": 201, "clause": "c.created" } }"#,
      answers: [ScriptedRun.response(201, #"{"id":"t_1"}"#)]
    ).result()
    #expect(result.vectors[0].verdict == .passed)
    #expect(verdict(result, "c.id") == .passed)
    #expect(verdict(result, "c.read") == .untested)
    #expect(result.outcome == .conformant)
    #expect(result.exitCode() == 0)
  }

  @Test("A wrong member is a finding on that member's clause, with its place")
  func memberClause() async throws {
    let result = try await ScriptedRun(
      steps: #"{ "send": "create", "expect": { "status": 201, "clause": "c.created" } }"#,
      answers: [ScriptedRun.response(201, #"{"id":7}"#)]
    ).result()
    let finding = try #require(result.vectors[0].judgement.findings.first)
    #expect(finding.clause == "c.id")
    #expect(finding.at == "/body/id")
    #expect(result.vectors[0].verdict == .failed)
    #expect(verdict(result, "c.created") == .passed)
    #expect(result.exitCode() == 1)
  }

  @Test("A wrong set-up answer is recorded on its own clause and does not fail the vector")
  func setUpBlame() async throws {
    let result = try await ScriptedRun(
      steps: "\(Self.create), \(Self.read)", clauses: ["c.read"],
      answers: [ScriptedRun.response(500, "")]
    ).result()
    #expect(result.vectors[0].verdict == .couldNotRun)
    #expect(verdict(result, "c.created") == .failed)
    #expect(verdict(result, "c.read") == .untested)
    #expect(result.exitCode() == 1)
  }

  @Test(
    "A vector whose first step lacks a value ends at once, and says which", .timeLimit(.minutes(1)))
  func lacksFirstValue() async throws {
    let result = try await ScriptedRun(
      steps: #"{ "send": "read", "with": { "id": "{nothing}" } }"#, clauses: ["c.read"], answers: []
    ).result()
    #expect(result.vectors[0].verdict == .couldNotRun)
    #expect(result.vectors[0].judgement.couldNotRun.contains { $0.contains("“nothing”") })
    #expect(result.exitCode() == 4)
  }

  @Test("What an advisory misses is said only where nothing else explains it")
  func consequences() async throws {
    let steps = #"""
      { "send": "create", "expect": { "status": 201, "clause": "c.created" },
        "advisory": { "body": { "/more": { "present": true } }, "clause": "c.hint" } }
      """#
    let clauses = ["c.created", "c.hint"]
    let refused = try await ScriptedRun(
      steps: steps, clauses: clauses, answers: [ScriptedRun.response(400, "{}")]
    ).result()
    #expect(refused.vectors[0].judgement.findings.map(\.clause) == ["c.created"])
    let bare = try await ScriptedRun(
      steps: steps, clauses: clauses, answers: [ScriptedRun.response(201, #"{"id":"t_1"}"#)]
    ).result()
    #expect(bare.vectors[0].judgement.findings.map(\.clause) == ["c.hint"])
  }

  @Test("A target that asks for patience is not blamed", arguments: [429, 503])
  func patience(status: Int) async throws {
    let result = try await ScriptedRun(
      steps: "\(Self.create), \(Self.read)", clauses: ["c.read"],
      answers: [ScriptedRun.response(status, "")]
    ).result()
    #expect(result.vectors[0].verdict == .couldNotRun)
    #expect(verdict(result, "c.created") == .untested)
    #expect(result.exitCode() == 4)
  }

  @Test(
    "An answer that is cut or is not HTTP is a finding on the step's clause",
    arguments: [HTTPFailureKind.truncatedBody, .malformed, .reset, .emptyReply, .timeout])
  func brokenAnswers(kind: HTTPFailureKind) async throws {
    let failure = HTTPOutcome.failure(HTTPFailure(kind: kind, message: "half an answer"))
    let result = try await ScriptedRun(
      steps: "\(Self.create), \(Self.read)", clauses: ["c.read"],
      answers: [ScriptedRun.response(201, #"{"id":"t_1"}"#), failure]
    ).result()
    #expect(result.vectors[0].verdict == .failed)
    #expect(result.vectors[0].judgement.findings.map(\.clause) == ["c.read"])
    #expect(result.exitCode() == 1)
  }

  @Test("A target that cannot be reached is status 3 and no finding")
  func unreachable() async throws {
    let refused = HTTPOutcome.failure(HTTPFailure(kind: .refused, message: "refused"))
    let result = try await ScriptedRun(steps: Self.create, answers: [refused]).result()
    #expect(result.vectors[0].judgement.findings.isEmpty)
    #expect(result.exitCode() == 3)
  }

  @Test("An advisory difference is reported and fails nothing that gates")
  func advisory() async throws {
    let step = """
      { "send": "create", "expect": { "status": 201, "clause": "c.created" },
        "advisory": { "headers": { "X-Hint": { "present": true } }, "clause": "c.hint" } }
      """
    let result = try await ScriptedRun(
      steps: step, clauses: ["c.created", "c.hint"],
      answers: [ScriptedRun.response(201, #"{"id":"t_1"}"#)]
    ).result()
    #expect(result.vectors[0].verdict == .passed)
    #expect(verdict(result, "c.hint") == .failed)
    #expect(result.exitCode() == 0)
  }

  @Test("A run in which nothing was checked is never green")
  func nothingChecked() async throws {
    let result = try await ScriptedRun(
      steps: #"{ "send": "read", "with": { "id": "1" } }"#, clauses: ["c.read"],
      answers: [ScriptedRun.response(404, "")]
    ).result()
    #expect(verdict(result, "c.read") == .untested)
    #expect(verdict(result, "c.secret") == .passed)
    var nothing = result
    nothing.clauses = result.clauses.filter { $0.verdict == .untested }
    #expect(nothing.outcome == .incomplete)
    #expect(nothing.exitCode() == 4)
  }

  @Test(
    "The key is known again in an answer in any encoding",
    arguments: [
      ScriptedRun.key, Encodings.base64(Array("user:\(ScriptedRun.key)".utf8)),
      Encodings.hex(Array(ScriptedRun.key.utf8)),
      Encodings.percent(Array("x \(ScriptedRun.key)".utf8)),
    ])
  func secretInAnswer(text: String) async throws {
    let result = try await ScriptedRun(
      steps: #"{ "send": "create", "expect": { "status": 201, "clause": "c.created" } }"#,
      answers: [ScriptedRun.response(201, #"{"id":"t_1","note":"\#(text)"}"#)]
    ).result()
    #expect(verdict(result, "c.secret") == .failed)
    let transcript = try #require(result.vectors[0].transcripts.first).json.serialized()
    #expect(!transcript.contains(ScriptedRun.key))
    #expect(!transcript.contains(text))
  }
}
