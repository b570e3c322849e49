/// A JSON value of a trace, written as a literal.
public enum TraceValue: Sendable {
  case null, flag(Bool), number(Int), text(String)
  case list([TraceValue]), object([(String, TraceValue)])

  /// The value as JSON text on one line.
  var json: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .text(let text): "\"" + text.unicodeScalars.map(Self.escaped).joined() + "\""
    case .list(let values): "[" + values.map(\.json).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.text($0).json): \($1.json)" }.joined(separator: ", ") + "}"
    }
  }

  /// The value with one text in the place of another, in every text.
  func replacing(_ secret: [UInt8], with mask: [UInt8]) -> TraceValue {
    switch self {
    case .null, .flag, .number: self
    case .text(let text):
      .text(String(decoding: Array(text.utf8).replacing(secret, with: mask), as: UTF8.self))
    case .list(let values): .list(values.map { $0.replacing(secret, with: mask) })
    case .object(let members): .object(members.map { ($0, $1.replacing(secret, with: mask)) })
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
    return scalar.value < 0x20
      ? "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst() : "\(scalar)"
  }
}

extension TraceValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(value) }
  /// Creates a truth value.
  public init(booleanLiteral value: Bool) { self = .flag(value) }
  /// Creates an object, whose members keep their order.
  public init(dictionaryLiteral elements: (String, TraceValue)...) { self = .object(elements) }
}
