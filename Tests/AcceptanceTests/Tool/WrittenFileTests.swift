import Conformance
import Foundation
import Reference
import Specs
import StrictJSON
import Testing
import Transport

/// What the tool and the references write, held to the schemas that the package publishes.
@Suite("Files that are written")
struct WrittenFileTests {
  /// The published schemas of what is written, by name, each compiled once.
  private static let validators = Result {
    let names = ["report", "known-failures", "target", "driver", "trace"]
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        let path = "schemas/\(name).schema.json"
        let source = try #require(Specs.files.first { $0.path == path }?.text)
        return (name, try DocumentValidator(schema: Array(source.utf8), assertFormats: true))
      })
  }

  /// What a text breaks of a published schema; empty when nothing.
  private static func complaints(_ schema: String, of text: some Sequence<UInt8>) throws -> [String]
  {
    try #require(try validators.get()[schema]).validate(Array(text)).lines
  }

  @Test("Every report of a run is of its schema: whole, a part, failed and merged")
  func reports() async throws {
    let folder = try await SampleReports.made.value.folder
    let parts = (1...3).map { folder("part\($0)/report.json") }
    let merged = try await Tool.run(["merge"] + parts + ["--report", folder("merged")])
    #expect(merged.exit == 0, "\(merged)")
    for name in ["whole", "part1", "part2", "part3", "wrong", "merged"] {
      let bytes = try folder.bytes("\(name)/report.json")
      #expect(try Self.complaints("report", of: bytes) == [], "\(name)")
    }
  }

  @Test("A draft of known failures is of its schema")
  func knownFailures() async throws {
    let folder = try await SampleReports.made.value.folder
    #expect(try Self.complaints("known-failures", of: folder.bytes("known.json")) == [])
  }

  @Test(
    "Every target that serve writes is of its schema",
    arguments: References.all().filter { $0.role != "app" }.map { ($0.contract, $0.role) })
  func targets(contract: String, role: String) async throws {
    let folder = try Folder()
    let words = ["serve", contract, "--role", role, "--write-target", folder("t.json")]
    let server = try ChildProcess(ChildCommand([try SDKAcceptance.tool()] + words))
    defer { kill(server.identifier, SIGKILL) }
    try await folder.waitForLines(1, of: "t.json")
    #expect(try Self.complaints("target", of: folder.bytes("t.json")) == [])
  }

  @Test("Every message between the runner and a driver is of their schema")
  func driver() async throws {
    let folder = try Folder()
    let reference = try References.start(contract: "verso-connect", role: "sdk")
    defer { reference.stop() }
    var file = reference.target
    let tool = try SDKAcceptance.tool()
    let script = """
      tee -a '\(folder("in.jsonl"))' | '\(tool)' serve verso-connect --role sdk \
      | tee -a '\(folder("out.jsonl"))'
      """
    file["driver"] = ["command": ["/bin/sh", "-c", .string(script)], "timeout": "PT6S"]
    let target = try folder.write(file, to: "t.json")
    let outcome = try await Tool.run(
      "run", "--target", target, "--filter", "verso.present.link.*", "--jobs", "1")
    for name in ["in.jsonl", "out.jsonl"] {
      let lines = try folder.bytes(name).split(separator: 0x0A)
      #expect(lines.count > 20, "\(outcome)")
      for line in Set(lines) {
        let complaints = try Self.complaints("driver", of: line)
        #expect(complaints == [], "\(String(decoding: line, as: UTF8.self))")
      }
    }
  }

  @Test("Every line of every trace that a reference app records is of its schema")
  func traces() throws {
    var count = 0
    for app in ReferenceApp.all {
      for scenario in app.scenarios {
        let trace = try #require(app.trace(of: scenario, faults: [], variants: []))
        for line in trace.utf8.split(separator: 0x0A) {
          count += 1
          #expect(try Self.complaints("trace", of: line) == [], "\(app.contract) \(scenario)")
        }
      }
    }
    #expect(count > 100)
  }
}
