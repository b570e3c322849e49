import Wire

/// What came of a program that was run to its end.
public struct ChildResult: Sendable, Hashable {
  /// How it ended; nil when it was ended because the time was over.
  public var exit: ChildExit?
  /// The beginning of its standard output, up to the cap.
  public var output: [UInt8]
  /// The bytes of its standard output, those beyond the cap included.
  public var outputLength: Int
  /// The last 64 KiB of its standard error.
  public var errorTail: [UInt8]

  /// Whether the time was over, or the task cancelled, before it ended.
  public var timedOut: Bool { exit == nil }
}

extension ChildProcess {
  /// Runs a program to its end.
  ///
  /// When the time is over or the task is cancelled, the program and its group are ended.
  ///
  /// - Parameters:
  ///   - command: The program and what it is given.
  ///   - input: What it reads from its standard input; not reading it is no error.
  ///   - timeout: How long it may run.
  ///   - outputCap: The bytes of standard output to keep.
  /// - Returns: What came of it.
  /// - Throws: An error when it cannot be started.
  public static func run(
    _ command: ChildCommand, input: [UInt8] = [], timeout: Duration, outputCap: Int = 1 << 20
  ) async throws(ChildProcessError) -> ChildResult {
    let output = Locked((kept: [UInt8](), length: 0))
    let child = try StartedChild(
      command,
      output: { bytes, _ in
        output.withLock { output in
          output.length += bytes.count
          output.kept.append(contentsOf: bytes.prefix(max(0, outputCap - output.kept.count)))
        }
        return true
      }, end: {})
    let writing = Task {
      try? await child.input.write(input, timeout: timeout)
      child.input.finish()
    }
    let exit = await child.life.waitForExit(timeout: timeout)
    if exit == nil { await child.life.terminate(grace: .milliseconds(200)) }
    await writing.value
    await child.life.waitForOutput(timeout: .seconds(2))
    let (kept, length) = output.withLock { $0 }
    return ChildResult(
      exit: exit, output: kept, outputLength: length, errorTail: child.life.errorTail)
  }
}
