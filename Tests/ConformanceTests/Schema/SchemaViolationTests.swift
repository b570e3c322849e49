import Conformance
import StrictJSON
import Testing

@Suite("Violations of schemas")
struct SchemaViolationTests {
  @Test(
    "say what was expected and received, in the words of the keyword",
    arguments: [
      (#"{"type":"string"}"#, "1", "type", "expected a string, received the number 1"),
      (
        #"{"type":["integer","null"]}"#, "1.5", "type",
        "expected an integer or null, received the number 1.5"
      ),
      (#"{"enum":["a",1]}"#, #""b""#, "enum", #"expected one of "a", 1, received the string "b""#),
      (#"{"const":1}"#, "[]", "const", "expected 1, received an array of 0 elements"),
      (#"{"minimum":1.5}"#, "1", "minimum", "expected at least 1.5, received the number 1"),
      (
        #"{"exclusiveMaximum":9007199254740993}"#, "9007199254740993.0", "exclusiveMaximum",
        "expected less than 9007199254740993, received the number 9007199254740993.0"
      ),
      (
        #"{"multipleOf":0.1}"#, "0.35", "multipleOf",
        "expected a multiple of 0.1, received the number 0.35"
      ),
      (
        #"{"minLength":2}"#, #""😀""#, "minLength",
        #"expected at least 2 characters, received 1: the string "😀""#
      ),
      (
        #"{"maxLength":1}"#, #""e\u0301""#, "maxLength",
        #"expected at most 1 character, received 2: the string "e\u0301""#
      ),
      (
        #"{"pattern":"^a"}"#, #""b""#, "pattern",
        #"expected a string that matches `^a`, received the string "b""#
      ),
      (#"{"minItems":1}"#, "[]", "minItems", "expected at least 1 element, received 0"),
      (
        #"{"uniqueItems":true}"#, "[1,{},1.0]", "uniqueItems",
        "expected no two equal elements, received equal ones at 0 and 2"
      ),
      (
        #"{"contains":{"type":"null"}}"#, "[1]", "contains",
        "expected at least 1 element of the kind that `contains` describes, received 0 of 1"
      ),
      (
        #"{"contains":true,"maxContains":1}"#, "[1,2]", "maxContains",
        "expected at most 1 element of the kind that `contains` describes, received 2 of 2"
      ),
      (
        #"{"required":["a"]}"#, "{}", "required",
        "expected the member `a`, received an object without members"
      ),
      (
        #"{"required":["a"]}"#, #"{"b":1}"#, "required",
        "expected the member `a`, received an object with `b` only"
      ),
      (
        #"{"dependentRequired":{"b":["a"]}}"#, #"{"b":1}"#, "dependentRequired",
        "expected the member `a`, since there is `b`, received an object with `b` only"
      ),
      (
        #"{"maxProperties":0}"#, #"{"b":1}"#, "maxProperties",
        "expected at most 0 members, received 1"
      ),
      (
        #"{"not":{}}"#, "null", "not",
        "expected a value that `not` does not describe, received null"
      ),
      ("false", "true", "false", "expected nothing here, received true"),
      (
        #"{"oneOf":[true,{"type":"null"}]}"#, "null", "oneOf",
        "expected only one of the 2 shapes of `oneOf`, received a value of the shapes 0 and 1"
      ),
      (
        #"{"anyOf":[{"type":"null"},{"minimum":2}]}"#, "1", "anyOf",
        "expected one of the 2 shapes of `anyOf`, received the number 1; the nearest shape expects at least 2"
      ),
    ] as [(String, String, String, String)])
  func sentences(schema: String, value: String, keyword: String, message: String) throws {
    let violations = try violations(schema, value)
    #expect(violations.map(\.message) == [message])
    #expect(violations.map(\.keyword) == [keyword])
  }

  @Test("say where they are in the value and in the schema")
  func places() throws {
    let found = try violations(
      """
      {"$id": "https://example.test/s", "properties": {"a/b": {"$ref": "#/$defs/n"}},
       "$defs": {"n": {"items": {"minimum": 1}}}}
      """,
      "{\n  \"a/b\": [1,\n    0]\n}")
    let violation = try #require(found.first)
    #expect(found.count == 1)
    #expect(violation.instance.description == "/a~1b/1")
    #expect(violation.position == JSONPosition(line: 3, column: 5, offset: 19))
    #expect(violation.keywordLocation == "/properties/a~1b/$ref/items/minimum")
    #expect(
      violation.absoluteKeywordLocation == "https://example.test/s#/$defs/n/items/minimum")
    #expect(
      violation.description == "3:5: /a~1b/1: expected at least 1, received the number 0")
  }

  @Test("come in the order of the text, all of them")
  func order() throws {
    let found = try violations(
      #"{"properties":{"a":{"type":"null"},"b":{"allOf":[{"type":"null"},{"minimum":9}]}},"required":["c"]}"#,
      #"{"b":1,"x":0,"a":2}"#)
    #expect(found.map(\.instance.description) == ["", "/b", "/b", "/a"])
  }

  @Test(
    "carry the nearest clause",
    arguments: [
      (#"{"clause":"x","type":"null"}"#, "1", "x"),
      (#"{"clause":"x","properties":{"a":{"type":"null"}}}"#, #"{"a":1}"#, "x"),
      (#"{"clause":"x","properties":{"a":{"clause":"y","type":"null"}}}"#, #"{"a":1}"#, "y"),
      (#"{"clause":"x","required":["a"],"properties":{"a":{"clause":"y"}}}"#, "{}", "y"),
      (#"{"clause":"x","required":["a"],"properties":{"a":{}}}"#, "{}", "x"),
      (
        ##"{"required":["a"],"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"clause":"z"}}}"##,
        "{}", "z"
      ),
      (
        ##"{"clause":"x","$ref":"#/$defs/a","$defs":{"a":{"clause":"z","type":"null"}}}"##, "1", "z"
      ),
      (##"{"clause":"x","$ref":"#/$defs/a","$defs":{"a":{"type":"null"}}}"##, "1", "x"),
      (
        #"{"clause":"x","additionalProperties":false,"properties":{"a":{"clause":"y"}}}"#,
        #"{"b":1}"#, "x"
      ),
      (
        #"{"clause":"x","dependentRequired":{"b":["a"]},"properties":{"a":{"clause":"y"}}}"#,
        #"{"b":1}"#, "y"
      ),
      (#"{"allOf":[{"clause":"x"},{"type":"null"}]}"#, "1", nil),
    ] as [(String, String, String?)])
  func clauses(schema: String, value: String, clause: String?) throws {
    #expect(try violations(schema, value).map(\.clause) == [clause])
  }

  @Test(
    "of a choice come from the branch that got furthest",
    arguments: [
      (
        #"[{"type":"string"},{"properties":{"kind":{"const":"a"},"n":{"type":"null"}}}]"#,
        #"{"kind":"a","n":1}"#, "/n"
      ),
      (
        #"[{"properties":{"kind":{"const":"a"}}},{"properties":{"kind":{"const":"b"},"n":{"type":"null"},"m":{"type":"null"}}}]"#,
        #"{"kind":"b","n":1,"m":1}"#, "/n"
      ),
      (#"[{"required":["a","b"]},{"required":["a"]}]"#, "{}", ""),
      (
        #"[{"items":{"oneOf":[{"type":"string"},{"items":{"type":"null"}}]}},{"type":"string"}]"#,
        "[[1]]", "/0"
      ),
    ] as [(String, String, String)])
  func furthest(branches: String, value: String, place: String) throws {
    let found = try violations(#"{"oneOf":\#(branches)}"#, value)
    #expect(found.count == 1)
    #expect(found.first?.causes.first?.instance.description == place)
  }

  @Test("do not follow from other violations")
  func consequences() throws {
    let found = try violations(
      #"{"allOf":[{"properties":{"a":{"type":"null"}}}],"unevaluatedProperties":false}"#,
      #"{"a":1}"#)
    #expect(found.map(\.keyword) == ["type"])
  }

  @Test("keep long values short")
  func long() throws {
    let text = "\"" + String(repeating: "é", count: 10_000) + "\""
    let found = try violations(#"{"type":"null"}"#, text)
    let violation = try #require(found.first)
    #expect(violation.received.unicodeScalars.count < 250)
  }

  @Test("apply to every occurrence of a repeated name")
  func duplicates() throws {
    let found = try violations(
      #"{"properties":{"a":{"type":"null"}}}"#, #"{"a":1,"a":null}"#)
    #expect(found.map(\.position.description) == ["1:6"])
  }
}
