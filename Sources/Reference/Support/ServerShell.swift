import Loopback
import StrictJSON
import Wire

/// The behaviour of a reference server: a state machine that is told the time.
protocol ServerState: Sendable {
  /// How its answers are spelled and framed.
  var wire: [WireVariant] { get }
  /// Whether webhooks are delivered before the request that causes them is answered.
  var deliversBeforeAnswer: Bool { get }
  /// Whether something that a request checked is to be written down only a moment later, so that
  /// requests can overlap.
  var isUnsettled: Bool { get }

  /// Answers a request, and says which webhooks it causes.
  mutating func handle(_ request: HTTPRequest, now: WireInstant) -> (LoopbackReply, [Delivery])
  /// Lets time pass, and says which webhooks that causes.
  mutating func advance(to now: WireInstant) -> [Delivery]
  /// Whether a webhook whose time has come is still to be sent.
  func sends(_ delivery: Delivery) -> Bool
  /// Writes down what was checked.
  mutating func settle()
}

extension ServerState {
  func sends(_ delivery: Delivery) -> Bool { true }
}

/// A state machine with a clock, a queue of webhooks and a socket around it.
final class ServerShell<State: ServerState>: Sendable {
  private struct Inside {
    var state: State
    var clock: ReferenceClock
  }

  private let inside: Locked<Inside>
  private let queue: DeliveryQueue
  private let wire: [WireVariant]
  private let deliversBeforeAnswer: Bool

  init(state: State, clock: ReferenceClock) {
    wire = state.wire
    deliversBeforeAnswer = state.deliversBeforeAnswer
    let inside = Locked(Inside(state: state, clock: clock))
    self.inside = inside
    queue = DeliveryQueue { delivery in
      guard inside.withLock({ $0.state.sends(delivery) }) else { return }
      PlainPost().post(delivery)
    }
  }

  /// Listens on loopback until it is stopped.
  ///
  /// - Parameters:
  ///   - port: The port to listen at; 0 takes a free one.
  ///   - target: Makes the target file for the address that the server got.
  /// - Returns: The running server.
  /// - Throws: `LoopbackError` when the port is not to be had.
  func listen(port: UInt16, target: (_ baseURL: String) -> JSON) throws -> RunningServer {
    let server = try LoopbackServer(port: port) { request, _ in self.answer(request) }
    return RunningServer(baseURL: server.baseURL, targetFile: target(server.baseURL)) {
      server.stop()
      self.stop()
    }
  }

  /// Drops webhooks that are not under way, and gives the others a moment to arrive.
  private func stop() {
    queue.clear()
    _ = queue.drain(within: .seconds(1))
  }

  /// Answers a request: the clock and the queue here, everything else by the state machine.
  private func answer(_ request: HTTPRequest) -> LoopbackReply {
    switch HookCall.name(in: request) {
    case "clock.advance": wire.reply(.hook(advanceClock(request)))
    case "deliveries.drain": wire.reply(.hook(drain()))
    default: handle(request)
    }
  }

  private func handle(_ request: HTTPRequest) -> LoopbackReply {
    let (reply, isUnsettled) = inside.withLock { inside in
      let (reply, deliveries) = inside.state.handle(request, now: inside.clock.now())
      queue.add(deliveries)
      return (reply, inside.state.isUnsettled)
    }
    if isUnsettled {
      _ = Monitor(()).wait(until: .after(.milliseconds(150))) { _ -> Bool? in nil }
      inside.withLock { $0.state.settle() }
    }
    if deliversBeforeAnswer { _ = queue.drain(within: .seconds(5)) }
    return reply
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

/// A reference server that listens on loopback.
struct RunningServer: Sendable {
  /// Where its routes are: `http://127.0.0.1:PORT`.
  var baseURL: String
  /// A target file that points every hook and the clock at it.
  var targetFile: JSON
  /// Shuts it down.
  var stop: @Sendable () -> Void
}
