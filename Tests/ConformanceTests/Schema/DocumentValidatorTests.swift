import Conformance
import StrictJSON
import Testing

@Suite("Validation of texts")
struct DocumentValidatorTests {
  @Test(
    "ends with the exit code of the verdict",
    arguments: [
      ("true", "{}", 0), ("true", #"{"a":1,"a":2}"#, 0), ("true", "[1,]", 2),
      (#"{"type":"null"}"#, "null", 0),
      (#"{"type":"null"}"#, "1", 1), (#"{"type":"null"}"#, "", 2), ("false", "1", 1),
    ] as [(String, String, Int32)])
  func exitCodes(schema: String, data: String, code: Int32) throws {
    let validator = try DocumentValidator(schema: Array(schema.utf8))
    let verdict = validator.validate(Array(data.utf8))
    #expect(verdict.exitCode == code)
    #expect(verdict.lines.isEmpty == (code == 0))
  }

  @Test("gives a line a reason")
  func lines() throws {
    let validator = try DocumentValidator(schema: Array(#"{"items":{"type":"null"}}"#.utf8))
    #expect(
      validator.validate(Array("[1,\n2]".utf8)).lines == [
        "1:2: /0: expected null, received the number 1",
        "2:1: /1: expected null, received the number 2",
      ])
    #expect(
      validator.validate(Array("[1,]".utf8)).lines == [
        "1:4: expected a value, received `]`; remove the comma before it"
      ])
  }

  @Test("refuses schemas and registries that cannot be used")
  func unusable() throws {
    let entry = DocumentValidator.RegistryEntry(uri: "urn:a", bytes: Array("{".utf8))
    let syntax = try #require(throws: DocumentValidatorError.self) {
      try DocumentValidator(schema: Array("true".utf8), registry: [entry])
    }
    #expect(syntax.description.hasPrefix("urn:a:1:2: expected"))
    let schema = try #require(throws: DocumentValidatorError.self) {
      try DocumentValidator(schema: Array(#"{"type":1}"#.utf8))
    }
    #expect(
      schema.description == "1:9: /type: expected an array of strings, received the number 1")
  }

  @Test("follows references into the registry")
  func registry() throws {
    let entry = DocumentValidator.RegistryEntry(
      uri: "http://example.test/a.json", bytes: Array(#"{"type":"null"}"#.utf8))
    let validator = try DocumentValidator(
      schema: Array(#"{"$ref":"a.json"}"#.utf8), baseURI: "http://example.test/b.json",
      registry: [entry])
    #expect(validator.validate(Array("null".utf8)) == .valid)
    #expect(validator.validate(Array("1".utf8)).exitCode == 1)
  }

  @Test("finds a document by its $id, whatever else the registry holds")
  func registryByIdentifier() throws {
    let other = #"{"$schema":"http://json-schema.org/draft-07/schema#"}"#
    let wanted = #"{"$id":"urn:wanted","type":"null"}"#
    let validator = try DocumentValidator(
      schema: Array(#"{"$ref":"urn:wanted"}"#.utf8),
      registry: [
        .init(uri: "http://example.test/1.json", bytes: Array(other.utf8)),
        .init(uri: "http://example.test/2.json", bytes: Array(wanted.utf8)),
      ])
    #expect(validator.validate(Array("null".utf8)) == .valid)
    #expect(validator.validate(Array("1".utf8)).exitCode == 1)
  }

  @Test(
    "judges a hundred thousand arrays inside one another",
    arguments: [
      ("true", 0), (#"{"type":"array"}"#, 0), (##"{"type":"array","items":{"$ref":"#"}}"##, 0),
      (#"{"type":"object"}"#, 1), (#"{"uniqueItems":true}"#, 0), (#"{"const":[[]]}"#, 1),
      (##"{"items":{"$ref":"#"},"maxItems":1,"minItems":1}"##, 1),
    ] as [(String, Int32)])
  func nesting(schema: String, code: Int32) throws {
    let validator = try DocumentValidator(schema: Array(schema.utf8))
    let arrays = String(repeating: "[", count: 100_000)
    let ends = String(repeating: "]", count: 100_000)
    #expect(validator.validate(Array("\(arrays)\(ends)".utf8)).exitCode == code)
  }

  @Test("compares what is deep")
  func deepComparison() throws {
    let validator = try DocumentValidator(schema: Array(#"{"uniqueItems":true}"#.utf8))
    let arrays = String(repeating: "[", count: 50_000)
    let ends = String(repeating: "]", count: 50_000)
    let element = "\(arrays)\(ends)"
    #expect(validator.validate(Array("[\(element),[\(element)]]".utf8)) == .valid)
    #expect(validator.validate(Array("[\(element),\(element)]".utf8)).exitCode == 1)
  }

  @Test("refuses what is deeper than any stack, and says so")
  func tooDeep() throws {
    let validator = try DocumentValidator(schema: Array("true".utf8))
    let arrays = String(repeating: "[", count: 200_000)
    let ends = String(repeating: "]", count: 200_000)
    let verdict = validator.validate(Array("\(arrays)\(ends)".utf8))
    #expect(verdict.exitCode == 2)
    #expect(verdict.lines.first?.contains("at most 131072 arrays and objects") == true)
  }

  @Test("refuses a schema that is only itself, and takes one that comes to an end")
  func circles() throws {
    let error = try #require(throws: DocumentValidatorError.self) {
      try DocumentValidator(schema: Array(##"{"$ref":"#"}"##.utf8))
    }
    #expect(error.description.contains("a schema that comes to an end"))
    let tree = ##"{"properties":{"left":{"$ref":"#"},"right":{"$ref":"#"}},"type":"object"}"##
    let validator = try DocumentValidator(schema: Array(tree.utf8))
    #expect(validator.validate(Array(#"{"left":{"right":{}}}"#.utf8)) == .valid)
    #expect(validator.validate(Array(#"{"left":{"right":1}}"#.utf8)).exitCode == 1)
  }
}
