import Conformance
import Transport
import Wire

/// Tells a vector what its page does of its own accord, in the engine's words.
final class PageTelling: Sendable {
  private let receive: @Sendable (EndEvent) -> Void
  private let count = Locked((messages: 0, requests: 0))

  init(_ receive: @escaping @Sendable (EndEvent) -> Void) {
    self.receive = receive
  }

  func tell(_ observation: PageObservation) {
    let at = Instant(nanoseconds: observation.at.nanoseconds)
    receive(.page(record(observation.kind), at: at))
  }

  private func record(_ kind: PageObservation.Kind) -> PageRecord {
    switch kind {
    case .message(let message): .message(posted(message))
    case .request(let request): .request(served(request))
    case .blocked(let request): .blocked(method: request.method, url: request.url)
    case .dialog(let kind, let text): .dialog(kind: kind, text: text)
    case .opened(let url): .window(url: url)
    case .left(let url): .left(url: url)
    case .exception(let text): .exception(text)
    case .crashed: .crashed
    }
  }

  private func posted(_ message: PageMessage) -> PostedMessage {
    let number = count.withLock { count in
      count.messages += 1
      return count.messages
    }
    return PostedMessage(
      number: number, handler: message.handler, type: message.type, text: message.text,
      json: message.json)
  }

  private func served(_ request: PageRequest) -> ServedRequest {
    let number = count.withLock { count in
      count.requests += 1
      return count.requests
    }
    return ServedRequest(
      number: number, route: nil,
      request: HTTPRequest(
        method: request.method, target: request.url, fields: request.fields, body: request.body))
  }
}
