import Loopback
import StrictJSON
import Wire

extension VersoServer {
  /// The state machine with a clock and a queue of webhooks around it.
  final class Shell: Sendable {
    private struct Inside {
      var state: State
      var clock: ReferenceClock
    }

    private let inside: Locked<Inside>
    private let queue = DeliveryQueue { PlainPost().post($0) }
    private let rules: Rules

    init(state: State, clock: ReferenceClock) {
      rules = state.rules
      inside = Locked(Inside(state: state, clock: clock))
    }

    /// Answers a request: the clock and the queue here, everything else by the state machine.
    func answer(_ request: HTTPRequest) -> LoopbackReply {
      switch HookCall.name(in: request) {
      case "clock.advance": rules.wire.reply(.hook(advanceClock(request)))
      case "deliveries.drain": rules.wire.reply(.hook(drain()))
      default: handle(request)
      }
    }

    /// Drops webhooks that are not under way, and gives the others a moment to arrive.
    func stop() {
      queue.clear()
      _ = queue.drain(within: .seconds(1))
    }

    private func handle(_ request: HTTPRequest) -> LoopbackReply {
      let reply = inside.withLock { inside in
        let (reply, deliveries) = inside.state.handle(request, now: inside.clock.now())
        queue.add(deliveries)
        return reply
      }
      if rules.consumption == .afterCheck { settle() }
      if rules.webhookTiming == .beforeAnswer { _ = queue.drain(within: .seconds(5)) }
      return reply
    }

    /// Uses up links a moment after they were checked, so that starts can overlap.
    private func settle() {
      guard inside.withLock({ !$0.state.unsettledLinks.isEmpty }) else { return }
      _ = Monitor(()).wait(until: .after(.milliseconds(150))) { _ -> Bool? in nil }
      inside.withLock { $0.state.settle() }
    }

    private func advanceClock(_ request: HTTPRequest) -> Result<JSON, HookRefusal> {
      do throws(HookRefusal) {
        let duration = try HookCall(name: "clock.advance", request: request).seconds("seconds")
        let now = inside.withLock { inside in
          inside.clock.advance(by: duration)
          let now = inside.clock.now()
          queue.add(inside.state.advance(to: now))
          return now
        }
        return .success(["now": .string(TimestampStyle(fractionDigits: 6).text(now))])
      } catch {
        return .failure(error)
      }
    }

    private func drain() -> Result<JSON, HookRefusal> {
      queue.drain(within: .seconds(10))
        ? .success(["pending": 0])
        : .failure(HookRefusal("webhooks are still under way after ten seconds"))
    }
  }
}
