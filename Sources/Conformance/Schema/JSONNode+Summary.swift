import StrictJSON

extension JSONNode {
  /// The value in a few words, for sentences: `the string "abc"`, `an array of 3 elements`.
  var summary: String {
    switch kind {
    case .null: "null"
    case .bool: bool == true ? "true" : "false"
    case .number: "the number \(shortText)"
    case .string: "the string \(shortText)"
    case .array: "an array of \(count) \(count == 1 ? "element" : "elements")"
    case .object: "an object of \(count) \(count == 1 ? "member" : "members")"
    }
  }

  /// The value's text, cut after 200 scalars.
  private var shortText: String {
    let text = String(decoding: sourceBytes.prefix(1000), as: UTF8.self).unicodeScalars
    guard text.count > 200 else { return String(text) }
    return String(text.prefix(200)) + "…"
  }
}

extension JSON {
  /// The value's text, cut after 200 scalars.
  var shortText: String {
    let text = serialized().unicodeScalars
    guard text.count > 200 else { return String(text) }
    return String(text.prefix(200)) + "…"
  }
}
