import Foundation
import StrictJSON
import Testing

@testable import Conformance

@Suite("The example traces of the documentation")
struct ExampleTraceTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var path: String
    var outcome: String
    var failed: [String]
    var testDescription: String { path }
  }

  private static let folder = URL(filePath: #filePath)
    .appending(path: "../../../../docs/examples/traces").standardizedFileURL

  /// What `expectations.json` says of each; empty when it cannot be read, which `all` finds.
  static let examples: [Example] = {
    guard let data = try? Data(contentsOf: folder.appending(path: "expectations.json")),
      let root = try? JSONDocument(parsing: [UInt8](data)).root
    else { return [] }
    return root.members.map { member in
      Example(
        path: member.key, outcome: member.value["outcome"]?.string ?? "",
        failed: member.value["failed"]?.elements.compactMap(\.string) ?? [])
    }
  }()

  @Test("are judged as the documentation says", arguments: examples)
  func expectation(_ example: Example) throws {
    let contract = String(example.path.prefix { $0 != "/" })
    let text = try String(contentsOf: Self.folder.appending(path: example.path), encoding: .utf8)
    let result = try AppTrace.judge([text], contract)
    #expect(result.outcome.rawValue == example.outcome)
    let failed = result.clauses.filter { $0.verdict == .failed }.map(\.clause.id)
    #expect(failed == example.failed)
    #expect(result.subjects.flatMap(\.warnings).isEmpty)
    for finding in result.vectors.flatMap(\.judgement.findings) {
      #expect(finding.location.path == "app.jsonl" && finding.location.line > 1)
      #expect(!finding.message.isEmpty)
    }
  }

  @Test("are all there")
  func all() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path())
    let traces = files.filter { $0.hasSuffix(".jsonl") }
    #expect(traces.count > 70)
    #expect(traces.sorted() == Self.examples.map(\.path).sorted())
  }
}
