import Wire

/// A place where threads wait, ten seconds at most, until so many have come.
final class Gate: Sendable {
  private let count: Int
  private let monitor = Monitor((arrived: 0, waiters: [CheckedContinuation<Void, Never>]()))

  init(_ count: Int) {
    self.count = count
  }

  var hasOpened: Bool { monitor.withLock { $0.arrived >= count } }

  func arriveAndWait() {
    let waiters = monitor.withLock { state in
      state.arrived += 1
      guard state.arrived >= count else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
    _ = monitor.wait(until: .after(.seconds(10))) { $0.arrived >= count ? true : nil }
  }

  /// Waits without blocking until enough have come.
  func opened() async {
    await withCheckedContinuation { continuation in
      let isOpen = monitor.withLock { state in
        if state.arrived < count { state.waiters.append(continuation) }
        return state.arrived >= count
      }
      if isOpen { continuation.resume() }
    }
  }
}
