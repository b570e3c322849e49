import StrictJSON
import Testing
import Wire

@testable import Conformance

@Suite("Report forms, whatever a target answers")
struct ReportFormTests {
  /// An answer with markup, control characters and a terminal sequence in it.
  private static let hostile =
    "</script><script>alert(1)</script>\u{1B}[31m\u{0}\u{FFFE}<img src=x onerror=alert(2)>"

  private func hostileResult() async throws -> RunResult {
    let body = JSON.object(["id": .string(Self.hostile)]).serialized()
    return try await ScriptedRun(
      steps: #"{ "send": "create", "expect": { "status": 201, "clause": "c.created" } }"#,
      answers: [ScriptedRun.response(201, body)]
    ).result()
  }

  @Test("HTML holds what was seen as data only")
  func html() async throws {
    let text = HTMLReport.report(try await hostileResult(), exit: 1, version: "0")
    #expect(text.components(of: "<script").count == 3)
    #expect(!text.contains("<img src=x"))
    #expect(text.contains("default-src 'none'; script-src 'sha256-"))
    let start = try #require(text.firstRange(of: "id=\"data\">")).upperBound
    let end = try #require(text[start...].firstRange(of: "</script>")).lowerBound
    let data = try JSON(parsing: String(text[start..<end]))
    #expect(data["outcome"]?.string == "nonconformant")
  }

  @Test("JUnit is XML 1.0 without control characters, and a failing case has its failure")
  func junit() async throws {
    let text = JUnitReport.report(try await hostileResult())
    let forbidden = text.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n" && $0 != "\t") || $0.value == 0xFFFE
    }
    #expect(forbidden.isEmpty)
    #expect(text.contains("<failure message="))
    #expect(!text.contains("<script"))
    #expect(text.contains("tests=\"1\" failures=\"1\""))
  }

  @Test("Terminal and Markdown show no control character of the target")
  func terminal() async throws {
    let result = try await hostileResult()
    let terminal = TerminalReport.report(result, exit: 1, style: TextStyle(isColoured: false))
    #expect(!terminal.contains("\u{1B}"))
    let markdown = MarkdownReport.report(result, exit: 1)
    #expect(!markdown.contains("\u{1B}"))
    #expect(terminal.contains("reproduce curl"))
    #expect(!terminal.contains(ScriptedRun.key))
  }

  @Test("GitHub's commands are one line a finding, whatever the finding says")
  func github() async throws {
    let text = GitHubReport.report(try await hostileResult())
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("::error file=vectors/c/v.json,line=") })
    #expect(lines.count == 1)
  }

  @Test("GitLab's report has the members that code quality needs")
  func gitlab() async throws {
    let report = GitLabReport.report(try await hostileResult())
    let issue = try #require(report[0])
    #expect(issue["severity"]?.string == "critical")
    #expect(issue["fingerprint"]?.string?.utf8.count == 64)
    #expect(issue["location"]?["lines"]?["begin"]?.number?.int != nil)
    #expect(issue["location"]?["path"]?.string == "vectors/c/v.json")
  }

  @Test("A transcript that was written and read again is judged the same")
  func transcripts() async throws {
    let run = ScriptedRun(
      steps: #"{ "send": "create", "expect": { "status": 201, "clause": "c.created" } }"#,
      answers: [ScriptedRun.response(201, #"{"id":7}"#)])
    let result = try await run.result()
    let suite = try run.suite()
    let contract = try #require(suite.contract("c"))
    let target = Target(recorded: "c", role: .server)
    let context = RunContext(contract: contract, target: target)
    let header = TranscriptFile.Header(context, suite)
    var bytes = TranscriptFile.line(header, masking: Secrets())
    for transcript in result.vectors[0].transcripts {
      bytes += TranscriptFile.line(transcript, masking: Secrets())
    }
    let file = try TranscriptFile(parsing: bytes + Array("{\"vec".utf8), path: "t.jsonl")
    #expect(file.isTruncated)
    let again = try Rejudging.result(of: file, suite: suite, gate: Gate(), path: "t.jsonl")
    #expect(again.vectors.map(\.verdict) == result.vectors.map(\.verdict))
    let report = JSONReport.report(result, exit: 1, version: "0").serializedBytes()
    let stored = try StoredReport(parsing: report, path: "report.json")
    #expect(ReportVerification.disagreements(stored, [again]).isEmpty)
  }

  @Test("Two runs of the same behaviour give the same bytes, when asked to")
  func reproducible() async throws {
    let texts = try await [hostileResult(), hostileResult()].map {
      JSONReport.report($0.reproducible, exit: 1, version: "0").serialized()
    }
    #expect(texts[0].utf8.elementsEqual(texts[1].utf8))
  }
}

extension String {
  /// The stretches between the occurrences of a text.
  fileprivate func components(of text: String) -> [Substring] {
    split(separator: text, omittingEmptySubsequences: false)
  }
}
