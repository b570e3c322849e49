import StrictJSON
import Testing

@Suite("Pointers")
struct JSONPointerTests {
  @Test(
    "are read and written as RFC 6901 says",
    arguments: [
      ("", []), ("/", [""]), ("/a~1b", ["a/b"]), ("/m~0n", ["m~n"]), ("/~01", ["~1"]),
      ("/a/0/ ", ["a", "0", " "]),
      ("/é", ["é"]),
    ] as [(String, [String])])
  func reading(text: String, tokens: [String]) throws {
    let pointer = try JSONPointer(parsing: text)
    #expect(pointer.tokens == tokens)
    #expect(pointer.description == text)
  }

  @Test(
    "that are none are refused",
    arguments: [
      ("a", "expected a pointer that is empty or begins with `/`, received `a`"),
      ("/~", "expected `0` or `1` after `~`, received `/~`"),
      ("/~2", "expected `0` or `1` after `~`, received `/~2`"),
      ("#/a", "expected a pointer that is empty or begins with `/`, received `#/a`"),
    ])
  func refused(text: String, message: String) {
    let error = #expect(throws: JSONPointerError.self) { try JSONPointer(parsing: text) }
    #expect(error?.description == message)
  }

  @Test("lead to parents and children")
  func relatives() {
    let pointer: JSONPointer = "/a"
    #expect(pointer.appending("b/c").appending(3).description == "/a/b~1c/3")
    #expect(pointer.parent == JSONPointer())
    #expect(JSONPointer().parent == nil)
    #expect(("/\u{E9}" as JSONPointer) != "/e\u{301}")
  }
}
