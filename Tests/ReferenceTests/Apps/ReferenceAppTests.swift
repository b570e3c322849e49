import Foundation
import Reference
import StrictJSON
import Testing

@Suite("The reference apps")
struct ReferenceAppTests {
  /// One trace of `docs/examples/traces` and the run that writes it.
  struct Example: Sendable, CustomTestStringConvertible {
    var app: ReferenceApp
    var name: String
    var scenario: String
    var faults: Set<String>
    var testDescription: String { "\(app.contract)/\(name)" }

    static let all = ReferenceApp.all.flatMap { app in
      app.scenarios.map { Example(app: app, name: $0, scenario: $0, faults: []) }
        + app.faults.map { fault in
          Example(
            app: app, name: fault.name, scenario: app.scenarioOfFault[fault.name] ?? "",
            faults: [fault.name])
        }
    }
  }

  private static let folder = URL(filePath: #filePath)
    .appending(path: "../../../../docs/examples/traces").standardizedFileURL

  /// Set `RECORD_TRACES` to write the examples anew; such a run fails, so that none is green by it.
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_TRACES"] != nil

  @Test("write the traces that the documentation shows", arguments: Example.all)
  func examples(_ example: Example) throws {
    let trace = try #require(example.app.trace(of: example.scenario, faults: example.faults))
    let file = Self.folder.appending(path: example.app.contract)
      .appending(path: example.name + ".jsonl")
    if Self.isRecording {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(trace.utf8).write(to: file)
      Issue.record("wrote \(file.lastPathComponent); run again without RECORD_TRACES")
    } else {
      #expect(try String(contentsOf: file, encoding: .utf8).isSameText(as: trace))
    }
  }

  @Test("slip somewhere with every fault", arguments: Example.all.filter { !$0.faults.isEmpty })
  func slips(_ example: Example) throws {
    let right = try #require(example.app.trace(of: example.scenario))
    let wrong = try #require(example.app.trace(of: example.scenario, faults: example.faults))
    #expect(!right.isSameText(as: wrong))
  }

  @Test("can be started from the catalogue, and leave nothing behind", arguments: ReferenceApp.all)
  func catalogue(_ app: ReferenceApp) throws {
    let fault = app.faults[0].name
    let reference = try References.start(contract: app.contract, role: "app", fault: fault)
    defer { reference.stop() }
    let paths = try #require(reference.target["traces"]?.array).compactMap(\.string)
    #expect(paths.count == app.scenarios.count)
    for (path, scenario) in zip(paths, app.scenarios) {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(app.trace(of: scenario, faults: [fault])?.isSameText(as: text) == true)
    }
    reference.stop()
    #expect(paths.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
  }

  @Test("write another trace somewhere with every variant", arguments: ReferenceApp.all)
  func variants(_ app: ReferenceApp) {
    for variant in app.variants {
      let differ = app.scenarios.contains { scenario in
        app.trace(of: scenario) != app.trace(of: scenario, variants: [variant.name])
      }
      #expect(differ, "\(variant.name)")
    }
  }

  @Test(
    "name nothing twice, and every clause of a fault by its contract", arguments: ReferenceApp.all)
  func names(_ app: ReferenceApp) {
    let names = app.scenarios + app.faults.map(\.name) + app.variants.map(\.name)
    #expect(Set(names).count == names.count)
    let prefix = app.contract.prefix { $0 != "-" } + "."
    #expect(app.faults.allSatisfy { !$0.clauses.isEmpty && !$0.about.isEmpty })
    #expect(app.faults.flatMap(\.clauses).allSatisfy { $0.hasPrefix(prefix) })
  }

  @Test("refuse a scenario or fault that they do not have", arguments: ReferenceApp.all)
  func strangers(_ app: ReferenceApp) {
    #expect(app.trace(of: "no-such-scenario") == nil)
    #expect(app.trace(of: app.scenarios[0], faults: ["no-such-fault"]) == nil)
    #expect(app.trace(of: app.scenarios[0], variants: ["no-such-variant"]) == nil)
  }
}
