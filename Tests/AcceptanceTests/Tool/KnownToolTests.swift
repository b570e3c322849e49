import Reference
import StrictJSON
import Testing

@Suite("conform run --known")
struct KnownToolTests {
  private func run(
    _ known: String, fault: String?, _ words: [String] = []
  ) async throws -> Tool.Outcome {
    let own = try Folder()
    let server = try References.start(contract: "odynn-connect", role: "server", fault: fault)
    defer { server.stop() }
    let target = try own.write(server.target, to: "target.json")
    return try await Tool.run(
      ["run", "--target", target, "--known", known] + SampleReports.filters + words)
  }

  @Test("What was drafted from a failing run excuses that run, and no other")
  func drafted() async throws {
    let folder = try await SampleReports.made.value.folder
    let own = try Folder()
    let excused = try await run(
      folder("known.json"), fault: SampleReports.fault, ["--report", own("excused")])
    #expect(excused.exit == 0, "\(excused)")
    let report = try own.json("excused/report.json")
    #expect(report["run"]?["outcome"] == "conformant")
    #expect((report["summary"]?["knownFailure"]?.number?.int ?? 0) > 0)
    #expect(report["summary"]?["failed"] == 0)
    let other = try await run(folder("known.json"), fault: "metadata-stringified")
    #expect(other.exit == 1)
  }

  @Test("A known failure that passes, that matches nothing or that expired is stale")
  func stale() async throws {
    let folder = try await SampleReports.made.value.folder
    let passes = try await run(folder("known.json"), fault: nil)
    #expect(passes.exit == 6)
    #expect(passes.errors.contains("this known failure passed: odynn.claim."))
    #expect(passes.errors.contains("known.json:4:"))
    #expect(passes.output.contains("exit status 6"))
    let own = try Folder()
    func entry(_ vector: String, expires: String?) -> JSON {
      var entry: JSONObject = [
        "vector": .string(vector), "clause": "odynn.session.second-connect-rejected",
        "reason": "known to a test", "owner": "the tests",
      ]
      entry["expires"] = expires.map { .string($0) }
      return ["format": 1, "known": .array([.object(entry)])]
    }
    try own.write(entry("odynn.nowhere.*", expires: nil), to: "nowhere.json")
    let nowhere = try await run(own("nowhere.json"), fault: nil)
    #expect(nowhere.exit == 6)
    #expect(nowhere.errors.contains("matched nothing in this run; remove it or correct it"))
    try own.write(entry("odynn.claim.*", expires: "2020-01-31"), to: "expired.json")
    let expired = try await run(own("expired.json"), fault: SampleReports.fault)
    #expect(expired.exit == 1)
    #expect(expired.errors.contains("this known failure expired on 2020-01-31"))
  }

  @Test("A known-failures file that cannot be used ends the run before it begins")
  func unusable() async throws {
    let own = try Folder()
    try own.write(
      ["format": 1, "known": [["vector": "a", "clause": "odynn.none", "owner": "o"]]],
      to: "known.json")
    let outcome = try await run(own("known.json"), fault: nil)
    #expect(outcome.exit == 2)
    #expect(outcome.errors.contains("known.json:"))
    #expect(outcome.errors.contains("reason"))
  }
}
