import StrictJSON
import Testing

@Suite("Values")
struct JSONTests {
  @Test(
    "are equal whatever the order and spelling",
    arguments: [
      ("1", "1.0"), (#"{"a":1,"b":2}"#, #"{"b":2e0,"a":1}"#),
      (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#),
      (#""\u00e9""#, #""é""#), ("[1,[2]]", "[1.0,[2.0]]"), ("-0", "0.0"),
    ])
  func equal(left: String, right: String) throws {
    let left = try JSON(parsing: left)
    let right = try JSON(parsing: right)
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(differences(expected: left, actual: right).isEmpty)
  }

  @Test(
    "differ",
    arguments: [
      ("1", "true"), ("0", "false"), ("null", "false"), (#""1""#, "1"), ("[]", "{}"),
      ("[1,2]", "[2,1]"),
      ("\"\u{E9}\"", "\"e\u{301}\""), (#"{"a":1,"a":1}"#, #"{"a":1}"#),
      (#"{"a":1,"a":2,"b":1}"#, #"{"a":1,"a":1,"b":1}"#),
      ("9007199254740993", "9007199254740992.0"), ("{\"\u{E9}\":1}", "{\"e\u{301}\":1}"),
    ])
  func different(left: String, right: String) throws {
    #expect(try JSON(parsing: left) != JSON(parsing: right))
    #expect(try !differences(expected: JSON(parsing: left), actual: JSON(parsing: right)).isEmpty)
  }

  @Test("differ at the smallest places, extra ones last")
  func places() throws {
    let expected: JSON = ["a": 1, "b": [1, ["c": true]], "d": .null]
    let actual: JSON = ["x": 0, "b": [1, ["c": false], 3], "a": 1]
    let found = differences(expected: expected, actual: actual)
    #expect(found.map(\.pointer.description) == ["/b/1/c", "/b/2", "/d", "/x"])
    #expect(found.map(\.expected) == [true, nil, .null, nil])
    #expect(found.map(\.actual) == [false, 3, nil, 0])
  }

  @Test("are written compactly and prettily")
  func writing() throws {
    let value: JSON = ["b": [1, []], "a": ["é": "\"\\/\n\u{1F}\u{7F}\u{2028}"], "c": [:]]
    #expect(
      value.serialized() == #"{"b":[1,[]],"a":{"é":"\"\\/\n\u001f"# + "\u{7F}\u{2028}\"},\"c\":{}}")
    #expect(
      try JSON(parsing: #"{"b":[1,{"c":[]}],"a":{}}"#).serialized(.pretty.sortingKeys) == """
        {
          "a": {},
          "b": [
            1,
            {
              "c": []
            }
          ]
        }
        """)
    #expect(try JSON(parsing: value.serialized(.pretty)) == value)
  }

  @Test("keep their members through changes")
  func objects() throws {
    var object: JSONObject = ["a": 1, "b": 2]
    object["a"] = 3
    object["c"] = 4
    object["b"] = nil
    object.append("a", 5)
    #expect(object.keys == ["a", "c", "a"])
    #expect(object["a"] == 5)
    var value = JSON.object(object)
    value["c"] = nil
    #expect(value.serialized() == #"{"a":3,"a":5}"#)
    #expect(value["a"]?[0] == nil)
  }

  @Test("are found by pointers")
  func pointers() throws {
    let text = #"{"a/b":[0,{"m~n":true}],"":1}"#
    let document = try JSONDocument(parsing: text)
    let value = document.root.value
    for pointer in ["", "/a~1b", "/a~1b/1/m~0n", "/"] as [JSONPointer] {
      let node = try #require(document.root.node(at: pointer))
      #expect(node.value == value.value(at: pointer))
      #expect(node.pointer == pointer)
    }
    for pointer in ["/x", "/a~1b/2", "/a~1b/01", "/a~1b/-", "/a~1b/1/m~0n/0", "//"] as [JSONPointer]
    {
      #expect(document.root.node(at: pointer)?.kind == nil)
      #expect(value.value(at: pointer) == nil)
    }
  }
}
