import Conformance
import Foundation
import Reference
import Runner
import StrictJSON
import Testing

@Suite("Report forms, held against what their readers ask")
struct FormTests {
  /// Runs in which everything passes, and in which much does not.
  private static let runs = ["whole", "wrong"]

  private func text(_ run: String, _ name: String) async throws -> String {
    String(
      decoding: try await SampleReports.made.value.folder.bytes("\(run)/\(name)"), as: UTF8.self)
  }

  private func issues(_ json: JSON) throws -> [String] {
    let schema = try CompiledSchema(compiling: JSONDocument(parsing: FormRules.gitlab).root)
    let document = try JSONDocument(parsing: json.serializedBytes())
    let prints = (json.array ?? []).compactMap { $0["fingerprint"]?.string }
    let repeated = Set(prints).count == prints.count ? [] : ["a fingerprint occurs twice"]
    return schema.validate(document.root).map(\.description) + repeated
  }

  @Test("JUnit and Markdown of a right and a wrong server", arguments: runs)
  func written(run: String) async throws {
    let junit = try await text(run, "junit.xml")
    #expect(try FormRules.junit(junit) == [])
    #expect(junit.contains("<failure") == (run == "wrong"))
    let markdown = try await text(run, "report.md")
    #expect(FormRules.markdown(markdown) == [])
    #expect(markdown.contains("## Failed") == (run == "wrong"))
  }

  @Test("GitHub's and GitLab's forms of a wrong server")
  func annotations() async throws {
    let github = try await text("wrong", "github.txt")
    #expect(FormRules.github(github) == [])
    #expect(github.hasPrefix("::error file=vectors/odynn-connect/claims.json,line="))
    #expect(github.contains("odynn.session.second-connect-rejected"))
    let gitlab = try JSON(parsing: try await text("wrong", "gl-code-quality-report.json"))
    #expect((gitlab.array ?? []).count > 1)
    #expect(try issues(gitlab) == [])
    for issue in gitlab.array ?? [] {
      let path = try #require(issue["location"]?["path"]?.string)
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      #expect(FileManager.default.fileExists(atPath: root.appending(path: path).path))
    }
  }

  /// What a target may answer to break a form: markup, escapes, every control character, characters
  /// that XML does not know, backticks with marks, long lines, and scalars drawn at random.
  private static let hostile: [String] = {
    var texts = [
      "]]></failure><x a=\"", "&#0;&bogus;<!DOCTYPE x>", "``` \n```\n`\u{301}`` <b>", "|a|b|\n|",
      "::error::x\r\n::set-output name=a::b%0A%", "\u{1B}[31m\u{9B}2J", "</script><!--",
      String((0...0x2FF).compactMap(Unicode.Scalar.init).map(Character.init)),
      "\u{FFFE}\u{FFFF}\u{1FFFE}\u{10FFFF}\u{FEFF}\u{202E}\u{2028}",
      String(repeating: "`", count: 99),
      String(repeating: "x", count: 10_000),
    ]
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      let scalars = (0..<200).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator))
      }
      texts.append(String(String.UnicodeScalarView(scalars)))
    }
    return texts
  }()

  /// A run against a wrong server, in this process.
  private static func failing() async throws -> RunResult {
    let suite = try SDKAcceptance.suite()
    let server = try References.start(
      contract: "odynn-connect", role: "server", fault: SampleReports.fault)
    defer { server.stop() }
    let target = try Target(
      parsing: server.target.serializedBytes(), path: "t.json", suite: suite, environment: [:])
    let contract = try #require(suite.contract(target.contract))
    let plan = Plan(
      suite.vectors(of: contract.id), context: RunContext(contract: contract, target: target),
      selection: Plan.Selection(filters: [Glob("odynn.claim.*")]))
    return await LiveRun.perform(plan, suite: suite, options: Scheduler.Options())
  }

  @Test("Every form is valid whatever a target answers")
  func anything() async throws {
    let result = try await Self.failing()
    #expect(result.vectors.contains { $0.verdict == .failed })
    for text in Self.hostile {
      var hostile = result
      hostile.subjects[0].name = text
      for index in hostile.vectors.indices {
        hostile.vectors[index].reproduce = "curl \(text)"
        for finding in hostile.vectors[index].judgement.findings.indices {
          hostile.vectors[index].judgement.findings[finding].message = text
          hostile.vectors[index].judgement.findings[finding].expected = text
          hostile.vectors[index].judgement.findings[finding].actual = text
          hostile.vectors[index].judgement.findings[finding].at = "/body/\(text)"
        }
        if index % 3 == 0 {
          hostile.vectors[index].verdict = .couldNotRun
          hostile.vectors[index].judgement.couldNotRun = [text]
        }
      }
      #expect(try FormRules.junit(JUnitReport.report(hostile)) == [], "\(text.debugDescription)")
      #expect(FormRules.github(GitHubReport.report(hostile)) == [], "\(text.debugDescription)")
      #expect(try issues(GitLabReport.report(hostile)) == [], "\(text.debugDescription)")
      let markdown = MarkdownReport.report(hostile, exit: 1)
      #expect(FormRules.markdown(markdown) == [], "\(text.debugDescription)")
      let json = JSONReport.report(hostile, exit: 1, version: "0").serializedBytes()
      #expect(throws: Never.self) { try JSON(parsing: json) }
    }
  }
}
