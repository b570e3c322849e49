#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Measures `conform judge` on a trace of many events, which is written for it and removed after: the
/// attempts of four users at once, each backing out and tearing down rightly; whole attempts only, so
/// that there may be a few events more.
func trace(events: Int) -> Int32 {
  let path = FileManager.default.temporaryDirectory.path + "/conform-trace-\(getpid()).jsonl"
  defer { try? FileManager.default.removeItem(atPath: path) }
  let attempts = 4 * LongTrace.attempt.count
  let events = (events + attempts - 1) / attempts * attempts
  guard let bytes = LongTrace.write(events: events, to: path) else {
    print("\(path): it could not be written")
    return 1
  }
  print("\(events) events of \(bytes) bytes")
  return measureTool(["judge", "--contract", "odynn-connect", "--role", "app", "--trace", path])
}

private enum LongTrace {
  /// What one attempt shows, in order, with further members of its data.
  static let attempt = [
    ("user.tap", ""), ("session.received", ""),
    ("log.written", #", "text": "sync begins, attempt of the user 4711, network wifi""#),
    ("worker.created", ""), ("connect.called", ""), ("connect.returned", ""),
    ("accept.called", ""), ("teardown.began", ""), ("accept.cancelled", ""),
    ("accept.threw", #", "kind": "cancellation""#), ("worker.released", ""),
    ("close.called", ""), ("close.returned", ""),
  ]

  /// Writes the trace line by line, so that the benchmark itself stays small; gives its bytes, nil
  /// when it cannot be written.
  static func write(events: Int, to path: String) -> Int? {
    guard let file = fopen(path, "w") else { return nil }
    var bytes = 0
    func put(_ line: String) {
      fputs(line, file)
      bytes += line.utf8.count
    }
    put(#"{"format": 1, "contract": "odynn-connect", "role": "app", "source": "bench"}"# + "\n")
    var open = (0..<4).map { (session: $0, next: 0) }
    for number in 0..<events {
      let user = number % open.count
      let (event, more) = attempt[open[user].next]
      let line = #"""
        {"at": "\#(instant(7 * (number + 1)))", "event": "\#(event)", "data": {"sessionId": \#
        "ses_\#(digits(open[user].session, 12))"\#(more)}, "thread": "main"}\#n
        """#
      put(line)
      open[user].next += 1
      if open[user].next == attempt.count {
        open[user] = ((open.map(\.session).max() ?? 0) + 1, 0)
      }
    }
    return fclose(file) == 0 ? bytes : nil
  }

  /// The instant so many milliseconds into a day of July.
  private static func instant(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1000
    let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }
    return "2026-07-21T\(time.joined(separator: ":")).\(digits(milliseconds % 1000, 3))Z"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
