import StrictJSON

extension Observation {
  /// A message of a page: what it says as its body, its type and handler as the value.
  init(message: PostedMessage) {
    body = Body(Array((message.content ?? "").utf8))
    value = ["type": .string(message.type), "handler": .string(message.handler)]
  }

  /// What a step on a page showed; nil when it showed nothing, such as an answer that never came.
  init?(_ record: PageRecord) {
    switch record {
    case .acted(let act): self.init(act: act)
    case .evaluated(let value, let exception):
      outcome = exception == nil ? "returned" : "threw"
      self.value = value ?? exception.map { .string($0) }
      body = self.value.map { Body($0.serializedBytes()) }
    case .told(let heard, _):
      outcome = "done"
      value = ["heard": .array(heard.map { .string($0) })]
    case .looked(let holds):
      outcome = holds ? "seen" : "unseen"
    case .opened(let url, let load):
      guard load.failure == nil else { return nil }
      outcome = "done"
      value = ["url": .string(url)]
    default: return nil
    }
  }

  private init(act: PageAct) {
    switch act {
    case .done(let text):
      outcome = "done"
      value = ["value": .string(text)]
    case .absent: outcome = "absent"
    case .locked(let reason):
      outcome = "locked"
      value = ["reason": .string(reason)]
    }
  }
}
