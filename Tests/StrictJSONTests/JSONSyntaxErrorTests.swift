import StrictJSON
import Testing

@Suite("Texts that are not JSON")
struct JSONSyntaxErrorTests {
  @Test(
    "are refused with place and sentence",
    arguments: [
      ("", "1:1: expected a value, received the end of the text"),
      ("[1,]", "1:4: expected a value, received `]`; remove the comma before it"),
      ("[,1]", "1:2: expected a value, received `,`"),
      ("[1 2]", "1:4: expected `,` or `]` in the array, received `2`; write a comma before it"),
      (
        "[1}",
        "1:3: expected `,` or `]` in the array, received `}`; close the array that begins at 1:1"
      ),
      ("{\"a\" 1}", "1:6: expected `:` after the member name, received `1`"),
      ("{\"a\":1,}", "1:8: expected a member name, received `}`; remove the comma before it"),
      ("{\"a\":}", "1:6: expected a value, received `}`"),
      ("{a:1}", "1:2: expected a member name or `}`, received `a`; write names in double quotes"),
      (
        "{\n  \"é\": 1 /* x */}",
        "2:10: expected `,` or `}` in the object, received `/`; remove the comment"
      ),
      ("'a'", "1:1: expected a value, received `'`; write strings in double quotes"),
      ("nul", "1:1: expected a value, received `nul`; the words of JSON are true, false and null"),
      (
        "True", "1:1: expected a value, received `True`; the words of JSON are true, false and null"
      ),
      (
        "[NaN]", "1:2: expected a value, received `NaN`; the words of JSON are true, false and null"
      ),
      ("+1", "1:1: expected a value, received `+`; remove the plus sign"),
      ("01", "1:2: expected no digit after a leading zero, received `1`; remove the zero"),
      ("-", "1:2: expected a digit after `-`, received the end of the text"),
      ("1.", "1:3: expected a digit after the decimal point, received the end of the text"),
      ("1e+", "1:4: expected a digit after the exponent's `e`, received the end of the text"),
      ("1 2", "1:3: expected the end of the text, received `2`; keep one value only"),
      (
        "\"a",
        "1:3: expected `\"` at the end of the string that begins at 1:1, received the end of the text"
      ),
      (
        "[\"é\n\"]",
        "1:4: expected no control character in a string, received U+000A; write it as `\\n`"
      ),
      (
        "\"\u{1}\"",
        "1:2: expected no control character in a string, received U+0001; write it as `\\u0001`"
      ),
      (
        #""\x""#,
        "1:3: expected one of `\" \\ / b f n r t u` after a backslash, received `x`; write a backslash as `\\\\`"
      ),
      (#""\u12g4""#, "1:6: expected four hexadecimal digits after `\\u`, received `g4`"),
      (
        "\u{FEFF}1",
        "1:1: expected a value, received a byte order mark (EF BB BF); save the text as UTF-8 without one"
      ),
      ("[\u{A0}1]", "1:2: expected a value, received `\u{A0}` (U+00A0)"),
      ("[", "1:2: expected a value, received the end of the text"),
      ("{", "1:2: expected a member name or `}`, received the end of the text"),
    ] as [(String, String)])
  func sentences(text: String, description: String) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
    #expect(error?.description == description)
  }

  @Test(
    "are refused when they are not UTF-8",
    arguments: [
      [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x80, 0x80, 0xAF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0x80],
      [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xC3],
    ] as [[UInt8]])
  func encoding(bytes: [UInt8]) {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: [0x22, 0xC3, 0xA9] + bytes + [0x22])
    }
    #expect(error?.position.description == "1:3")
    #expect(error?.message.hasPrefix("expected UTF-8, received the byte 0x") == true)
  }

  @Test(
    "are refused in other encodings",
    arguments: [
      [0xFF, 0xFE, 0x31, 0x00], [0xFE, 0xFF, 0x00, 0x31], [0x31, 0x00], [0x00, 0x31],
      [0x00, 0x00, 0x00, 0x31],
    ] as [[UInt8]])
  func otherEncodings(bytes: [UInt8]) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes) }
    #expect(
      error?.message
        == "expected UTF-8, received UTF-16 or UTF-32; save the text as UTF-8")
  }

  @Test("are accepted up to the limits and refused above")
  func limits() throws {
    let limits = JSONLimits(depth: 3, bytes: 8)
    #expect(try JSONDocument(parsing: "[[[1]]]", limits: limits).root.count == 1)
    let depth = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: "[[[[]]]]", limits: limits)
    }
    #expect(
      depth?.description
        == "1:4: expected at most 3 arrays and objects inside one another, received one more; "
        + "make the value flatter or raise the limit")
    let bytes = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument(parsing: "123456789", limits: limits)
    }
    #expect(bytes?.description == "1:1: expected at most 8 bytes, received 9")
  }

  @Test("are refused at every length short of the whole")
  func cut() throws {
    let bytes = Array(#"{"é":[1.5e-3,"\ud83d\ude00",true,null,{"a":{}}]}"#.utf8)
    _ = try JSONDocument(parsing: bytes)
    for length in 0..<bytes.count {
      #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: Array(bytes[..<length])) }
    }
  }
}
