import Conformance
import StrictJSON
import Testing

@Suite("Schemas that cannot be used")
struct SchemaErrorTests {
  @Test(
    "are refused at their first wrong place",
    arguments: [
      ("1", "", "expected a schema (an object or a boolean), received the number 1"),
      (
        #"{"type":"int"}"#, "/type",
        "expected one of array, boolean, integer, null, number, object and string, received `int`"
      ),
      (
        #"{"type":["null","bool"]}"#, "/type/1",
        "expected one of array, boolean, integer, null, number, object and string, received `bool`"
      ),
      (#"{"type":[]}"#, "/type", "expected at least one name of a type, received none"),
      (#"{"type":1}"#, "/type", "expected an array of strings, received the number 1"),
      (#"{"enum":1}"#, "/enum", "expected an array of values, received the number 1"),
      (#"{"minimum":"1"}"#, "/minimum", #"expected a number, received the string "1""#),
      (#"{"multipleOf":0}"#, "/multipleOf", "expected a number above 0, received the number 0"),
      (
        #"{"minLength":-1}"#, "/minLength",
        "expected an integer of at least 0, received the number -1"
      ),
      (
        #"{"maxItems":1.5}"#, "/maxItems",
        "expected an integer of at least 0, received the number 1.5"
      ),
      (#"{"uniqueItems":1}"#, "/uniqueItems", "expected a boolean, received the number 1"),
      (#"{"required":["a","a"]}"#, "/required/1", "expected no string twice, received `a` again"),
      (
        #"{"required":"a"}"#, "/required", #"expected an array of strings, received the string "a""#
      ),
      (
        #"{"properties":{"a":1}}"#, "/properties/a",
        "expected a schema (an object or a boolean), received the number 1"
      ),
      (#"{"properties":[]}"#, "/properties", "expected an object, received an array of 0 elements"),
      (
        #"{"allOf":[]}"#, "/allOf",
        "expected an array of at least one schema, received an array of 0 elements"
      ),
      (
        #"{"anyOf":{}}"#, "/anyOf",
        "expected an array of at least one schema, received an object of 0 members"
      ),
      (
        #"{"pattern":"("}"#, "/pattern",
        "expected a regular expression of ECMA-262, received `(`: `(` without `)` at character 1"
      ),
      (#"{"title":1}"#, "/title", "expected a string, received the number 1"),
      (#"{"readOnly":1}"#, "/readOnly", "expected a boolean, received the number 1"),
      (#"{"examples":1}"#, "/examples", "expected an array of values, received the number 1"),
      (#"{"$defs":[]}"#, "/$defs", "expected an object, received an array of 0 elements"),
      (#"{"format":1}"#, "/format", "expected a string, received the number 1"),
      (
        ##"{"$ref":"#/nowhere"}"##, "/$ref",
        "expected a place that exists in the document, received `#/nowhere`"
      ),
      (
        ##"{"$ref":"#nobody"}"##, "/$ref",
        "expected an anchor that the schema declares, received `#nobody`"
      ),
      (
        #"{"$ref":"http://example.test/x"}"#, "/$ref",
        "expected a reference to a schema of this document or of the registry, received `http://example.test/x`, which is neither"
      ),
      (
        ##"{"$ref":"#/title","title":"x"}"##, "/title",
        #"expected a schema (an object or a boolean), received the string "x""#
      ),
      (##"{"$id":"#x"}"##, "/$id", "expected a URI without fragment, received `#x`"),
      (
        #"{"$anchor":"1"}"#, "/$anchor",
        "expected a letter or `_` and then letters, digits and `-._`, received `1`"
      ),
      (
        #"{"$schema":"http://json-schema.org/draft-07/schema#"}"#, "/$schema",
        "expected `https://json-schema.org/draft/2020-12/schema` or a metaschema of the registry, received `http://json-schema.org/draft-07/schema#`"
      ),
      (
        ##"{"$ref":"#"}"##, "",
        "expected a schema that comes to an end, received one that applies itself to the same value again"
      ),
      (
        ##"{"allOf":[{"not":{"$ref":"#"}}]}"##, "/allOf/0/not",
        "expected a schema that comes to an end, received one that applies itself to the same value again"
      ),
      (
        ##"{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}"##, "/$defs/b",
        "expected a schema that comes to an end, received one that applies itself to the same value again"
      ),
    ] as [(String, String, String)])
  func refused(schema: String, place: String, message: String) throws {
    let root = try JSONDocument(parsing: schema).root
    let error = try #require(throws: SchemaError.self) { try CompiledSchema(compiling: root) }
    #expect(error.message == message)
    #expect(error.pointer.description == place)
    #expect(root.node(at: error.pointer)?.position == error.position)
  }

  @Test("say which name of a pattern is wrong")
  func name() throws {
    let root = try JSONDocument(parsing: #"{"patternProperties":{"[":true}}"#).root
    let error = try #require(throws: SchemaError.self) { try CompiledSchema(compiling: root) }
    #expect(error.position.description == "1:23")
    #expect(error.pointer.description == "/patternProperties/[")
    #expect(error.message.hasSuffix("received `[`: `[` without `]` at character 2"))
  }

  @Test("say in which document they are wrong")
  func document() throws {
    var registry = SchemaRegistry()
    registry.add(try JSONDocument(parsing: "{\n\"type\": 1}"), at: "urn:x")
    let root = try JSONDocument(parsing: #"{"$ref":"urn:x"}"#).root
    let error = try #require(throws: SchemaError.self) {
      try CompiledSchema(compiling: root, registry: registry)
    }
    #expect(
      error.description == "urn:x:2:9: /type: expected an array of strings, received the number 1")
  }

  @Test("need a vocabulary that is not known")
  func vocabulary() throws {
    var registry = SchemaRegistry()
    registry.add(
      try JSONDocument(parsing: #"{"$vocabulary":{"urn:v":true}}"#), at: "urn:meta")
    let root = try JSONDocument(parsing: #"{"$schema":"urn:meta"}"#).root
    #expect(throws: SchemaError.self) { try CompiledSchema(compiling: root, registry: registry) }
  }
}
