import Wire

/// A value behind a lock, whose changes tasks can wait for without blocking, and threads blocking.
final class AsyncMonitor<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    /// Waits that were cancelled before they began.
    var cancelled: Set<UInt64> = []
    var nextNumber: UInt64 = 0
  }

  private let state: Monitor<State>

  init(_ value: Value) {
    state = Monitor(State(value: value))
  }

  /// Runs a closure that alone may read and write the value, then wakes all who wait.
  func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    defer { for waiter in waiters.values { waiter.resume() } }
    return try state.withLock { state in
      swap(&waiters, &state.waiters)
      return try body(&state.value)
    }
  }

  /// Blocks the thread until a closure gives a result, or until the deadline: then nil.
  func block<R>(until deadline: MonotonicInstant, for body: (inout Value) -> R?) -> R? {
    state.wait(until: deadline) { body(&$0.value) }
  }

  /// Waits until a closure gives a result; nil when the timeout or the task's cancellation came
  /// first.
  func wait<R: Sendable>(
    timeout: Duration, for body: @escaping @Sendable (inout Value) -> R?
  ) async -> R? {
    if let result = withLock(body) { return result }
    return await withTaskGroup(of: R?.self) { group in
      group.addTask { await self.wait(for: body) }
      group.addTask {
        try? await Task.sleep(for: timeout)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  private func wait<R: Sendable>(for body: (inout Value) -> R?) async -> R? {
    while !Task.isCancelled {
      let number = state.withLock { state in
        state.nextNumber += 1
        return state.nextNumber
      }
      var result: R?
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          result = register(continuation, number, body)
        }
      } onCancel: {
        cancel(number)
      }
      state.withLock { _ = $0.cancelled.remove(number) }
      if let result { return result }
    }
    return nil
  }

  /// Lets the continuation wait, unless there is a result already or it was cancelled.
  private func register<R>(
    _ continuation: CheckedContinuation<Void, Never>, _ number: UInt64,
    _ body: (inout Value) -> R?
  ) -> R? {
    let (result, waits): (R?, Bool) = state.withLock { state in
      let wasCancelled = state.cancelled.remove(number) != nil
      let result = body(&state.value)
      guard result == nil, !wasCancelled else { return (result, false) }
      state.waiters[number] = continuation
      return (nil, true)
    }
    if !waits { continuation.resume() }
    return result
  }

  private func cancel(_ number: UInt64) {
    let waiter = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: number)
      if waiter == nil { state.cancelled.insert(number) }
      return waiter
    }
    waiter?.resume()
  }
}
