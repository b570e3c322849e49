package import Conformance
package import SDKDriving
package import StrictJSON
import Wire

/// An SDK that is driven within this process.
package final class InProcessPort: DriverPort {
  private struct State {
    var tell: @Sendable (EndEvent) -> Void = { _ in }
    var events = 0
    var calls: [Int: Task<Void, Never>] = [:]
    /// The calls that ended, by operation, the latest of each: for a second outcome.
    var ended: [String: Int] = [:]
    /// Second outcomes that were told of before the first had reached us, by operation.
    var early: Set<String> = []
    /// Counts the resets, so that what comes late is known.
    var lease = 0
    var breakage: String?
  }

  private let driver: any SDKDriver
  private let state = Monitor(State())

  /// Drives an SDK.
  package init(_ driver: any SDKDriver) {
    self.driver = driver
  }

  package var hasClock: Bool { driver.hasClock }
  package var breakage: String? { state.withLock { $0.breakage } }

  package func reset(
    backend: String, parameters: JSONObject, tell: @escaping @Sendable (EndEvent) -> Void
  ) async -> EndFailure? {
    let lease = state.withLock { state in
      state.lease += 1
      state.tell = tell
      state.events = 0
      state.calls = [:]
      state.ended = [:]
      state.early = []
      return state.lease
    }
    let driver = driver
    let sink: DriverEventSink = { [weak self] in self?.happened($0, lease) }
    let outcome = await withDeadline(DriverPatience.control) {
      do {
        try await driver.reset(backend: backend, parameters: parameters, events: sink)
        return EndFailure?.none
      } catch {
        return EndFailure("the driver could not be reset: \(error)")
      }
    }
    guard let outcome else {
      return EndFailure(fail("the driver did not answer reset within \(DriverPatience.control)"))
    }
    return outcome
  }

  package func begin(
    _ number: Int, _ operation: String, _ arguments: JSONObject,
    _ reply: @escaping @Sendable (EndReply) -> Void
  ) {
    state.withLock { state in
      let lease = state.lease
      state.calls[number] = Task { [driver, self] in
        let outcome = await driver.call(operation, arguments: arguments)
        self.state.withLock { state in
          guard state.lease == lease, state.calls.removeValue(forKey: number) != nil else { return }
          state.ended[operation] = number
          reply(.driver(.ended(outcome)))
          if state.early.remove(operation) != nil {
            state.tell(.driver(.callEndedAgain(number: number)))
          }
        }
      }
    }
  }

  package func cancel(_ number: Int, _ reply: @escaping @Sendable (EndReply) -> Void) {
    state.withLock { $0.calls[number] }?.cancel()
    reply(.driver(.done))
  }

  package func advance(_ span: TimeSpan, _ reply: @escaping @Sendable (EndReply) -> Void) {
    let driver = driver
    Task {
      let outcome: Void? = await withDeadline(DriverPatience.advance) {
        await driver.advance(seconds: span.inSeconds)
      }
      guard outcome != nil else {
        return reply(
          .broke(fail("the driver did not answer advance within \(DriverPatience.advance)")))
      }
      reply(.driver(.done))
    }
  }

  package func settle() async {
    let calls = state.withLock { state in
      state.lease += 1
      defer { state.calls = [:] }
      return Array(state.calls.values)
    }
    guard !calls.isEmpty else { return }
    calls.forEach { $0.cancel() }
    _ = await withDeadline(DriverPatience.cancelled) {
      for call in calls { await call.value }
    }
  }

  package func end() async {}

  private func happened(_ event: DriverEvent, _ lease: Int) {
    state.withLock { state in
      guard state.lease == lease else { return }
      if let operation = event.operationOfSecondOutcome {
        guard let number = state.ended[operation] else {
          state.early.insert(operation)
          return
        }
        return state.tell(.driver(.callEndedAgain(number: number)))
      }
      state.events += 1
      state.tell(.driver(.event(event, number: state.events)))
    }
  }

  /// Notes why nothing more can be done; gives the reason.
  private func fail(_ reason: String) -> String {
    state.withLock { $0.breakage = $0.breakage ?? reason }
    return reason
  }
}

/// The result of some work; nil when it is not there in time, whether or not the work can be stopped.
func withDeadline<Result: Sendable>(
  _ duration: Duration, _ work: @escaping @Sendable () async -> Result
) async -> Result? {
  let (results, found) = AsyncStream.makeStream(of: Result?.self)
  let working = Task { found.yield(await work()) }
  let waiting = Task {
    try? await sleepBesideSDKs(duration)
    found.yield(nil)
  }
  var iterator = results.makeAsyncIterator()
  let result = await iterator.next() ?? nil
  working.cancel()
  waiting.cancel()
  return result
}
