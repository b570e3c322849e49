import Conformance
import Foundation
import Runner
import StrictJSON
import Testing

/// The report of the reference run, which is kept in the repository.
@Suite("reports/reference")
struct ReferenceReportTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "reports/reference")

  private static func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  @Test("is of these contracts and vectors, and conformant")
  func isCurrent() throws {
    let report = try JSON(parsing: Self.text("report.json"))
    let suite = try SDKAcceptance.suite()
    for contract in suite.contracts {
      let edition = report["contracts"]?.array?.first { $0["id"]?.string == contract.id }
      let isCurrent =
        edition?["digest"]?.string == contract.digest
        && edition?["vectorsDigest"]?.string == suite.vectorsDigests[contract.id]
      #expect(isCurrent, "it is of another edition of \(contract.id); run scripts/reference")
    }
    #expect(report["run"]?["outcome"] == "conformant")
    #expect(report["run"]?["exit"] == 0)
    #expect(report["tool"]?["version"]?.string == Version.current)
    #expect(report["summary"]?["couldNotRun"] == 0, "run scripts/setup --browser before")
    #expect(try Self.text("report.md").hasPrefix("# Conformance: conformant\n"))
  }

  @Test("has a page of today's making, and files of a sane size")
  func page() throws {
    let contract = try #require(try SDKAcceptance.suite().contracts.first)
    let target = Target(recorded: contract.id, role: .app)
    let judge = TraceJudge(context: RunContext(contract: contract, target: target), role: .app)
    let other = HTMLReport.report(
      judge.result(try SDKAcceptance.suite()), exit: 0, version: Version.current)
    let page = try Self.text("report.html")
    func fixed(_ text: String) throws -> (style: Substring, script: Substring) {
      let style = try #require(text.firstRange(of: "<style>"))
      let data = try #require(text.firstRange(of: "<script type=\"application/json\""))
      let script = try #require(text.ranges(of: "<script>").last)
      return (text[style.lowerBound..<data.lowerBound], text[script.lowerBound...])
    }
    let isCurrent = try fixed(page).script == fixed(other).script
    #expect(isCurrent, "run scripts/reference")
    let style = try fixed(other).style.prefix(4_000)
    #expect(page.contains(style), "run scripts/reference")
    let limits = ["report.json": 2 << 20, "report.html": 2 << 20, "report.md": 256 << 10]
    for (name, limit) in limits { #expect(try Self.text(name).utf8.count < limit, "\(name)") }
  }

  @Test("is what the run gives, byte for byte", .sweep)
  func bytes() async throws {
    let folder = try Folder()
    let run = try await Tool.run(
      "run", "--reproducible", "--report", folder("now"), "--format", "json,html,markdown")
    #expect(run.exit == 0, "\(run)")
    for name in ["report.json", "report.html", "report.md"] {
      let isSame = try String(decoding: folder.bytes("now/\(name)"), as: UTF8.self)
        .utf8.elementsEqual(Self.text(name).utf8)
      #expect(isSame, "\(name) is another one now; run scripts/reference")
    }
  }
}
