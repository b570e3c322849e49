import Wire

/// Threads for what blocks: started when there is work, at most so many at once, gone afterwards.
final class BlockingThreads: Sendable {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var threads = 0
  }

  private let limit: Int
  private let state = Locked(State())

  init(limit: Int) {
    self.limit = limit
  }

  /// Runs a closure on a thread where it may block, and waits for it without blocking.
  func run<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: body()) }
    }
  }

  /// Runs a closure on a thread where it may block.
  func start(_ body: @escaping @Sendable () -> Void) {
    let needsThread = state.withLock { state in
      state.work.append(body)
      guard state.threads < limit else { return false }
      state.threads += 1
      return true
    }
    guard needsThread, !startThread({ self.work() }) else { return }
    // Without a thread of its own the work is done by the threads there are, or right here.
    let isAlone = state.withLock { state in
      state.threads -= 1
      return state.threads == 0
    }
    if isAlone {
      state.withLock { $0.threads += 1 }
      work()
    }
  }

  private func work() {
    while let next = take() { next() }
  }

  private func take() -> (@Sendable () -> Void)? {
    state.withLock { state in
      if state.work.isEmpty {
        state.threads -= 1
        return nil
      }
      return state.work.removeFirst()
    }
  }
}
