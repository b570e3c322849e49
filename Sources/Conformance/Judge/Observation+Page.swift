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
    case .acted(let act):
      (outcome, value) = act.shown
    case .evaluated(let result, let exception):
      outcome = exception == nil ? "returned" : "threw"
      value = result ?? exception.map { .string($0) }
      body = value.map { Body($0.serializedBytes()) }
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
}

extension PageAct {
  /// The act's outcome and value, as expectations see them.
  fileprivate var shown: (outcome: String, value: JSON?) {
    switch self {
    case .done(let text): ("done", ["value": .string(text)])
    case .absent: ("absent", nil)
    case .locked(let reason): ("locked", ["reason": .string(reason)])
    }
  }
}
