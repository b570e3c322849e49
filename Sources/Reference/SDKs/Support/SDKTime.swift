import Wire

/// The time that an SDK lives in: it stands still until it is advanced.
///
/// It knows how much of the SDK is at work, so that an advance ends when all that fell due is done.
final class SDKTime: Sendable {
  private struct State {
    var now = Duration.zero
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    /// Those that were cancelled before they could fall asleep.
    var cancelled: Set<Int> = []
    var busy = 0 { didSet { changes += 1 } }
    /// Counts what happened, so that work which goes on is told from work that waits.
    var changes = 0
  }

  private struct Sleeper {
    var until: Duration
    var wake: CheckedContinuation<Bool, Never>
  }

  private let state = Locked(State())

  /// How long an advance waits, in real time, for work that neither comes to rest nor goes on.
  private static let patience = Duration.milliseconds(400)

  /// How far the time was advanced.
  var now: Duration { state.withLock { $0.now } }

  /// Does something that counts as work of the SDK.
  func working<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    state.withLock { $0.busy += 1 }
    defer { state.withLock { $0.busy -= 1 } }
    return try await body()
  }

  /// Starts a task that counts as work of the SDK from now on.
  @discardableResult
  func work(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    state.withLock { $0.busy += 1 }
    return Task {
      await body()
      self.state.withLock { $0.busy -= 1 }
    }
  }

  /// Notes that work goes on, such as when an answer has come.
  func noteProgress() {
    state.withLock { $0.changes += 1 }
  }

  /// Sleeps within work; throws when the task is cancelled.
  func sleep(_ duration: Duration) async throws(CancellationError) {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let slept = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          guard state.cancelled.remove(id) == nil else { return true }
          state.sleepers[id] = Sleeper(until: state.now + duration, wake: continuation)
          state.busy -= 1
          return false
        }
        if isCancelled { continuation.resume(returning: false) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: id)
        if sleeper == nil { state.cancelled.insert(id) } else { state.busy += 1 }
        return sleeper
      }
      sleeper?.wake.resume(returning: false)
    }
    if !slept { throw CancellationError() }
  }

  /// Waits for something outside of the SDK, which must not hold an advance up.
  func resting<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    state.withLock { $0.busy -= 1 }
    defer { state.withLock { $0.busy += 1 } }
    return try await body()
  }

  /// Moves the time on and runs all that falls due, in its order, each to its rest.
  func advance(by duration: Duration) async {
    let end = state.withLock { $0.now + duration }
    await rest()
    while let sleeper = wakeNext(until: end) {
      sleeper.resume(returning: true)
      await rest()
    }
    state.withLock { $0.now = max($0.now, end) }
  }

  private func wakeNext(until end: Duration) -> CheckedContinuation<Bool, Never>? {
    state.withLock { state in
      let next = state.sleepers.min { ($0.value.until, $0.key) < ($1.value.until, $1.key) }
      guard let next, next.value.until <= end else { return nil }
      state.now = max(state.now, next.value.until)
      state.busy += 1
      return state.sleepers.removeValue(forKey: next.key)?.wake
    }
  }

  /// Waits until no work goes on, though not for ever: what waits for a slow answer is left to it.
  private func rest() async {
    var seen = -1
    var deadline = ContinuousClock.now
    var rounds = 0
    while true {
      let (busy, changes) = state.withLock { ($0.busy, $0.changes) }
      if busy <= 0 { return }
      if changes != seen {
        seen = changes
        deadline = .now + Self.patience
      }
      guard ContinuousClock.now < deadline else { return }
      rounds += 1
      if rounds < 50 {
        await Task.yield()
      } else {
        try? await Task.sleep(for: .microseconds(500))
      }
    }
  }
}
