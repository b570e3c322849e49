import Conformance
import Loopback
import StrictJSON
import Wire

/// Plays the server that the SDK under test talks to: the routes of one vector, and a log.
final class BackendServer: Sendable {
  private struct State {
    var routes = ServedRoutes()
    var requests = 0
    /// The requests whose answers are held back.
    var held: Set<Int> = []
    var isClosed = false
  }

  private let state: Monitor<State>
  private let server: LoopbackServer

  /// Where it listens: below the ports that systems give out by themselves, since one of those may
  /// have been somebody's inbox a moment ago, to which messages are still under way.
  private static let ports: ClosedRange<UInt16> = 20_000...31_999

  /// Listens at a free port; tells of every request and of every answer about to be sent.
  init(tell: @escaping @Sendable (EndEvent) -> Void) throws(LoopbackError) {
    let state = Monitor(State())
    self.state = state
    server = try Self.listen { request, _ in
      Self.reply(to: request, state, tell)
    }
  }

  private static func listen(
    _ handler: @escaping @Sendable (HTTPRequest, LoopbackPeer) -> LoopbackReply
  ) throws(LoopbackError) -> LoopbackServer {
    for _ in 0..<20 {
      let port = UInt16.random(in: ports)
      if let server = try? LoopbackServer(port: port, handler: handler) { return server }
    }
    return try LoopbackServer(handler: handler)
  }

  /// The base URL without a trailing slash.
  var baseURL: String { server.baseURL }

  func serve(_ routes: [ServedRoute]) {
    state.withLock { $0.routes.add(routes) }
  }

  /// Closes the port and every connection, and ends all delays.
  func close() {
    state.withLock { $0.isClosed = true }
    server.stop(deadline: .zero)
  }

  private static func reply(
    to request: HTTPRequest, _ state: Monitor<State>, _ tell: @Sendable (EndEvent) -> Void
  ) -> LoopbackReply {
    let (number, answer) = state.withLock { state in
      state.requests += 1
      let found = state.routes.answer(request)
      // Under the lock, so that requests are told of in the order of their numbers.
      tell(
        .driver(
          .request(
            ServedRequest(number: state.requests, route: found?.route, request: request))))
      return (state.requests, found?.answer)
    }
    if let delay = answer?.delay, delay > .zero { hold(number, delay.duration, state) }
    state.withLock { _ in tell(.driver(.answered(request: number))) }
    return answer?.reply ?? .json(404, #"{"error": "nothing is served here"}"#)
  }
}

extension BackendServer {
  /// Blocks for the delay of an answer, or until the server closes.
  ///
  /// A clock that waits for an SDK to rest counts looks of 5 ms, and so does this: what the SDK does
  /// after the clock has given up waiting must come before the answer, on a busy machine as well.
  private static func hold(_ number: Int, _ delay: Duration, _ state: Monitor<State>) {
    state.withLock { _ = $0.held.insert(number) }
    let looks = max(1, Int(delay / .milliseconds(5)))
    let sleeping = Task.detached {
      try? await sleepBesideSDKs(delay, in: looks)
      state.withLock { _ = $0.held.remove(number) }
    }
    let limit = MonotonicInstant.after(delay * 20)
    _ = state.wait(until: limit) { $0.isClosed || !$0.held.contains(number) ? true : nil }
    sleeping.cancel()
  }
}

extension ServedAnswer {
  /// The answer as the loopback server sends it.
  fileprivate var reply: LoopbackReply {
    var reply = LoopbackReply(status: status, fields: fields, body: body)
    switch fault {
    case .drop: reply.drop = true
    case .reset:
      reply.drop = true
      reply.resets = true
    case .truncate(let bytes):
      reply.fields.append("Content-Length", String(body.count))
      reply.body = Array(body.prefix(bytes))
      reply.closes = true
    case nil: break
    }
    return reply
  }
}
