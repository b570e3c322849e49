/// A program to start, and what it is given.
public struct ChildCommand: Sendable, Hashable {
  /// A pipe to or from the child besides the standard ones.
  public struct ExtraPipe: Sendable, Hashable {
    /// The pipe's number in the child: 3 or more.
    public var descriptor: Int32
    /// Whether the child reads from it; otherwise the child writes to it.
    public var isInput: Bool
    /// The byte that ends each message that the child writes.
    public var delimiter: UInt8

    /// Creates a pipe.
    ///
    /// - Parameters:
    ///   - descriptor: Its number in the child.
    ///   - isInput: Whether the child reads from it.
    ///   - delimiter: The byte that ends each message, a line feed by default.
    public init(descriptor: Int32, isInput: Bool, delimiter: UInt8 = UInt8(ascii: "\n")) {
      self.descriptor = descriptor
      self.isInput = isInput
      self.delimiter = delimiter
    }
  }

  /// The program, a path or a name to look for in PATH, and its arguments.
  public var arguments: [String]
  /// Where it runs, relative program paths included; nil is the present directory.
  public var directory: String?
  /// Variables that are set besides, or instead of, those that it inherits.
  public var environment: [String: String] = [:]
  /// Whether it inherits our variables.
  public var inheritsEnvironment = true
  /// Further pipes.
  public var extraPipes: [ExtraPipe] = []
  /// The longest message that it may write, in bytes; a longer one ends the reading.
  public var messageLimit = 16 << 20

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - directory: Where it runs.
  public init(_ arguments: [String], directory: String? = nil) {
    self.arguments = arguments
    self.directory = directory
  }
}

/// How a child ended.
public enum ChildExit: Sendable, Hashable {
  /// By itself, with that code.
  case exited(Int32)
  /// By that signal.
  case signalled(Int32)
}

/// Why a child could not be started, written to or read from.
public struct ChildProcessError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of error.
  public enum Kind: Sendable, Hashable {
    /// The program could not be started.
    case cannotStart
    /// The child closed the pipe.
    case closed
    /// The time was over.
    case timedOut
    /// A message was longer than allowed.
    case messageTooLong
    /// The task was cancelled.
    case cancelled
  }

  /// What kind of error it is.
  public var kind: Kind
  /// One sentence.
  public var description: String
}
