import Conformance
import Specs
import StrictJSON
import Testing
import Vectors

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("The published schemas")
struct PublishedSchemaTests {
  @Test("are schemas of draft 2020-12 with an id of their own", arguments: PublishedSchema.names)
  func metaschema(name: String) throws {
    let schema = try PublishedSchema(name)
    let metaschema = #"{"$ref":"https://json-schema.org/draft/2020-12/schema"}"#
    let judge = try CompiledSchema(compiling: JSONDocument(parsing: metaschema).root)
    #expect(judge.validate(schema.document.root) == [])
    #expect(schema.document.root["$id"]?.string == "urn:conform:schema:\(name):1")
    #expect(schema.document.duplicateKeys.isEmpty)
  }

  @Test("are all that stand in the folder")
  func complete() {
    let files = Specs.files.map(\.path).filter { $0.hasPrefix("schemas/") }
    #expect(Set(files) == Set(PublishedSchema.names.map { "schemas/\($0).schema.json" }))
  }

  @Test("say of every member what it is", arguments: PublishedSchema.names)
  func descriptions(name: String) throws {
    let schema = try PublishedSchema(name)
    #expect(schema.document.root["description"]?.string != nil)
    #expect(schema.document.root["title"]?.string != nil)
  }

  @Test(
    "accept every spec file",
    arguments: Specs.files.map(\.path).filter { !$0.hasPrefix("schemas/") })
  func specs(path: String) throws {
    let text = try #require(Specs.files.first { $0.path == path }?.text)
    let complaints = try PublishedSchema("contract").complaints(of: text)
    #expect(complaints == [])
    #expect(try JSON(parsing: text)["$schema"] == "../schemas/contract.schema.json")
  }

  @Test("accept every vector file", arguments: Vectors.files.map(\.path))
  func vectors(path: String) throws {
    let text = try #require(Vectors.files.first { $0.path == path }?.text)
    let complaints = try PublishedSchema("vectors").complaints(of: text)
    #expect(complaints == [])
    let schema = "../../Sources/Specs/schemas/vectors.schema.json"
    #expect(try JSON(parsing: text)["$schema"] == .string(schema))
  }

  @Test("accept every line of every example trace")
  func traces() throws {
    let schema = try PublishedSchema("trace")
    let folder = Repository.path("docs/examples/traces")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    let traces = names.filter { $0.hasSuffix(".jsonl") }
    #expect(traces.count > 10)
    for name in traces.sorted() {
      for (index, line) in try Repository.lines(of: "\(folder)/\(name)").enumerated() {
        #expect(schema.complaints(of: line) == [], "\(name):\(index + 1)")
      }
    }
  }

  @Test("refuse a trace's line that is neither a first line nor an event")
  func wrongLines() throws {
    let schema = try PublishedSchema("trace")
    for line in [
      "[]", "{}", #"{"event":1}"#, #"{"format":2,"contract":"c","role":"app"}"#,
      #"{"format":1,"role":"app"}"#, #"{"format":1,"contract":"c","role":"user"}"#,
    ] {
      #expect(schema.complaints(of: line) != [], "\(line)")
    }
  }

  @Test("accept every example of theirs in the documents")
  func documents() throws {
    let examples = try DocumentExamples.all()
    #expect(!examples.isEmpty)
    for example in examples {
      #expect(
        try PublishedSchema(example.format).complaints(of: example.text) == [],
        "\(example.place)")
    }
  }
}
