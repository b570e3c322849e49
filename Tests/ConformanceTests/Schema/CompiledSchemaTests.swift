import Conformance
import StrictJSON
import Testing

@Suite("Compiled schemas")
struct CompiledSchemaTests {
  @Test(
    "accept",
    arguments: [
      ("true", "null"), ("{}", "1"), (#"{"type":"integer"}"#, "1e2"), (#"{"const":1.0}"#, "1"),
      (#"{"enum":[{"a":[1,2]}]}"#, #"{"a":[1.0,2e0]}"#), (#"{"multipleOf":0.0001}"#, "0.0075"),
      (#"{"minLength":1,"maxLength":1}"#, #""💩""#),
      (#"{"contains":{"const":1},"minContains":0}"#, "[]"),
      (#"{"prefixItems":[{"const":1}],"items":false}"#, "[1]"),
      (#"{"prefixItems":[true,true]}"#, "[1]"),
      (#"{"dependentSchemas":{"a":{"required":["b"]}}}"#, #"{"c":1}"#),
      (#"{"dependencies":{"a":["b"]}}"#, #"{"a":1,"b":1}"#),
      (#"{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":0}}"#, "0"),
      (#"{"then":false,"else":false}"#, "1"),
      (
        #"{"patternProperties":{"^x-":{"type":"null"}},"additionalProperties":false}"#,
        #"{"x-a":null}"#
      ),
      (#"{"propertyNames":{"maxLength":1}}"#, #"{"a":1}"#),
      (#"{"uniqueItems":true}"#, "[1,true,0,false,\"1\",[1],[true]]"),
      (#"{"unevaluatedItems":false,"contains":{"const":1}}"#, "[1,1]"),
      (#"{"$comment":"x","unknown":{"type":1}}"#, "1"),
      (#"{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}"#, #"{"a":1}"#),
      (
        #"{"anyOf":[{"properties":{"a":true}},{"properties":{"b":true}}],"unevaluatedProperties":false}"#,
        #"{"a":1,"b":1}"#
      ),
      (
        #"{"if":{"properties":{"a":{"const":1}},"required":["a"]},"unevaluatedProperties":false}"#,
        #"{"a":1}"#
      ),
      (##"{"$ref":"#a","$defs":{"x":{"$anchor":"a","type":"null"}}}"##, "null"),
      (##"{"$defs":{"%":true},"$ref":"#/$defs/%25"}"##, "1"),
      (
        ##"{"properties":{"next":{"$ref":"#"}},"additionalProperties":false}"##,
        #"{"next":{"next":{}}}"#
      ),
      (#"{"format":"date-time","contentEncoding":"base64"}"#, #""no""#),
    ] as [(String, String)])
  func accept(schema: String, value: String) throws {
    #expect(try violations(schema, value) == [])
  }

  @Test(
    "refuse",
    arguments: [
      (#"{"const":0}"#, "false"), (#"{"enum":["é"]}"#, "\"e\u{301}\""),
      (#"{"const":9007199254740993}"#, "9007199254740992.0"),
      (#"{"prefixItems":[true],"items":false}"#, "[1,2]"),
      (#"{"properties":{"é":false}}"#, "{\"\u{E9}\":1}"),
      (#"{"allOf":[{"properties":{"a":true}},{"unevaluatedProperties":false}]}"#, #"{"a":1}"#),
      (#"{"not":{"properties":{"a":true}},"unevaluatedProperties":false}"#, #"{"a":1}"#),
      (#"{"dependencies":{"a":{"minProperties":2}}}"#, #"{"a":1}"#),
      (#"{"propertyNames":false}"#, #"{"a":1}"#),
      (#"{"if":true,"else":true,"then":false}"#, "1"),
      (#"{"oneOf":[{"minimum":1},{"maximum":5}]}"#, "3"),
      (
        ##"{"properties":{"next":{"$ref":"#"}},"additionalProperties":false}"##,
        #"{"next":{"last":{}}}"#
      ),
      (
        #"{"$ref":"https://json-schema.org/draft/2020-12/schema"}"#,
        #"{"properties":{"a":{"minLength":-1}}}"#
      ),
      (#"{"uniqueItems":true}"#, #"[{"a":1,"b":2},{"b":2.0,"a":1}]"#),
    ] as [(String, String)])
  func refuse(schema: String, value: String) throws {
    #expect(try !violations(schema, value).isEmpty)
  }

  @Test("take references to a document's other schemas from its root")
  func container() throws {
    let root = try JSONDocument(
      parsing: ##"""
        {"$schema": "../schemas/contract.schema.json", "id": "x", "schemas": {
          "Session": {"required": ["id"], "properties": {"id": {"$ref": "#/schemas/ID"}}},
          "ID": {"type": "string", "pattern": "^ses_."}}}
        """##
    ).root
    let node = try #require(root["schemas"]?["Session"])
    let schema = try CompiledSchema(compiling: node, in: root)
    let good = try JSONDocument(parsing: #"{"id":"ses_1"}"#).root
    let bad = try JSONDocument(parsing: #"{"id":"1"}"#).root
    #expect(schema.isValid(good))
    let violation = try #require(schema.validate(bad).first)
    #expect(violation.absoluteKeywordLocation == "#/schemas/ID/pattern")
    #expect(violation.keywordLocation == "/properties/id/$ref/pattern")
  }

  @Test("take a part of a document as the value")
  func part() throws {
    let schema = try CompiledSchema(
      compiling: try JSONDocument(parsing: #"{"items":{"type":"null"}}"#).root)
    let root = try JSONDocument(parsing: #"{"a":[null,1]}"#).root
    let part = try #require(root["a"])
    let violation = try #require(schema.validate(part).first)
    #expect(violation.instance.description == "/1")
    #expect(violation.position.description == "1:12")
  }

  @Test(
    "find documents of the registry under their URI and under their own names",
    arguments: [
      "http://example.test/a.json", "http://example.test/dir/../a.json", "urn:own", "urn:inner",
      "urn:own#there", "http://example.test/a.json#/$defs/inner/$defs/deep",
    ])
  func registry(reference: String) throws {
    let document = """
      {"$id":"urn:own","$anchor":"there","type":"null",
       "$defs":{"inner":{"$id":"urn:inner","type":"null","$defs":{"deep":{"type":"null"}}}}}
      """
    let registry = ["http://example.test/a.json": document]
    #expect(try violations(#"{"$ref":"\#(reference)"}"#, "null", registry: registry) == [])
    #expect(try violations(#"{"$ref":"\#(reference)"}"#, "1", registry: registry).count == 1)
  }

  @Test("extend a schema through a dynamic reference")
  func dynamic() throws {
    let tree = ##"""
      {"$id":"http://example.test/tree","$dynamicAnchor":"node",
       "properties":{"data":true,"children":{"items":{"$dynamicRef":"#node"}}}}
      """##
    let strict = """
      {"$id":"http://example.test/strict","$dynamicAnchor":"node","$ref":"tree",
       "unevaluatedProperties":false}
      """
    let registry = ["http://example.test/tree": tree]
    #expect(try violations(strict, #"{"children":[{"data":1}]}"#, registry: registry) == [])
    #expect(try violations(strict, #"{"children":[{"daat":1}]}"#, registry: registry).count == 1)
    #expect(try violations(tree, #"{"children":[{"daat":1}]}"#) == [])
  }

  @Test(
    "end where references lead back without progress",
    arguments: [
      ##"{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}"##, ##"{"dependentSchemas":{"a":{"$ref":"#"}}}"##,
      ##"{"if":{"required":["a"]},"then":{"$ref":"#"}}"##,
      ##"{"$dynamicAnchor":"x","anyOf":[{"not":{"$dynamicRef":"#x"}}]}"##,
    ])
  func circles(schema: String) throws {
    let found = try violations(schema, #"{"a":1}"#)
    #expect(
      found.map(\.expected) == ["a reference to a schema that comes to an end"])
  }

  @Test("reach the deepest values")
  func deep() throws {
    let schema = ##"{"allOf":[{"anyOf":[{"items":{"$ref":"#"}}]}],"type":"array"}"##
    let arrays = String(repeating: "[", count: 511)
    let ends = String(repeating: "]", count: 511)
    #expect(try violations(schema, "\(arrays)\(ends)") == [])
    let wrong = "\(arrays.dropLast(400))1\(ends.dropLast(400))"
    #expect(try !violations(schema, wrong).isEmpty)
  }

  @Test("give up at the limit of depth")
  func tooDeep() throws {
    let schema =
      ##"{"items":{"allOf":[{"allOf":[{"allOf":[{"allOf":[{"allOf":[{"allOf":[{"allOf":[{"$ref":"#"}]}]}]}]}]}]}]}}"##
    let arrays = String(repeating: "[", count: 512)
    let ends = String(repeating: "]", count: 512)
    #expect(
      try violations(schema, "\(arrays)\(ends)").map(\.message) == [
        "expected at most 4096 schemas inside one another, received one more"
      ])
  }

  @Test("do not take time that doubles with each level")
  func branches() throws {
    let schema =
      ##"{"anyOf":[{"type":"string"},{"items":{"$ref":"#"},"minItems":2},{"items":{"$ref":"#"},"maxItems":0}]}"##
    let arrays = String(repeating: "[", count: 40)
    let ends = String(repeating: "]", count: 40)
    #expect(try violations(schema, "\(arrays)1\(ends)").count == 1)
  }

  @Test("leave a pattern undecided rather than hang")
  func patterns() throws {
    let text = String(repeating: "a", count: 40)
    let found = try violations(#"{"not":{"pattern":"^(a+)+(b)?\\2c$"}}"#, "\"\(text)\"")
    #expect(found.map(\.keyword) == ["pattern"])
  }
}
