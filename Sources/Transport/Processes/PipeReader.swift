import CSpawn
import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Our end of a pipe into which a child writes messages, each ended by a delimiter.
public final class PipeReader: Sendable {
  private let messages: AsyncMonitor<MessageSplitter>

  init(delimiter: UInt8, limit: Int) {
    messages = AsyncMonitor(MessageSplitter(delimiter: delimiter, limit: limit))
  }

  /// Waits for the next message.
  ///
  /// What follows the last delimiter at the end of the stream is a message too.
  ///
  /// - Parameter timeout: How long to wait.
  /// - Returns: The bytes before the delimiter; nil at the end of the stream.
  /// - Throws: An error when the time is over, the task is cancelled or a message is too long.
  public func next(timeout: Duration) async throws(ChildProcessError) -> [UInt8]? {
    let step = await messages.wait(timeout: timeout) { $0.next() }
    switch step {
    case .message(let bytes): return bytes
    case .end: return nil
    case .tooLong(let limit):
      throw ChildProcessError(
        kind: .messageTooLong, description: "expected messages of at most \(limit) bytes")
    case nil where Task.isCancelled:
      throw ChildProcessError(kind: .cancelled, description: "the task was cancelled")
    case nil:
      throw ChildProcessError(
        kind: .timedOut, description: "expected a message of the child within \(timeout)")
    }
  }

  /// Takes bytes in, waiting while nobody reads messages; false when no more are wanted.
  func take(_ bytes: UnsafeRawBufferPointer, _ source: PipeSource) -> Bool {
    while true {
      let isRoom = messages.block(until: .after(.seconds(1))) { $0.hasRoom ? true : nil }
      if isRoom == true { return messages.withLock { $0.add(bytes) } }
      // Nobody waits for the pipe any more: what is left in it is taken as long as it is little.
      if source.isCancelled { return messages.withLock { $0.hasSpareRoom && $0.add(bytes) } }
    }
  }

  func end() {
    messages.withLock { $0.end() }
  }
}

/// Splits a stream at a delimiter and holds the messages that nobody took yet; pure.
struct MessageSplitter: Sendable {
  enum Step: Sendable, Equatable {
    case message([UInt8])
    case end
    case tooLong(limit: Int)
  }

  private let delimiter: UInt8
  private let limit: Int
  private var ready: [[UInt8]] = []
  private var taken = 0
  private var readyBytes = 0
  private var begun: [UInt8] = []
  private var isTooLong = false
  private var hasEnded = false

  init(delimiter: UInt8, limit: Int) {
    self.delimiter = delimiter
    self.limit = limit
  }

  /// Whether so little waits to be taken that more may come.
  var hasRoom: Bool { readyBytes < 1 << 20 }

  /// Whether what a child left behind still fits.
  var hasSpareRoom: Bool { readyBytes < 4 << 20 }

  /// Adds bytes; false when a message grew too long, after which nothing is added.
  mutating func add(_ bytes: some Collection<UInt8>) -> Bool {
    var rest = bytes[...]
    while !isTooLong, let place = rest.firstIndex(of: delimiter) {
      begun.append(contentsOf: rest[..<place])
      finishMessage()
      rest = rest[rest.index(after: place)...]
    }
    begun.append(contentsOf: rest)
    isTooLong = isTooLong || begun.count > limit
    return !isTooLong
  }

  mutating func end() {
    if !begun.isEmpty && !isTooLong { finishMessage() }
    hasEnded = true
  }

  private mutating func finishMessage() {
    guard begun.count <= limit else {
      isTooLong = true
      return
    }
    ready.append(begun)
    readyBytes += begun.count + 1
    begun = []
  }

  /// Takes the next message out; nil while it has not come.
  mutating func next() -> Step? {
    guard taken < ready.count else {
      if isTooLong { return .tooLong(limit: limit) }
      return hasEnded ? .end : nil
    }
    let message = ready[taken]
    taken += 1
    readyBytes -= message.count + 1
    if taken == ready.count || taken > 1024 {
      ready.removeFirst(taken)
      taken = 0
    }
    return .message(message)
  }
}
