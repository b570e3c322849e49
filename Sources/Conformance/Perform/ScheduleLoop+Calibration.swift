import StrictJSON
import Wire

extension ScheduleLoop {
  /// Asks a clock that can be moved what time it is, by moving it by nothing.
  ///
  /// A target that does not answer that is believed to have our time until it says another.
  mutating func readClock() async {
    guard let binding = scheduler.context.target.clock?.advance else { return }
    let asking = RunHook(name: "clock.advance", scheduler: scheduler)
    let record = await asking.ask(binding, ["seconds": 0])
    guard record.outcome == .done,
      let now = record.value?["now"]?.string.flatMap({ Instant(rfc3339: $0) })
    else { return }
    clock.learn(now, wall: scheduler.ports.now())
  }

  /// Learns the target's time from an answer that says when something was created just now.
  ///
  /// Only where the target has not said its time otherwise, and where it is further from what we
  /// believe than an exchange and a second's rounding can explain.
  mutating func calibrate(_ exchange: HTTPExchange) {
    guard !clock.isTold, let response = exchange.response, (200..<300).contains(response.status),
      let root = try? JSONDocument(parsing: response.body).root
    else { return }
    for timer in scheduler.context.contract.timers {
      guard root.node(at: timer.deadline) != nil, let text = root.node(at: timer.from)?.string,
        let created = Instant(rfc3339: text)
      else { continue }
      let wall = Instant(exchange.answeredAt)
      let gap = created - clock.time(at: wall)
      guard gap.nanoseconds.magnitude > Self.tolerance.nanoseconds.magnitude else { return }
      return clock.learn(created, wall: wall)
    }
  }

  private static let tolerance = TimeSpan.seconds(5)
}
