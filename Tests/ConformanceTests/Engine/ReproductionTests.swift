import Testing
import Wire

@testable import Conformance

@Suite("The command that repeats a request")
struct ReproductionTests {
  private func command(_ body: [UInt8], raw: [UInt8]? = nil, base: String = "http://h.example:81")
    -> String
  {
    HTTPCall(
      base: base,
      request: HTTPRequest(
        method: "POST", target: "/a?b=c", fields: ["X-A": "it's"], body: body),
      rawBytes: raw
    ).curl
  }

  @Test("is curl with the same fields, and none of curl's own type")
  func plain() {
    #expect(
      command(Array("{\"a\": 1}".utf8))
        == #"curl -i -X POST -H 'X-A: it'\''s' -H Content-Type: --data-binary '{"a": 1}' "#
        + "'http://h.example:81/a?b=c'")
    #expect(command([]) == #"curl -i -X POST -H 'X-A: it'\''s' 'http://h.example:81/a?b=c'"#)
  }

  @Test("gets bytes that are no text through a pipe, each of them exactly")
  func bytes() {
    let command = command([0x7B, 0xFF, 0x00, 0x27, 0x5C, 0x25, 0x0A])
    #expect(command.hasPrefix(#"printf '{\377\000\047\134\045\n' | curl -i "#))
    #expect(command.hasSuffix("--data-binary @- 'http://h.example:81/a?b=c'"))
  }

  @Test("names a file for a body that is too large to be shown")
  func large() {
    let command = command(Array(repeating: 0x61, count: 2_000_000))
    #expect(command.utf8.count < 300)
    #expect(command.contains("--data-binary @BODY"))
    #expect(command.hasSuffix("# BODY: a file of the request's 2000000 bytes"))
  }

  @Test(
    "is nc for bytes that are no request",
    arguments: [
      ("http://127.0.0.1:8080/x", "nc 127.0.0.1 8080"), ("https://h.example", "nc h.example 443"),
      ("http://[::1]:9", "nc ::1 9"),
    ])
  func raw(base: String, end: String) {
    let command = command([], raw: Array("GET / HTTP/1.1\r\n\r\n".utf8), base: base)
    #expect(command == #"printf 'GET / HTTP/1.1\r\n\r\n' | "# + end)
  }
}
