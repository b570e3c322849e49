import StrictJSON
import Wire

/// What one step showed, in the form in which it is judged and captured from.
struct Observation {
  /// The answer's status; nil when there is none.
  var status: Int?
  /// The answer's headers; nil when there are none.
  var fields: HTTPFields?
  /// What was sent to us: the answer's body, an event, a webhook.
  var body: Body?
  /// How a hook or a call ended; nil when the step was neither.
  var outcome: String?
  /// What a hook or a call gave back.
  var value: JSON?
  /// What a call threw; nil when it did not.
  var error: JSON?
  /// Whether the body is longer than what was kept of it, so that only what it holds can be judged.
  var isCut = false
  /// What else was said, beside the body: of a request, its headers, path and query, decoded.
  var texts: [String] = []

  /// Bytes and their reading as JSON.
  struct Body {
    let bytes: [UInt8]
    let document: JSONDocument?
    let syntaxError: JSONSyntaxError?

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      do {
        document = try JSONDocument(parsing: bytes)
        syntaxError = nil
      } catch {
        document = nil
        syntaxError = error
      }
    }
  }

  init(response: HTTPResponse) {
    status = response.status
    fields = response.fields
    body = Body(response.body)
    isCut = response.truncatedByCap
  }

  init(hook: HookRecord) {
    outcome = hook.outcome.rawValue
    value = hook.value
  }

  init(delivery: Delivery) {
    fields = delivery.request.fields
    body = Body(delivery.request.body)
  }

  /// What a step showed; nil when it showed nothing, such as an answer that never came.
  init?(_ event: Transcript.Event) {
    switch event {
    case .exchange(let exchange):
      guard let response = exchange.response else { return nil }
      self.init(response: response)
    case .hook(let record): self.init(hook: record)
    case .webhook(let delivery): self.init(delivery: delivery)
    case .watched(let arrival?): self.init(arrival: arrival)
    case .driver(let record): self.init(record)
    case .page(let record): self.init(record)
    case .passed, .watched(nil), .missing, .broken: return nil
    }
  }

  /// The value that a capture takes; nil when it is not there.
  func captured(_ source: Capture.Source) -> JSON? {
    switch source {
    case .pointer(let pointer):
      if let node = body?.document?.root.node(at: pointer) { return node.value }
      return value?.value(at: pointer) ?? error?.value(at: pointer)
    case .text(let pattern):
      guard let root = body?.document?.root, let pattern = try? ECMAPattern(pattern) else {
        return nil
      }
      return firstText(in: root, matching: pattern).map { .string($0) }
    case .header(let name): return fields?[first: name].map { .string($0) }
    case .status: return status.map { .number(JSONNumber($0)) }
    }
  }
}

extension Observation {
  /// The first text that a pattern finds, in the order in which the texts stand.
  private func firstText(in node: JSONNode, matching pattern: ECMAPattern) -> String? {
    if let text = node.string { return pattern.matches(text) == true ? text : nil }
    for element in node.elements {
      if let text = firstText(in: element, matching: pattern) { return text }
    }
    for member in node.members {
      if let text = firstText(in: member.value, matching: pattern) { return text }
    }
    return nil
  }
}

extension Bindings {
  /// Takes what a step captures from what it showed; gives the captures that were not there.
  mutating func take(_ captures: [Capture], from observation: Observation?) -> [Capture] {
    captures.filter { capture in
      guard let value = observation?.captured(capture.source) else { return !capture.isOptional }
      self[capture.name] = value
      return false
    }
  }
}
