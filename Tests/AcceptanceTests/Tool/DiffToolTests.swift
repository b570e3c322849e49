import StrictJSON
import Testing

@Suite("conform diff")
struct DiffToolTests {
  @Test("From right to wrong is breaking, and says what broke")
  func broken() async throws {
    let folder = try await SampleReports.made.value.folder
    let words = [folder("whole/report.json"), folder("wrong/report.json")]
    let outcome = try await Tool.run(["diff"] + words)
    #expect(outcome.exit == 1)
    #expect(outcome.output.hasPrefix("# Breaking\n\n## Newly broken\n\n"))
    let row = """
      - `odynn.claim.second-device`: passed → odynn.session.second-connect-rejected: \
      expected refused, received done
      """
    #expect(outcome.output.contains(row), "\(outcome.output)")
    let json = try JSON(parsing: try await Tool.run(["diff"] + words + ["--json"]).output)
    #expect(json["answer"] == "breaking")
    let kinds = Set((json["changes"]?.array ?? []).compactMap { $0["kind"]?.string })
    #expect(kinds == ["newlyBroken"])
  }

  @Test("From wrong to right is a note, and nothing breaks")
  func mended() async throws {
    let folder = try await SampleReports.made.value.folder
    let outcome = try await Tool.run(
      "diff", folder("wrong/report.json"), folder("whole/report.json"))
    #expect(outcome.exit == 0)
    #expect(outcome.output.hasPrefix("# Compatible with notes\n\n## Fixed\n\n"))
  }

  @Test("Equal runs are compatible")
  func equal() async throws {
    let folder = try await SampleReports.made.value.folder
    let outcome = try await Tool.run(
      "diff", folder("whole/report.json"), folder("whole/report.json"))
    #expect(outcome.exit == 0)
    #expect(outcome.output == "# Compatible\n\nNothing changed.\n")
  }

  @Test("A vector that is silently gone is breaking, unless it has another name now")
  func gone() async throws {
    let folder = try await SampleReports.made.value.folder
    let own = try Folder()
    var less = try folder.json("whole/report.json")
    let vectors = try #require(less["vectors"]?.array)
    let first = try #require(vectors.first?["id"]?.string)
    less["vectors"] = .array(Array(vectors.dropFirst()))
    try own.write(less, to: "less.json")
    let outcome = try await Tool.run("diff", folder("whole/report.json"), own("less.json"))
    #expect(outcome.exit == 1)
    #expect(
      outcome.output == "# Breaking\n\n## No longer run\n\n- `\(first)`: passed → absent\n")
    var renamed = vectors[0]
    renamed["id"] = "z.renamed"
    less["vectors"] = .array(vectors.dropFirst() + [renamed])
    try own.write(less, to: "renamed.json")
    try own.write([first: "z.renamed"], to: "renames.json")
    let other = try await Tool.run(
      "diff", folder("whole/report.json"), own("renamed.json"), "--renames", own("renames.json"))
    #expect(other.exit == 0)
    #expect(other.output == "# Compatible\n\nNothing changed.\n")
  }
}
