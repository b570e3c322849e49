import Conformance
import Foundation
import Runner
import StrictJSON
import Testing

/// The driver in Python that docs/testing-an-sdk.md shows.
@Suite(
  "The example driver", .serialized,
  .enabled(if: ExampleDriver.hasPython, "there is no python3 in PATH"))
struct ExampleDriverTests {
  @Test("It is short, and passes all that its contract asks of an SDK")
  func passes() async throws {
    let lines = try ExampleDriver.text().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 60)
    let result = try await ExampleDriver.run(in: ExampleDriver.folder)
    #expect(result.troubles == [])
    #expect(result.blamed == [])
    #expect(result.vectors.count { $0.verdict == .passed } > 60)
    #expect(result.exitCode() == 0)
  }

  @Test("With one line changed, so that it tells outcomes twice, it fails on that clause")
  func twice() async throws {
    let line = "        send(id=id, result=threw or {\"outcome\": \"returned\", \"value\": value})"
    let text = try ExampleDriver.text()
    let parts = text.components(separatedBy: line)
    try #require(parts.count == 2)
    let doubled = "\(line); \(line.drop { $0 == " " })"
    let folder = try ExampleDriver.copy(with: parts.joined(separator: doubled))
    defer { try? FileManager.default.removeItem(at: folder) }
    // No document of the vendor says “once”, so that a run fails by it only when it is asked to.
    let gate = Gate(provenances: [.documented, .derived, .observed])
    let result = try await ExampleDriver.run(in: folder, ["verso.present.once"], gate)
    #expect(result.troubles == [])
    #expect(result.failedClauses == ["verso.sdk.callback-once"])
    let findings = result.vectors.flatMap(\.judgement.findings)
    #expect(findings.map(\.expected) == ["one outcome of present"])
    #expect(findings.map(\.actual) == ["a second one"])
    #expect(result.exitCode() == 1)
  }
}

/// The example driver and copies of it.
private enum ExampleDriver {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/examples/python-driver")

  static var hasPython: Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }
  }

  static func text() throws -> String {
    try String(contentsOf: folder.appending(path: "driver.py"), encoding: .utf8)
  }

  /// A copy of the example with another text of its driver.
  static func copy(with text: String) throws -> URL {
    let copy = FileManager.default.temporaryDirectory.appending(
      path: "conform-example-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: folder, to: copy)
    try Data(text.utf8).write(to: copy.appending(path: "driver.py"))
    return copy
  }

  /// Runs the vectors by the target file of a folder.
  static func run(
    in folder: URL, _ filters: [String] = [], _ gate: Gate = Gate()
  ) async throws -> RunResult {
    let suite = try SDKAcceptance.suite()
    let path = folder.appending(path: "sdk.json").path(percentEncoded: false)
    let target = try Target(
      parsing: Files.read(path), path: path, suite: suite, environment: [:])
    let contract = try #require(suite.contract(target.contract))
    let plan = Plan(
      suite.vectors(of: contract.id),
      context: RunContext(contract: contract, target: target, gate: gate),
      selection: Plan.Selection(filters: filters.map { Glob($0) }, role: .sdk))
    return await LiveRun.perform(plan, suite: suite, options: Scheduler.Options(leases: 3))
  }
}
