import Wire

/// The time that an SDK lives in while it is driven: it stands still until it is advanced.
///
/// An SDK that takes its sleeping from outside, such as a `sleep: (Duration) async throws -> Void`,
/// is given that of this clock, and its driver says `hasClock`: then an hour's login window passes
/// in milliseconds. The clock knows how much of the SDK is at work, so that an advance ends when all
/// that fell due is done; a driver does its calls within `working`.
///
/// ```swift
/// let clock = StandingClock()
/// let sdk = Greeter(sleep: { try await clock.sleep($0) })
/// let text = await clock.working { await sdk.greet() }
/// ```
public final class StandingClock: Sendable {
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

  /// Creates a clock that stands at zero.
  public init() {}

  /// How far the time was advanced.
  public var now: Duration { state.withLock { $0.now } }
}

// MARK: - The SDK's work

extension StandingClock {
  /// Does something that counts as work of the SDK.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller, on which the body runs; nil for none.
  ///   - body: What is done.
  /// - Returns: What it gives.
  /// - Throws: What it throws.
  public func working<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    state.withLock { $0.busy += 1 }
    defer { state.withLock { $0.busy -= 1 } }
    return try await body()
  }

  /// Starts a task that counts as work of the SDK from now on.
  ///
  /// - Parameter body: What is done.
  /// - Returns: The task.
  @discardableResult
  public func work(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    state.withLock { $0.busy += 1 }
    return Task {
      await body()
      self.state.withLock { $0.busy -= 1 }
    }
  }

  /// Notes that work goes on, such as when an answer has come.
  public func noteProgress() {
    state.withLock { $0.changes += 1 }
  }

  /// Waits within work for something outside of the SDK, which must not hold an advance up.
  ///
  /// - Parameter body: What waits.
  /// - Returns: What it gives.
  /// - Throws: What it throws.
  public func resting<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    state.withLock { $0.busy -= 1 }
    defer { state.withLock { $0.busy += 1 } }
    return try await body()
  }

  /// Sleeps within work, in the time of this clock.
  ///
  /// - Parameter duration: How long, from now on.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(_ duration: Duration) async throws(CancellationError) {
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
}

// MARK: - Advancing

extension StandingClock {
  /// Moves the time on and runs all that falls due, in its order, each to its rest.
  ///
  /// - Parameter duration: How far; zero waits until the SDK rests.
  public func advance(by duration: Duration) async {
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
  ///
  /// Work that does not go on is looked at so many times, about 0.4 s in all; counted in looks and
  /// not in time, so that on a busy machine the SDK gets longer just as we do.
  private func rest() async {
    var seen = -1
    var looks = 0
    while true {
      let (busy, changes) = state.withLock { ($0.busy, $0.changes) }
      if busy <= 0 { return }
      if changes != seen {
        seen = changes
        looks = 0
      }
      looks += 1
      switch looks {
      case ...50: await Task.yield()
      case ...150: try? await Task.sleep(for: .microseconds(500))
      case ...220: try? await Task.sleep(for: .milliseconds(5))
      default: return
      }
    }
  }
}
