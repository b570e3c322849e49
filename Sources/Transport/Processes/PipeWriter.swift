import CSpawn
import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Our end of a pipe from which a child reads.
public final class PipeWriter: Sendable {
  private struct State {
    /// The writes that did not fit at once.
    var waiting = 0
    /// Whether no more is to be written.
    var isClosing = false
    var isClosed = false
  }

  private let descriptor: Int32
  private let state = Locked(State())
  /// One thread: later writes come after earlier ones.
  private let threads = BlockingThreads(limit: 1)

  /// Takes over a descriptor that does not block.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    if !state.withLock({ $0.isClosed }) { _ = close(descriptor) }
  }

  /// Writes all bytes; writes of several tasks do not mix.
  ///
  /// After an error the pipe is closed, because a part may have been written.
  ///
  /// - Parameters:
  ///   - bytes: What to write.
  ///   - timeout: How long the child may leave it unread.
  /// - Throws: An error when the child closed its end or the time is over.
  public func write(_ bytes: [UInt8], timeout: Duration) async throws(ChildProcessError) {
    let deadline = MonotonicInstant.after(timeout)
    let begun: Result<Int, ChildProcessError> = state.withLock { state in
      if state.isClosing { return .failure(.closedPipe) }
      let written = state.waiting > 0 ? 0 : writeWhatFits(bytes[...])
      if written == bytes.count { return .success(written) }
      guard written >= 0 else { return .failure(.closedPipe) }
      state.waiting += 1
      return .success(written)
    }
    do {
      let written = try begun.get()
      guard written < bytes.count else { return }
      let result = await threads.run { self.writeRest(bytes[written...], until: deadline) }
      try result.get()
    } catch {
      finish()
      throw error
    }
  }

  /// Closes the pipe once all is written; the child then reads the end of the stream.
  public func finish() {
    state.withLock { state in
      state.isClosing = true
      closeIfDone(&state)
    }
  }

  private func closeIfDone(_ state: inout State) {
    guard state.isClosing, state.waiting == 0, !state.isClosed else { return }
    state.isClosed = true
    _ = close(descriptor)
  }

  /// Writes until the pipe is full; less than 0 when it is broken.
  private func writeWhatFits(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
        let count = cspawn_write(descriptor, rest.baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        if count < 0 { return errno == EAGAIN ? written : -1 }
        written += count
      }
      return written
    }
  }

  private func writeRest(
    _ bytes: ArraySlice<UInt8>, until deadline: MonotonicInstant
  ) -> Result<Void, ChildProcessError> {
    defer {
      state.withLock { state in
        state.waiting -= 1
        closeIfDone(&state)
      }
    }
    var rest = bytes
    while true {
      let written = writeWhatFits(rest)
      if written < 0 { return .failure(.closedPipe) }
      rest = rest.dropFirst(written)
      if rest.isEmpty { return .success(()) }
      guard deadline.nanosecondsLeft > 0 else { return .failure(.unreadPipe) }
      var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&entry, 1, deadline.millisecondsLeft)
    }
  }
}

extension ChildProcessError {
  fileprivate static let closedPipe = ChildProcessError(
    kind: .closed, description: "expected the child to read, received the end of the pipe")
  fileprivate static let unreadPipe = ChildProcessError(
    kind: .timedOut, description: "expected the child to read, the pipe stayed full")
}
