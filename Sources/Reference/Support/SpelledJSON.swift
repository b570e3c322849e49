import StrictJSON

/// A writer of unusual but valid JSON (RFC 8259): white space anywhere, escapes everywhere.
struct SpelledJSON: Sendable {
  /// White space that stands before and after every token.
  var separator: String
  /// Whether every character of a string is written as `\uXXXX`.
  var escapesEverything: Bool

  /// The text of a value as UTF-8.
  func bytes(_ value: JSON) -> [UInt8] { Array((separator + text(value) + separator).utf8) }

  private func text(_ value: JSON) -> String {
    switch value {
    case .string(let string): quoted(string)
    case .array(let elements):
      "[" + separator + elements.map(text).joined(separator: comma) + separator + "]"
    case .object(let object):
      "{" + separator + object.map(member).joined(separator: comma) + separator + "}"
    default: value.serialized()
    }
  }

  private var comma: String { separator + "," + separator }

  private func member(_ member: (key: String, value: JSON)) -> String {
    quoted(member.key) + separator + ":" + separator + text(member.value)
  }

  private func quoted(_ string: String) -> String {
    guard escapesEverything else { return JSON.string(string).serialized() }
    return "\"" + string.utf16.map(escape).joined() + "\""
  }

  private func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
