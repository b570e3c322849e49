import Foundation
import StrictJSON
import Testing

@Suite("conform validate")
struct ValidateToolTests {
  /// Writes texts under names, and runs the command on them in that order.
  private static func run(
    schema: String, _ texts: [(name: String, text: String)], _ more: String...
  ) async throws -> Tool.Outcome {
    let folder = try Folder()
    let path = folder("schema.json")
    if schema != "true" { try Data(schema.utf8).write(to: URL(filePath: path)) }
    for (name, text) in texts { try Data(text.utf8).write(to: URL(filePath: folder(name))) }
    let words = ["validate", "--schema", schema == "true" ? "true" : path] + more
    return try await Tool.run(words + texts.map { folder($0.name) })
  }

  @Test("A pipe is read to its end")
  func piped() async throws {
    let outcome = try await Tool.run(
      ["validate", "--schema", "true", "/dev/stdin"], shell: #"printf '[1, 2]' | "$0" "$@""#)
    #expect(outcome.exit == 0, "\(outcome)")
    #expect(outcome.output == "/dev/stdin: valid\n")
  }

  @Test(
    "ends 0 for valid, 1 for invalid and 2 for what is not JSON or no schema",
    arguments: [
      ("true", "{}", 0), ("true", #"{"a":1,"a":2}"#, 0), (#"{"type":"null"}"#, "null", 0),
      (#"{"type":"null"}"#, "1", 1), ("false", "1", 1), ("true", "[1,]", 2), ("true", "", 2),
      (#"{"type":"nul"}"#, "null", 2), ("{", "null", 2), (##"{"$ref":"#"}"##, "null", 2),
      (#"{"pattern":"("}"#, #""x""#, 2), (#"{"$ref":"https://json.example/x"}"#, "1", 2),
    ] as [(String, String, Int32)])
  func exits(schema: String, data: String, exit: Int32) async throws {
    let outcome = try await Self.run(schema: schema, [("data.json", data)])
    #expect(outcome.exit == exit, "\(outcome)")
    #expect((outcome.output + outcome.errors).contains(".json:"))
  }

  @Test("gives the highest status of several files, and a line on each")
  func several() async throws {
    let texts = [("a.json", "1"), ("b.json", "[1,\n\"x\"]"), ("c.json", "2")]
    let schema = ##"{"type":["integer","array"],"items":{"$ref":"#"}}"##
    let outcome = try await Self.run(schema: schema, texts)
    #expect(outcome.exit == 1)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.hasSuffix("a.json: valid") == true)
    #expect(lines[1].contains("b.json:2:1: /1: expected"))
    #expect(lines[1].hasSuffix("(#/type)"))
    let worse = try await Self.run(schema: schema, texts + [("d.json", "nul")])
    #expect(worse.exit == 2)
  }

  @Test("says what is missing")
  func usage() async throws {
    let outcome = try await Tool.run("validate", "--schema", "/nowhere/s.json", "d.json")
    #expect(outcome.exit == 2)
    #expect(outcome.errors.contains("/nowhere/s.json: expected a file that can be read"))
    #expect(try await Tool.run("validate", "--schema", "true").exit == 2)
    #expect(try await Tool.run("validate", "d.json").exit == 2)
  }

  @Test("judges formats when asked")
  func formats() async throws {
    let schema = #"{"format":"date-time"}"#
    let data = [("data.json", #""yesterday""#)]
    #expect(try await Self.run(schema: schema, data).exit == 0)
    #expect(try await Self.run(schema: schema, data, "--assert-formats").exit == 1)
  }

  @Test("ends with a hundred thousand arrays inside one another", .timeLimit(.minutes(5)))
  func nesting() async throws {
    let arrays = String(repeating: "[", count: 100_000)
    let data = [("data.json", arrays + String(repeating: "]", count: 100_000))]
    #expect(try await Self.run(schema: "true", data).exit == 0)
    let tree = ##"{"type":"array","items":{"$ref":"#"}}"##
    #expect(try await Self.run(schema: tree, data).exit == 0)
    #expect(try await Self.run(schema: tree, [("data.json", arrays)]).exit == 2)
  }
}
