package import Conformance
import StrictJSON
package import Wire

/// Puts a generated fault between a target and the runner.
package final class Mutator: Sendable {
  private let mutation: Mutation
  private let state = Locked(State())

  private struct State {
    var count = 0
    /// Strings of webhooks that came, whose first read is still to be answered 404.
    var early: Set<String> = []
  }

  /// Creates the fault, not yet put anywhere.
  package init(_ mutation: Mutation) {
    self.mutation = mutation
  }

  /// How often something was changed.
  package var count: Int { state.withLock { $0.count } }

  /// Puts it between the ends and what uses them.
  package func install(on ports: inout Ports) {
    let exchange = ports.exchange
    ports.exchange = { [self] call in changed(await exchange(call)) }
    switch mutation.change {
    case .webhookDropped, .webhookEarly:
      let deliveries = ports.deliveries
      ports.deliveries = AsyncStream { continuation in
        let task = Task { [self] in
          for await delivery in deliveries where passes(delivery) { continuation.yield(delivery) }
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    case .requestMember:
      let lease = ports.lease
      ports.lease = { [self] order, tell in await lease(order) { [self] in tell(changed($0)) } }
    default: break
    }
  }

  private func note() {
    state.withLock { $0.count += 1 }
  }
}

// MARK: - What is changed

extension Mutator {
  /// The exchange as the runner sees it.
  package func changed(_ exchange: HTTPExchange) -> HTTPExchange {
    guard let response = exchange.response, let changed = changed(response, to: exchange.call)
    else { return exchange }
    note()
    var exchange = exchange
    exchange.outcome = .response(changed)
    return exchange
  }

  private func changed(_ response: HTTPResponse, to call: HTTPCall) -> HTTPResponse? {
    switch mutation.change {
    case .member(let shape, let status, let path, let change):
      guard response.status == status, shape.fits(call) else { return nil }
      return response.changingBody { $0.mutated(at: path, change) }
    case .status(let shape, let from, let to):
      guard response.status == from, shape.fits(call) else { return nil }
      return response.withStatus(to)
    case .deadline(let from, let deadline, let seconds):
      return response.changingBody { $0.moving(deadline, besides: from, by: seconds) }
    case .webhookEarly(_, let readers):
      guard readers.contains(where: { $0.fits(call) }), (200..<300).contains(response.status),
        takeEarly(call.request.pathSegments)
      else { return nil }
      return response.withStatus(404).changingBody { _ in [:] }
    case .requestMember, .webhookDropped: return nil
    }
  }

  private func takeEarly(_ segments: [String]) -> Bool {
    state.withLock { state in
      let known = state.early.intersection(segments)
      state.early.subtract(known)
      return !known.isEmpty
    }
  }

  /// Whether a webhook reaches the runner.
  private func passes(_ delivery: Delivery) -> Bool {
    guard let body = try? JSON(parsing: delivery.request.body) else { return true }
    switch mutation.change {
    case .webhookDropped(let shape) where shape.fits(body):
      note()
      return false
    case .webhookEarly(let shape, _) where shape.fits(body):
      state.withLock { $0.early.formUnion(body.allStrings) }
      return true
    default: return true
    }
  }

  /// An SDK's request as the runner sees it.
  private func changed(_ event: EndEvent) -> EndEvent {
    guard case .requestMember(let shape, let path, let change) = mutation.change,
      case .driver(.request(var served)) = event,
      shape.fits(
        method: served.request.method, path: served.request.path, body: served.request.body),
      let body = (try? JSON(parsing: served.request.body))?.mutated(at: path, change)
    else { return event }
    note()
    served.request.body = body.serializedBytes()
    if served.request.fields.contains("Content-Length") {
      served.request.fields.set("Content-Length", String(served.request.body.count))
    }
    return .driver(.request(served))
  }
}

extension OperationShape {
  fileprivate func fits(_ call: HTTPCall) -> Bool {
    fits(method: call.request.method, path: call.request.path, body: call.request.body)
  }
}

extension HTTPResponse {
  fileprivate func withStatus(_ status: Int) -> HTTPResponse {
    var copy = self
    copy.head = HTTPResponseHead(
      version: head.version, status: status, reason: "", fields: head.fields)
    return copy
  }

  /// The response with another body of the right length; nil when the change is none.
  fileprivate func changingBody(_ change: (JSON) -> JSON?) -> HTTPResponse? {
    guard let value = try? JSON(parsing: body), let changed = change(value) else { return nil }
    var copy = self
    copy.body = changed.serializedBytes()
    copy.bodyLength = copy.body.count
    if head.fields.contains("Content-Length") {
      copy.head.fields.set("Content-Length", String(copy.body.count))
    }
    return copy
  }
}

extension JSON {
  /// The value with an instant moved, when the instant that it counts from is there as well.
  fileprivate func moving(
    _ deadline: JSONPointer, besides from: JSONPointer, by seconds: Int
  ) -> JSON? {
    guard value(at: from)?.string != nil, deadline.tokens.count == 1,
      let name = deadline.tokens.first,
      let instant = self[name]?.string.flatMap({ Instant(rfc3339: $0) })
    else { return nil }
    var copy = self
    let span = TimeSpan(nanoseconds: Int64(seconds) * 1_000_000_000)
    copy[name] = .string((instant + span).description)
    return copy
  }
}
