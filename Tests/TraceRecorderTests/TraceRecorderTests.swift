import Foundation
import StrictJSON
import Testing

@testable import TraceRecorder

@Suite("A trace recorder")
struct TraceRecorderTests {
  @Test("begins with a line that names contract and app, and writes an event as one line")
  func lines() {
    let trace = Trace()
    let recorder = trace.recorder()
    recorder.record("launch.called", ["userID": "u-1", "employee": true, "count": 2, "x": .null])
    recorder.record("exit.called", at: 1_784_635_201_500, thread: "main")
    #expect(
      trace.lines == [
        #"{"format": 1, "contract": "cheggout-sdk", "role": "app", "source": "Shop 1.0"}"#,
        #"{"at": "2026-07-21T12:00:00.007Z", "event": "launch.called", "data": {"userID": "u-1", "#
          + #""employee": true, "count": 2, "x": null}, "thread": "background"}"#,
        #"{"at": "2026-07-21T12:00:01.500Z", "event": "exit.called", "data": {}, "thread": "main"}"#,
      ])
  }

  @Test(
    "keeps any text on its line and readable again",
    arguments: ["a\"b\\c", "line\nbreak\r\n\t", "\u{0}\u{1f}\u{7f}", "e\u{301}\u{1F600}\u{2028}"])
  func texts(_ text: String) throws {
    let trace = Trace()
    trace.recorder().record("log.written", ["text": .text(text), "all": .list([.text(text)])])
    try #require(trace.lines.count == 2)
    let event = try JSON(parsing: trace.lines[1])
    #expect(event["data"]?["text"]?.string?.isSameText(as: text) == true)
    #expect(event["data"]?["all"]?[0]?.string?.isSameText(as: text) == true)
  }

  @Test("writes a hash for a secret wherever a text holds it, and the same hash each time")
  func secrets() throws {
    let trace = Trace()
    let recorder = trace.recorder()
    recorder.hide("")
    recorder.hide("ses_abc", keeping: "ses_")
    recorder.hide("ses_abcdef", keeping: "ses_")
    recorder.record("session.received", ["sessionId": "ses_abc"])
    recorder.record("log.written", ["text": "got ses_abc, not ses_abcdef"])
    recorder.record("storage.written", ["text": .list([.object([("id", "ses_abc")])])])
    let data = try trace.lines.dropFirst().map { try JSON(parsing: $0)["data"] }
    let mask = try #require(data[0]?["sessionId"]?.string)
    #expect(mask.hasPrefix("ses_") && mask.count == 20)
    let log = try #require(data[1]?["text"]?.string)
    #expect(log.hasPrefix("got \(mask), not ses_") && log.utf8.count == 50)
    #expect(data[2]?["text"]?[0]?["id"]?.string == mask)
    #expect(!trace.lines.joined().contains("abc"))
  }

  @Test("says how many lines were not kept")
  func lostLines() {
    let recorder = TraceRecorder(contract: "c", source: "s", hash: { $0 }, write: { _ in false })
    recorder.record("user.tap")
    #expect(recorder.lostLines == 2)
  }

  @Test("keeps lines whole that come from many tasks at once")
  func manyTasks() async throws {
    let trace = Trace()
    let recorder = trace.recorder()
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<100 {
            recorder.record("tick", ["task": .number(task), "number": .number(number)])
          }
        }
      }
    }
    let events = try trace.lines.dropFirst().map { try JSON(parsing: $0) }
    #expect(events.count == 800)
    for task in 0..<8 {
      let mine = events.filter { $0["data"]?["task"]?.number?.int == task }
      #expect(mine.map { $0["data"]?["number"]?.number?.int } == Array(0..<100))
    }
  }

  @Test("tells the main thread from others")
  @MainActor func mainThread() {
    let trace = Trace()
    let thread = Thread.isMainThread ? "main" : "background"
    trace.recorder().record("screen.dismissed")
    #expect(trace.lines.last?.hasSuffix(#""thread": "\#(thread)"}"#) == true)
  }

  @Test("has every line in the file when the app crashes")
  func crash() async throws {
    let path = NSTemporaryDirectory() + "trace-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let recorder = TraceRecorder(path: path, contract: "c", source: "s") { $0 }
      recorder?.record("launch.called")
      recorder?.record("exit.called")
      abort()
    }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.last?.contains(#""event": "exit.called""#) == true)
  }

  @Test("is nil where no file can be opened")
  func noFile() {
    #expect(TraceRecorder(path: "/no/such/folder/t", contract: "c", source: "s") { $0 } == nil)
  }
}

/// The lines that a recorder wrote.
private final class Trace: @unchecked Sendable {
  private let lock = Lock()
  private var kept: [String] = []

  var lines: [String] { lock.withLock { kept } }

  func recorder() -> TraceRecorder {
    TraceRecorder(
      contract: "cheggout-sdk", source: "Shop 1.0", hash: sixteenDigits,
      clock: { 1_784_635_200_007 },
      write: { line in
        self.lock.withLock { self.kept.append(String(decoding: line.dropLast(), as: UTF8.self)) }
        return line.last == 0x0A
      })
  }
}

/// FNV-1a, which is enough of a hash for a test.
@Sendable private func sixteenDigits(_ text: String) -> String {
  let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
    ($0 ^ UInt64($1)) &* 0x100_0000_01B3
  }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
