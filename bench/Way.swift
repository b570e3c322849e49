#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One way of sending requests; to measure another, add it to `all`.
struct Way: Sendable {
  var name: String
  /// Sends a load and returns how many of its requests succeeded.
  var run: @Sendable (Load) async -> Int

  /// The ways in the order in which they take turns; the first is what the others are compared to.
  static let all = [
    Way(name: "bare libcurl", run: runBareLoop),
    Way(name: "client", run: runClientLoop),
    Way(name: "replay", run: runReplayLoop),
  ]
}

/// What one round of one way took.
struct Measurement: Sendable {
  /// Requests a second.
  var rate: Double
  /// Processor time of this process for a request, in microseconds.
  var processorTime: Double

  /// Measures one round; nil when a request failed.
  static func of(_ way: Way, _ load: Load) async -> Measurement? {
    let before = processorSeconds()
    let clock = ContinuousClock()
    let start = clock.now
    let succeeded = await way.run(load)
    let seconds = (clock.now - start) / .seconds(1)
    guard succeeded == load.requests else { return nil }
    return Measurement(
      rate: Double(load.requests) / seconds,
      processorTime: (processorSeconds() - before) / Double(load.requests) * 1e6)
  }

  /// The measurement in the middle by its rate.
  static func median(_ measurements: [Measurement]) -> Measurement {
    measurements.sorted { $0.rate < $1.rate }[measurements.count / 2]
  }
}

private func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
