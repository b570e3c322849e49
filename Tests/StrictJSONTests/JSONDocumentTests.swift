import StrictJSON
import Testing

@Suite("Documents")
struct JSONDocumentTests {
  @Test("give values with their positions")
  func positions() throws {
    let document = try JSONDocument(
      parsing: "{\n  \"é\": [1, {\"a\": null}],\n\t\"b\": \"x\"\n}")
    let root = document.root
    #expect(root.position == .start)
    #expect(root["é"]?.position.description == "2:8")
    #expect(root["é"]?[1]?["a"]?.position.description == "2:18")
    #expect(root["b"]?.position.description == "3:7")
    #expect(root.members.map(\.keyPosition.description) == ["2:3", "3:2"])
    #expect(root["é"]?[1]?["a"]?.pointer.description == "/é/1/a")
  }

  @Test("keep duplicates and list them")
  func duplicates() throws {
    let document = try JSONDocument(parsing: #"{"a":1,"b":{"c":0,"\u0063":1},"a":2}"#)
    #expect(document.root["a"]?.number == 2)
    #expect(document.root.count == 3)
    #expect(document.duplicateKeys.map(\.key) == ["c", "a"])
    #expect(document.duplicateKeys.map(\.pointer.description) == ["/b", ""])
    #expect(document.duplicateKeys.map(\.position.description) == ["1:19", "1:31"])
  }

  @Test("keep canonically equivalent names apart")
  func equivalence() throws {
    let document = try JSONDocument(parsing: "{\"\u{E9}\": 1, \"e\u{301}\": 2}")
    #expect(document.duplicateKeys.isEmpty)
    #expect(document.root["\u{E9}"]?.number == 1)
    #expect(document.root["e\u{301}"]?.number == 2)
  }

  @Test(
    "resolve escapes",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\uD834\udd1e""#, "Aé𝄞"),
      (#""\ud800""#, "\u{FFFD}"), (#""\udc00\ud800x""#, "\u{FFFD}\u{FFFD}x"),
      (#""\ud800\u0041""#, "\u{FFFD}A"), (#""\u0000""#, "\0"),
      ("\"\u{2028}\u{7F}\"", "\u{2028}\u{7F}"),
    ])
  func escapes(text: String, value: String) throws {
    let root = try JSONDocument(parsing: text).root
    #expect(try #require(root.string).isSameText(as: value))
  }

  @Test("round trip")
  func roundTrip() throws {
    let text = #"{"b":[1.0,1e400,-0,true,false,null,"\u0001\n\\\" "],"a":{},"c":[]}"#
    #expect(try JSON(parsing: text).serialized() == text)
  }

  @Test("give columns in scalars also far into a line")
  func columns() throws {
    let part = #""é€😀","#
    let text = "[" + String(repeating: part, count: 1000) + "\n" + part + "0 ]"
    let root = try JSONDocument(parsing: text).root
    #expect(root[999]?.position.description == "1:\(999 * 6 + 2)")
    #expect(root[1001]?.position.description == "2:7")
  }

  @Test("give nothing for a value of another kind")
  func kinds() throws {
    let root = try JSONDocument(parsing: #"[null,true,1,"a",[],{}]"#).root
    let kinds = root.elements.map(\.kind)
    #expect(kinds == [.null, .bool, .number, .string, .array, .object])
    #expect(root.elements.map(\.isNull) == [true, false, false, false, false, false])
    #expect(root.elements.compactMap(\.bool) == [true])
    #expect(root.elements.compactMap(\.number) == [1])
    #expect(root.elements.compactMap(\.string) == ["a"])
    #expect(root["a"]?.kind == nil)
    #expect(root[6]?.kind == nil)
    #expect(root[-1]?.kind == nil)
    #expect(root[5]?[0]?.kind == nil)
    #expect(root[1]?.elements.isEmpty == true)
    #expect(root[4]?.members.isEmpty == true)
    #expect(
      kinds.map(\.phrase) == ["null", "a boolean", "a number", "a string", "an array", "an object"])
  }

  @Test("keep the bytes of every value")
  func bytes() throws {
    let document = try JSONDocument(parsing: #" {"a" : [1.50, "\u0041"]} "#)
    #expect(String(decoding: document.bytes, as: UTF8.self) == #" {"a" : [1.50, "\u0041"]} "#)
    let array = try #require(document.root["a"])
    #expect(String(decoding: array.sourceBytes, as: UTF8.self) == #"[1.50, "\u0041"]"#)
    #expect(array[0]?.number?.text == "1.50")
    #expect(document.root.valueCount == 5)
  }
}
