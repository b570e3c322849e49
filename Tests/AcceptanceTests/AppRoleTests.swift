import Conformance
import Foundation
import Reference
import Specs
import StrictJSON
import Testing

@Suite("The reference apps, judged by their traces")
struct AppRoleTests {
  /// A fault or variant of one of the apps.
  struct Difference: Sendable, CustomTestStringConvertible {
    var app: ReferenceApp
    var name: String
    /// What a fault may break; empty for a variant.
    var clauses: [String] = []
    var testDescription: String { "\(app.contract): \(name)" }

    static let faults = ReferenceApp.all.flatMap { app in
      app.faults.map { Difference(app: app, name: $0.name, clauses: $0.clauses) }
    }
    static let variants = ReferenceApp.all.flatMap { app in
      app.variants.map { Difference(app: app, name: $0.name) }
    }
  }

  private static let suite = Result {
    try Suite(
      specs: Specs.files.filter { !$0.path.hasPrefix("schemas/") }.map {
        .init(path: "Sources/Specs/\($0.path)", bytes: Array($0.text.utf8))
      }, vectors: [])
  }

  /// What the judge says of an app's runs together.
  private static func judge(
    _ app: ReferenceApp, faults: Set<String> = [], variants: Set<String> = []
  ) throws -> RunResult {
    let suite = try suite.get()
    let contract = try #require(suite.contract(app.contract))
    let target = Target(recorded: app.contract, role: .app)
    var judge = TraceJudge(context: RunContext(contract: contract, target: target), role: .app)
    for scenario in app.scenarios {
      let trace = try #require(app.trace(of: scenario, faults: faults, variants: variants))
      try judge.judge(Array(trace.utf8), path: scenario + ".jsonl")
    }
    return judge.result(suite)
  }

  @Test("reach every rule of their contract, and break none", arguments: ReferenceApp.all)
  func plain(_ app: ReferenceApp) throws {
    let result = try Self.judge(app)
    #expect(result.vectors.flatMap(\.judgement.findings).isEmpty)
    #expect(result.subjects.flatMap(\.warnings).isEmpty)
    #expect(result.exitCode() == 0)
    let ruled = result.clauses.filter { !$0.vectors.isEmpty }
    #expect(ruled.allSatisfy { $0.verdict == .passed })
  }

  @Test("are caught with each fault, on a clause that it declares", arguments: Difference.faults)
  func fault(_ fault: Difference) throws {
    let result = try Self.judge(fault.app, faults: [fault.name])
    let findings = result.vectors.flatMap(\.judgement.findings)
    let found = Set(findings.map(\.clause))
    #expect(!found.isEmpty)
    #expect(found.subtracting(fault.clauses).isEmpty, "\(findings.map(\.message))")
    #expect(result.exitCode() == (findings.contains(where: \.gates) ? 1 : 0))
    for finding in findings {
      #expect(finding.location.path.hasSuffix(".jsonl") && finding.location.line > 1)
    }
  }

  @Test("are caught with each fault in the run that shows it best", arguments: Difference.faults)
  func scenario(_ fault: Difference) throws {
    let scenario = try #require(fault.app.scenarioOfFault[fault.name])
    let result = try Self.judge(fault.app, faults: [fault.name])
    let paths = result.vectors.flatMap(\.judgement.findings).map(\.location.path)
    #expect(paths.contains(scenario + ".jsonl"))
  }

  @Test("are accepted with each variant", arguments: Difference.variants)
  func variant(_ variant: Difference) throws {
    let result = try Self.judge(variant.app, variants: [variant.name])
    let findings = result.vectors.flatMap(\.judgement.findings)
    #expect(findings.isEmpty, "\(findings.map(\.message))")
    #expect(result.exitCode() == 0)
  }

  @Test("have a fault for every clause that a rule judges", arguments: ReferenceApp.all)
  func coverage(_ app: ReferenceApp) throws {
    let contract = try #require(try Self.suite.get().contract(app.contract))
    let ruled = Set(contract.order.filter { $0.role == .app }.map(\.clause))
    #expect(ruled.subtracting(app.faults.flatMap(\.clauses)).isEmpty)
  }

  @Test("are found through their target file", arguments: ReferenceApp.all)
  func target(_ app: ReferenceApp) throws {
    let suite = try Self.suite.get()
    let fault = app.faults[0]
    let reference = try References.start(contract: app.contract, role: "app", fault: fault.name)
    defer { reference.stop() }
    let target = try Target(
      parsing: reference.target.serializedBytes(), path: "(reference)", suite: suite,
      environment: [:])
    let contract = try #require(suite.contract(app.contract))
    var judge = TraceJudge(context: RunContext(contract: contract, target: target), role: .app)
    for path in target.traces {
      try judge.judge([UInt8](Data(contentsOf: URL(filePath: path))), path: path)
    }
    let result = judge.result(suite)
    #expect(result.subjects.map(\.name) == [target.name])
    #expect(result.vectors.contains { !$0.judgement.findings.isEmpty })
  }
}
