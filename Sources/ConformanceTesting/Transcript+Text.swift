import Conformance
import StrictJSON
import Wire

extension Transcript {
  /// What was seen, for people: an entry a paragraph, with the time since the first one began.
  var text: String {
    let start = entries.first?.began
    let paragraphs = entries.map { entry in
      let step = entry.step.map(String.init).joined(separator: ".")
      let since = start.map { "+\(entry.began - $0)" } ?? ""
      return "\(step.isEmpty ? "meanwhile" : "step \(step)")  \(since)\n\(entry.event.text)"
    }
    return "\(vector)\n\n" + paragraphs.joined(separator: "\n\n") + "\n"
  }
}

extension Transcript.Event {
  fileprivate var text: String {
    switch self {
    case .exchange(let exchange): exchange.text
    case .hook(let record):
      "hook \(record.name) \(record.arguments.serialized())\n\(record.outcome.rawValue) "
        + (record.message ?? record.value?.serialized() ?? "")
    case .passed(let until): "time passed until \(until)"
    case .webhook(let delivery): "webhook \(delivery.number)\n\(delivery.request.text)"
    case .watched(let arrival): arrival.map { "saw \($0)" } ?? "saw nothing until the deadline"
    case .driver(let record): "\(record)"
    case .page(let record): "\(record)"
    case .broken(let reason): "broken: \(reason)"
    case .missing(let name): "nothing gave “\(name)” a value"
    }
  }
}

extension HTTPExchange {
  fileprivate var text: String {
    let answer = response.map { response in
      "\(response.head.statusLine)\n\(response.fields.text)\(shown(response.body))"
    }
    return "\(call.base)\n\(call.request.text)\n\n\(answer ?? failure?.message ?? "no answer")"
  }
}

extension HTTPRequest {
  fileprivate var text: String { "\(method) \(target)\n\(fields.text)\(shown(body))" }
}

extension HTTPFields {
  fileprivate var text: String { map { "\($0.name): \($0.value)\n" }.joined() }
}

private func shown(_ body: [UInt8]) -> String {
  body.isEmpty ? "" : "\n" + String(decoding: body, as: UTF8.self)
}
