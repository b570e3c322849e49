import StrictJSON
import Wire

extension VectorJudge {
  /// Remembers what the target chose where a contract leaves a choice, for comparing two builds:
  /// the status, the members of the body with their order and nulls, and how long it took.
  ///
  /// Of steps that are done at once only the statuses are remembered, sorted: who of several is
  /// first is no choice.
  mutating func noteChoices(
    _ exchange: HTTPExchange, _ response: HTTPResponse, _ observation: Observation, _ place: Place
  ) {
    guard place.path.count == 1 else { return noteTogether(response, place) }
    let step = String(place.number)
    judgement.choices[step + " status"] = String(response.status)
    if let members = observation.body?.document?.root.membersInWords {
      judgement.choices[step + " body"] = members
    }
    if let band = Self.band(exchange.duration) { judgement.choices[step + " time"] = band }
  }

  private mutating func noteTogether(_ response: HTTPResponse, _ place: Place) {
    let name = "\(place.path[0]) statuses"
    let others = judgement.choices[name]?.split(separator: " ").map(String.init) ?? []
    judgement.choices[name] = (others + [String(response.status)]).sorted()
      .joined(separator: " ")
  }

  /// How long something took, in words that differ only when a user would notice; nil for less than
  /// a second.
  private static func band(_ duration: Duration) -> String? {
    if duration >= .seconds(5) { return "5 s or more" }
    return duration >= .seconds(1) ? "1 s or more" : nil
  }
}

extension JSONNode {
  /// An object's members by name in their order, nulls said to be null and objects one level deep;
  /// nil when the value is no object.
  fileprivate var membersInWords: String? {
    guard kind == .object else { return nil }
    var words: [UInt8] = []
    words.reserveCapacity(256)
    appendMembers(to: &words) { value, words in
      guard value.kind == .object else { return }
      words += " {".utf8
      value.appendMembers(to: &words) { _, _ in }
      words += "}".utf8
    }
    let text = String(decoding: words, as: UTF8.self)
    return words.count > 400 ? String(text.unicodeScalars.prefix(400)) + "…" : text
  }

  /// Writes the names of an object's members, nulls said to be null, and more of each value.
  private func appendMembers(
    to words: inout [UInt8], with more: (JSONNode, inout [UInt8]) -> Void
  ) {
    var isFirst = true
    for member in members {
      if !isFirst { words += ", ".utf8 }
      isFirst = false
      words += member.keyNode.stringBytes ?? []
      if member.value.isNull { words += ": null".utf8 }
      more(member.value, &words)
    }
  }
}
