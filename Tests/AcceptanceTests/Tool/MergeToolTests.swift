import StrictJSON
import Testing

@Suite("conform merge")
struct MergeToolTests {
  private func parts(_ folder: Folder) -> [String] {
    (1...3).map { folder("part\($0)/report.json") }
  }

  @Test("Three shards merged are the run as a whole but for times")
  func merged() async throws {
    let folder = try await SampleReports.made.value.folder
    let merging = try await Tool.run(
      ["merge"] + parts(folder).reversed() + ["--report", folder("merged")])
    #expect(merging.exit == 0, "\(merging)")
    let whole = try folder.json("whole/report.json")
    let count = whole["vectors"]?.array?.count ?? 0
    #expect(count > 30)
    #expect(merging.output == "3 shards, \(count) vectors: conformant\n")
    let (merged, expected) = (
      try folder.json("merged/report.json").withoutTimes, whole.withoutTimes
    )
    #expect(merged == expected)
    #expect(merged.object?.keys == expected.object?.keys)
    for part in parts(folder) {
      let name = String(part.dropFirst(folder.path.utf8.count + 1))
      let share = try folder.json(name)["vectors"]?.array?.count ?? 0
      #expect(share > 0 && share < count)
    }
  }

  /// A change of a part that makes it a stranger, and what the tool then says.
  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var pointer: JSONPointer
    var value: JSON
    var sentence: String
  }

  @Test(
    "A part that does not belong to the others is refused, and what is wrong with it said",
    arguments: [
      Refusal(
        testDescription: "another target", pointer: "/targets/0/name", value: "Other",
        sentence: "is of another target than"),
      Refusal(
        testDescription: "other spec files", pointer: "/contracts/0/digest", value: "sha256:0",
        sentence: "is of another edition of the contract or its vectors than"),
      Refusal(
        testDescription: "other vectors", pointer: "/contracts/0/vectorsDigest",
        value: "sha256:0", sentence: "is of another edition of the contract or its vectors than"),
      Refusal(
        testDescription: "another version of the tool", pointer: "/tool/version", value: "9.9",
        sentence: "is of another version of the tool than"),
      Refusal(
        testDescription: "a whole run", pointer: "/run/shard", value: .null,
        sentence: "is not a part of a run; it was made without --shard"),
      Refusal(
        testDescription: "a part of another number of parts", pointer: "/run/shard",
        value: "3/4", sentence: "is one of 4 shards, others are of 3"),
      Refusal(
        testDescription: "the same part again", pointer: "/run/shard", value: "1/3",
        sentence: "are both shard 1/3"),
      Refusal(
        testDescription: "a vector that another part has", pointer: "/vectors/0/id",
        value: "(of part 1)", sentence: "shards may not overlap"),
    ])
  func refused(refusal: Refusal) async throws {
    let folder = try await SampleReports.made.value.folder
    let own = try Folder()
    var part = try folder.json("part3/report.json")
    var value = refusal.value
    if value == "(of part 1)" {
      value = try #require(try folder.json("part1/report.json").value(at: refusal.pointer))
    }
    part = part.setting(refusal.pointer.tokens[...], to: value)
    let stranger = try own.write(part, to: "stranger.json")
    let outcome = try await Tool.run(["merge"] + parts(folder).prefix(2) + [stranger])
    #expect(outcome.exit == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(refusal.sentence), "\(outcome.errors)")
    #expect(outcome.errors.contains("stranger.json"))
  }

  @Test("Missing parts are named, and what is no report is refused with its place")
  func missing() async throws {
    let folder = try await SampleReports.made.value.folder
    let outcome = try await Tool.run("merge", parts(folder)[1])
    #expect(outcome.exit == 2)
    #expect(outcome.errors == "expected 3 shards; missing: 1, 3\n")
    let none = try await Tool.run("merge", folder("target.json"))
    #expect(none.exit == 2)
    #expect(none.errors.contains("target.json:1:1: error: expected a report of format 1"))
    let nothing = try await Tool.run("merge")
    #expect(nothing.exit == 2)
  }

  @Test(
    "A report of which a part cannot be read is refused, with the place",
    arguments: [
      ("/vectors/0", 7, "expected a vector with an id and a verdict"),
      (
        "/vectors/0/verdict", "wonderful", "expected a vector with an id and a verdict, one of pass"
      ),
      ("/clauses", [:], "expected clauses, each with an id and a verdict"),
      ("/clauses/0/verdict", 1, "expected clauses, each with an id and a verdict"),
    ] as [(JSONPointer, JSON, String)])
  func unreadable(pointer: JSONPointer, value: JSON, sentence: String) async throws {
    let folder = try await SampleReports.made.value.folder
    let own = try Folder()
    let part = try folder.json("part3/report.json").setting(pointer.tokens[...], to: value)
    let stranger = try own.write(part, to: "stranger.json")
    for words in [["merge"] + parts(folder).prefix(2), ["diff", folder("whole/report.json")]] {
      let outcome = try await Tool.run(words + [stranger])
      #expect(outcome.exit == 2, "\(outcome)")
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("\(stranger):"), "\(outcome)")
      #expect(outcome.errors.contains(": error: \(sentence)"), "\(outcome)")
    }
  }

  @Test("A part with nothing to do is a part all the same")
  func emptyPart() async throws {
    let own = try Folder()
    var parts: [String] = []
    for number in 1...2 {
      let folder = own("part\(number)")
      let outcome = try await Tool.run(
        "run", "odynn-connect", "--role", "server", "--filter", "odynn.session.create.no-key",
        "--shard", "\(number)/2", "--report", folder, "--format", "json")
      #expect(outcome.exit == 0 || outcome.exit == 4, "\(outcome)")
      parts.append("\(folder)/report.json")
    }
    let merging = try await Tool.run(["merge"] + parts)
    #expect(merging.exit == 0, "\(merging.errors)")
    let counts = try (1...2).map { try own.json("part\($0)/report.json")["vectors"]?.array?.count }
    #expect(counts.contains(0) && counts.contains(1))
  }
}

extension JSON {
  /// The value with another one at a place.
  fileprivate func setting(_ way: ArraySlice<String>, to value: JSON) -> JSON {
    guard let token = way.first else { return value }
    if var elements = array, let index = Int(token), elements.indices.contains(index) {
      elements[index] = elements[index].setting(way.dropFirst(), to: value)
      return .array(elements)
    }
    var object = object ?? [:]
    object[token] = (object[token] ?? .null).setting(way.dropFirst(), to: value)
    return .object(object)
  }
}
