import Conformance
import Runner
import Wire

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
  /// Why standard output takes no more; nil while it does.
  private let refusal = Locked<Int32?>(nil)

  init() {
    let environment = Environment.current
    let isPlain =
      environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
    style = TextStyle(isColoured: isatty(STDOUT_FILENO) == 1 && !isPlain)
    showsProgress = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
  }

  /// Writes to standard output, unless some of what came before could not be written: a result with
  /// a hole in it would be taken for whole.
  func write(_ text: String) {
    guard refusal.withLock({ $0 == nil }), let cause = Self.write(text, to: STDOUT_FILENO) else {
      return
    }
    refusal.withLock { $0 = cause }
  }

  func complain(_ text: String) {
    _ = Self.write(text, to: STDERR_FILENO)
  }

  /// Replaces the line of progress.
  func progress(_ text: String) {
    guard showsProgress else { return }
    complain("\r\u{1B}[2K\(text)")
  }

  /// The status to end with: of a command's own and 5 the one that comes first when something of its
  /// result is lost, and that is said; its own when all is written or its reader wanted no more.
  func status(after status: Int32) -> Int32 {
    guard let cause = refusal.withLock({ $0 }), cause != EPIPE else { return status }
    let reason = String(cString: strerror(cause)).lowercased()
    complain(
      "standard output: it could not be written: \(reason); the result there is not whole\n")
    return ExitOrder.first(of: [status, ExitStatus.harness])
  }

  /// Gives why a text could not be written whole; nil when it was.
  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        // Whoever shares the pipe has made it one that refuses to wait.
        var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&readiness, 1, -1)
      } else if count == 0 || errno != EINTR {
        return count == 0 ? EIO : errno
      }
    }
    return nil
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
