import Wire

/// Sends deliveries one after another, in the order in which they were added, on a thread of its
/// own.
///
/// A delivery is tried once; whatever the receiver answers, the next one follows. The thread lives
/// while there is something to send.
final class DeliveryQueue: Sendable {
  private struct Inside {
    var waiting: [(due: MonotonicInstant, delivery: Delivery)] = []
    var isWorking = false
  }

  private let inside = Monitor(Inside())
  private let post: @Sendable (Delivery) -> Void

  /// Creates a queue that sends by `post`, which blocks until the receiver has answered.
  init(post: @escaping @Sendable (Delivery) -> Void) {
    self.post = post
  }

  /// Adds deliveries at the end; returns at once.
  func add(_ deliveries: [Delivery]) {
    guard !deliveries.isEmpty else { return }
    let entries = deliveries.map { (due: MonotonicInstant.after($0.delay), delivery: $0) }
    let needsThread = inside.withLock { inside in
      inside.waiting += entries
      defer { inside.isWorking = true }
      return !inside.isWorking
    }
    if needsThread, !startThread({ self.work() }) { forget() }
  }

  /// Waits until everything that was added is sent, and tells whether that came true in time.
  func drain(within limit: Duration) -> Bool {
    inside.wait(until: .after(limit)) { $0.isWorking ? nil : true } ?? false
  }

  /// Drops what is not yet being sent.
  func clear() {
    inside.withLock { $0.waiting = [] }
  }

  private func work() {
    while let (due, delivery) = next() {
      inside.pause(until: due)
      post(delivery)
    }
  }

  private func next() -> (due: MonotonicInstant, delivery: Delivery)? {
    inside.withLock { inside in
      guard !inside.waiting.isEmpty else {
        inside.isWorking = false
        return nil
      }
      return inside.waiting.removeFirst()
    }
  }

  private func forget() {
    inside.withLock { $0 = Inside() }
  }
}

extension Monitor {
  /// Blocks the thread until the deadline, whatever changes meanwhile.
  fileprivate func pause(until deadline: MonotonicInstant) {
    _ = wait(until: deadline) { _ -> Bool? in nil }
  }
}
