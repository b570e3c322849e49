import CSpawn
import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A child's life from its start to its end, shared by its threads and its owner.
final class ChildLife: Sendable {
  private struct State {
    var exit: ChildExit?
    /// The pipes that are still read, standard error included.
    var readers = 0
    var errors = ByteTail(limit: 64 << 10)
    /// The writing end of the pipe whose end stops the readers; -1 once it is closed.
    var stop: Int32
  }

  let identifier: Int32
  private let state: AsyncMonitor<State>

  /// Takes over the writing end of the stop pipe.
  init(identifier: Int32, stop: Int32) {
    self.identifier = identifier
    state = AsyncMonitor(State(stop: stop))
  }

  var exit: ChildExit? { state.withLock { $0.exit } }
  var errorTail: [UInt8] { state.withLock { $0.errors.bytes } }

  /// Sends a signal to the group, unless the child has been reaped and its number may be another's.
  func signal(_ signal: Int32) {
    state.withLock { state in
      if state.exit == nil { _ = kill(-identifier, signal) }
    }
  }

  func waitForExit(timeout: Duration) async -> ChildExit? {
    await state.wait(timeout: timeout) { $0.exit }
  }

  /// Waits until everything that the child wrote was read.
  func waitForOutput(timeout: Duration) async {
    _ = await state.wait(timeout: timeout) { $0.readers == 0 ? true : nil }
  }

  @discardableResult
  func terminate(grace: Duration) async -> ChildExit? {
    signal(SIGTERM)
    if let exit = await waitForExit(timeout: grace) { return exit }
    signal(SIGKILL)
    // Not this task's wait: a cancelled task must not leave a zombie behind unseen.
    return await Task.detached { await self.waitForExit(timeout: .seconds(5)) }.value
  }

  func addError(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { $0.errors.add(bytes) }
  }

  func readerStarted() {
    state.withLock { $0.readers += 1 }
  }

  func readerEnded() {
    state.withLock { $0.readers -= 1 }
  }

  /// Waits for the child's end, kills what it left behind, and reaps it; blocks.
  func reap() {
    _ = cspawn_wait(identifier)
    state.withLock { state in
      // The zombie keeps the group's number from being given to another.
      _ = kill(-identifier, SIGKILL)
      var code: Int32 = -1
      var signal: Int32 = 0
      _ = cspawn_reap(identifier, &code, &signal)
      state.exit = signal == 0 ? .exited(code) : .signalled(signal)
      _ = close(state.stop)
      state.stop = -1
    }
  }
}
