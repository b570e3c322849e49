import CSpawn
import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that runs as a child, in a process group of its own.
///
/// When it ends, whatever is left of its group is killed. When the last reference to it is gone, it
/// is killed too.
public final class ChildProcess: Sendable {
  /// The process number, also that of its group.
  public let identifier: Int32
  /// What the child reads from its standard input.
  public let input: PipeWriter
  /// The lines that the child writes to its standard output.
  public let output: PipeReader
  /// Extra pipes from which the child reads, by their number in it.
  public let extraInputs: [Int32: PipeWriter]
  /// Extra pipes to which the child writes, by their number in it.
  public let extraOutputs: [Int32: PipeReader]
  private let life: ChildLife

  /// Starts a program.
  ///
  /// - Parameter command: The program and what it is given.
  /// - Throws: An error when it cannot be started.
  public init(_ command: ChildCommand) throws(ChildProcessError) {
    let output = PipeReader(delimiter: UInt8(ascii: "\n"), limit: command.messageLimit)
    let started = try StartedChild(command, output: output.take, end: output.end)
    self.output = output
    identifier = started.life.identifier
    input = started.input
    extraInputs = started.extraInputs
    extraOutputs = started.extraOutputs
    life = started.life
  }

  deinit {
    life.signal(SIGKILL)
  }

  /// The last 64 KiB that the child wrote to its standard error.
  public var errorTail: [UInt8] { life.errorTail }

  /// How the child ended; nil while it runs.
  public var exit: ChildExit? { life.exit }

  /// Waits for the child's end.
  ///
  /// - Parameter timeout: How long to wait.
  /// - Returns: How it ended; nil when the time was over or the task was cancelled.
  public func waitForExit(timeout: Duration) async -> ChildExit? {
    await life.waitForExit(timeout: timeout)
  }

  /// Waits for the child's end, and until the last of what it wrote has been read.
  ///
  /// - Parameter timeout: How long to wait for either.
  /// - Returns: How it ended; nil when the time was over or the task was cancelled.
  public func waitForLastWords(timeout: Duration) async -> ChildExit? {
    guard let exit = await life.waitForExit(timeout: timeout) else { return nil }
    await life.waitForOutput(timeout: timeout)
    return exit
  }

  /// Ends the child and its group: SIGTERM, and SIGKILL for what is left after a while.
  ///
  /// - Parameter grace: How long the child has to end by itself.
  /// - Returns: How it ended; nil when even SIGKILL had no effect within five seconds.
  @discardableResult
  public func terminate(grace: Duration) async -> ChildExit? {
    await life.terminate(grace: grace)
  }
}
