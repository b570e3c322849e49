import Testing

@testable import Conformance

@Suite("Reading a trace")
struct TraceReaderTests {
  private static let rule = #""before": ["a", "b"]"#

  /// What is wrong with a text, as `line:column: …`; nil when it can be judged.
  private func complaint(_ text: [UInt8], chunk: Int = .max) throws -> String? {
    let bench = try TraceBench(Self.rule)
    var judge = TraceJudge(context: bench.context, role: .app)
    judge.begin("t.jsonl")
    do {
      var rest = text[...]
      while !rest.isEmpty {
        try judge.take(rest.prefix(chunk))
        rest = rest.dropFirst(chunk)
      }
      try judge.end()
      return nil
    } catch {
      return error.description.replacing("t.jsonl:", with: "")
    }
  }

  @Test("refuses what is no trace of the contract and role, and says where", arguments: headers)
  func noTrace(_ text: String, _ expected: String) throws {
    let found = try complaint(Array(text.utf8))
    #expect(found?.hasPrefix(expected) == true, "\(found ?? "accepted")")
  }

  static let headers = [
    ("", "1:1: error: expected {\"format\": 1, \"contract\": \"t\""),
    ("\n", "1:1: error: expected {\"format\": 1"),
    (#"{"event": "a"}"#, "1:1: error: expected {\"format\": 1"),
    (#"[]"#, "1:1: error: expected {\"format\": 1"),
    (#"{"format": 1, "contract": "t", "role": "#, "1:40: error: expected a value"),
    (#"{"contract": "t", "role": "app"}"#, "1:1: error: expected “format” 1"),
    (
      #"{"format": 2, "contract": "t", "role": "app"}"#,
      "1:12: error: expected a trace of “format” 1"
    ),
    (#"{"format": "1", "contract": "t", "role": "app"}"#, "1:12: error: expected a trace of"),
    (
      #"{"format": 1, "contract": "u", "role": "app"}"#,
      "1:27: error: expected a trace of “contract” \"t\""
    ),
    (
      #"{"format": 1, "contract": "t", "role": "sdk"}"#,
      "1:40: error: expected a trace of “role” \"app\""
    ),
    (
      #"{"format": 1, "contract": "t", "contract": "t", "role": "app"}"#,
      "1:32: error: expected each member once"
    ),
    ("\u{FEFF}" + TraceBench.header, "1:1: error: expected a value, received a byte order mark"),
  ]

  @Test("refuses lines that are no events, and says where", arguments: lines)
  func noEvent(_ line: String, _ expected: String) throws {
    let found = try complaint(Array("\(TraceBench.header)\n{\"event\": \"a\"}\n\(line)\n".utf8))
    #expect(found?.hasPrefix(expected) == true, "\(found ?? "accepted")")
  }

  static let lines = [
    ("[]", "3:1: error: expected an object with “event”, received an array"),
    ("{}", "3:1: error: expected “event” with the event's name, received none"),
    (
      #"{"event": 7}"#, "3:11: error: expected “event” with the event's name, received the number 7"
    ),
    (#"{"event": "a","#, "3:15: error: expected a member name"),
    (#"{"event": "a"} {"event": "b"}"#, "3:16: error: expected the end of the text"),
    (#"{"event": "a", "event": "b"}"#, "3:16: error: expected each member once, received “event”"),
    (
      #"{"event": "a", "data": {"k": [{"é": 1, "\u00e9": 2}]}}"#,
      "3:40: error: expected each member once"
    ),
    ("nonsense", "3:1: error: expected a value"),
    ("\u{0}\u{0}\u{0}", "3:1: error:"),
  ]

  @Test("refuses bytes that are no UTF-8")
  func encoding() throws {
    let head = Array((TraceBench.header + "\n{\"event\": \"").utf8)
    let found = try complaint(head + [0xFF, 0x61] + Array("\"}\n".utf8))
    #expect(found?.hasPrefix("2:12: error: expected UTF-8") == true)
  }

  @Test("refuses a line without end before it fills the memory")
  func longLine() throws {
    let head = Array((TraceBench.header + "\n{\"event\": \"a\", \"data\": \"").utf8)
    let fits = head + Array(repeating: 0x61, count: TraceLines.limit - 100) + Array("\"}\n".utf8)
    #expect(try complaint(fits, chunk: 1 << 16) == nil)
    let endless = head + Array(repeating: 0x61, count: 2 * TraceLines.limit)
    #expect(
      try complaint(endless, chunk: 1 << 16)?.hasPrefix("2:1: error: expected at most") == true)
    let found = try complaint(endless + Array("\"}\n".utf8))
    #expect(found?.hasPrefix("2:1: error: expected at most") == true)
  }

  @Test("takes CR LF, empty lines, blanks, further members and a last line without line feed")
  func tolerance() throws {
    let lines = [
      #"{"source": "X", "format": 1.0, "role": "app", "contract": "t", "os": "18.2"}"#, "",
      #"  {"event": "a", "seq": 7}  "#, "\t", #"{"thread": null, "event": "b", "at": null}"#,
    ]
    for end in ["\n", "\r\n"] {
      let text = lines.joined(separator: end)
      let judged = try TraceBench(Self.rule).judged(texts: [text])
      #expect(judged.verdict == .passed)
      #expect(judged.warnings.isEmpty)
      #expect(judged.result.subjects.first?.name == "X")
    }
  }

  @Test("finds the same in a trace that comes byte by byte")
  func chunks() throws {
    let bench = try TraceBench(Self.rule)
    let text = Array(TraceBench.trace("z; b t=\"é😀\"; a", isCut: true).utf8)
    var reports: [String] = []
    for chunk in [1, 2, 7, 4096] {
      var judge = TraceJudge(context: bench.context, role: .app)
      judge.begin("t.jsonl")
      for start in stride(from: 0, to: text.count, by: chunk) {
        try judge.take(text[start..<min(start + chunk, text.count)])
      }
      try judge.end()
      let findings = judge.result(bench.suite).vectors.flatMap(\.judgement.findings)
      reports.append(findings.map { "\($0.location) \($0.message)" }.joined() + "\(judge.warnings)")
    }
    #expect(Set(reports).count == 1)
    #expect(reports[0].contains("t.jsonl:3:1 expected a before b (line 3), received a in line 4"))
  }

  @Test("leaves out a last line that is cut anywhere", arguments: [true, false])
  func cut(endsInZeros: Bool) throws {
    let last =
      #"{"at": "2026-07-21T12:00:00Z", "event": "b", "data": {"t": "é\n", "n": [1.5, true]}}"#
    let whole = Array((TraceBench.trace("a") + last).utf8)
    let start = whole.count - last.utf8.count
    for end in (start + 1)..<whole.count {
      let tail: [UInt8] = endsInZeros ? [0, 0, 0] : []
      let bench = try TraceBench(Self.rule)
      var judge = TraceJudge(context: bench.context, role: .app)
      try judge.judge(Array(whole[..<end]) + tail, path: "t.jsonl")
      #expect(judge.warnings.count == 1, "\(end - start) bytes")
      #expect(judge.result(bench.suite).clauses.first?.verdict == .untested)
    }
    #expect(try complaint(whole) == nil)
  }

  @Test(
    "does not take nonsense for a cut line",
    arguments: ["nonsense", "{\"event\" \"b\"}", "{}x", "7"])
  func nonsense(_ last: String) throws {
    #expect(try complaint(Array((TraceBench.trace("a") + last).utf8))?.hasPrefix("3:") == true)
  }
}
