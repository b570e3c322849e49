import Conformance
import Runner

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the tool writes: results to standard output, complaints and progress to standard error.
struct Output: Sendable {
  /// How results are coloured: not when NO_COLOR is set, nor when they do not go to a terminal.
  let style: TextStyle
  /// Whether progress is shown while something runs.
  let showsProgress: Bool

  init() {
    let environment = Environment.current
    let isPlain =
      environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
    style = TextStyle(isColoured: isatty(STDOUT_FILENO) == 1 && !isPlain)
    showsProgress = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
  }

  func write(_ text: String) {
    Self.write(text, to: STDOUT_FILENO)
  }

  func complain(_ text: String) {
    Self.write(text, to: STDERR_FILENO)
  }

  /// Replaces the line of progress.
  func progress(_ text: String) {
    guard showsProgress else { return }
    Self.write("\r\u{1B}[2K\(text)", to: STDERR_FILENO)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else {
        guard count < 0, errno == EINTR else { return }
        continue
      }
      rest = rest.dropFirst(count)
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
