import StrictJSON
import Testing

@testable import Transport

@Suite("The DevTools protocol's messages")
struct DevToolsDialogueTests {
  @Test("A command is one line of JSON with the next number, and ends with NUL")
  func command() {
    var dialogue = DevToolsDialogue()
    let first = dialogue.command("Browser.close", [:], session: nil)
    let second = dialogue.command("Page.navigate", ["url": "http://a/"], session: "S")
    #expect(first.bytes == Array(#"{"id":1,"method":"Browser.close"}"#.utf8) + [0])
    let text =
      #"{"id":2,"method":"Page.navigate","params":{"url":"http://a/"},"sessionId":"S"}"#
    #expect(second.bytes == Array(text.utf8) + [0])
    #expect((first.id, second.id) == (1, 2))
  }

  @Test(
    "Answers, refusals, events and junk are told apart",
    arguments: [
      (#"{"id":1,"result":{"a":1}}"#, .answer(id: 1, ["a": 1])),
      (#"{"id":1,"result":{},"sessionId":"S"}"#, .answer(id: 1, [:])),
      (
        #"{"id":1,"error":{"code":-32000,"message":"no node"}}"#,
        .refusal(id: 1, "no node")
      ),
      (
        #"{"method":"Page.windowOpen","params":{"url":"u"},"sessionId":"S"}"#,
        .event(DevToolsEvent(method: "Page.windowOpen", parameters: ["url": "u"], session: "S"))
      ),
      (#"{"neither":1}"#, .junk(#"{"neither":1}"#)),
      ("not JSON", .junk("not JSON")),
    ] as [(String, DevToolsDialogue.Incoming)])
  func incoming(text: String, expected: DevToolsDialogue.Incoming) {
    var dialogue = DevToolsDialogue()
    _ = dialogue.command("Any.method", [:], session: "S")
    #expect(dialogue.receive(Array(text.utf8)).0 == expected)
  }

  @Test(
    "Commands to a page that is gone are given up, and no others",
    arguments: [
      #"{"method":"Inspector.targetCrashed","params":{},"sessionId":"S"}"#,
      #"{"method":"Target.detachedFromTarget","params":{"sessionId":"S"}}"#,
    ])
  func abandoned(text: String) {
    var dialogue = DevToolsDialogue()
    _ = dialogue.command("A.a", [:], session: "S")
    _ = dialogue.command("A.b", [:], session: "T")
    _ = dialogue.command("A.c", [:], session: "S")
    _ = dialogue.command("A.d", [:], session: nil)
    #expect(dialogue.receive(Array(text.utf8)).abandoned == [1, 3])
    #expect(dialogue.end() == [2, 4])
  }

  @Test(
    "Half a surrogate pair becomes U+FFFD; whole pairs and escaped backslashes stay",
    arguments: [
      (#""a\uD800b""#, #""a\uFFFDb""#),
      (#""\udc00\ud83d\ude00""#, #""\uFFFD\ud83d\ude00""#),
      (#""\ud83d\u0041""#, #""\uFFFD\u0041""#),
      (#""\\ud800\n""#, #""\\ud800\n""#),
      (#""\u00e9\"""#, #""\u00e9\"""#),
    ])
  func surrogates(text: String, mended: String) {
    #expect(
      String(decoding: replacingLoneSurrogates(in: Array(text.utf8)), as: UTF8.self) == mended)
  }
}
