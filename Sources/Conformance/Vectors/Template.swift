/// A text with references in braces: `{sessionId}`.
///
/// A reference is an identifier (a letter or `_`, then letters, digits and `_`); other braces stand
/// for themselves.
public struct Template: Sendable, Hashable, CustomStringConvertible {
  /// One stretch of the text.
  public enum Part: Sendable, Hashable {
    case literal(String)
    case reference(String)
  }

  /// The stretches in order; none when the text is empty.
  public let parts: [Part]

  /// Reads a text; `raw` takes every brace literally.
  public init(_ text: String, raw: Bool = false) {
    guard !raw, text.utf8.contains(UInt8(ascii: "{")) else {
      parts = text.isEmpty ? [] : [.literal(text)]
      return
    }
    parts = Self.split(text)
  }

  /// The names that the text refers to, in order.
  public var references: [String] {
    parts.compactMap { if case .reference(let name) = $0 { name } else { nil } }
  }

  /// The name, when the text is one reference and nothing else.
  public var soleReference: String? {
    guard parts.count == 1, case .reference(let name) = parts[0] else { return nil }
    return name
  }

  /// The text when it refers to nothing; nil otherwise.
  public var constant: String? {
    switch parts.first {
    case nil: ""
    case .literal(let text) where parts.count == 1: text
    default: nil
    }
  }

  /// The text that it was read from.
  public var description: String {
    parts.map { part in
      switch part {
      case .literal(let text): text
      case .reference(let name): "{\(name)}"
      }
    }.joined()
  }

  private static func split(_ text: String) -> [Part] {
    var parts: [Part] = []
    var literal = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "{", let name = reference(at: rest) {
        if !literal.isEmpty { parts.append(.literal(String(literal))) }
        literal = .init()
        parts.append(.reference(name))
        rest = rest.dropFirst(name.unicodeScalars.count + 2)
      } else {
        literal.append(scalar)
        rest = rest.dropFirst()
      }
    }
    if !literal.isEmpty { parts.append(.literal(String(literal))) }
    return parts
  }

  private static func reference(at text: Substring.UnicodeScalarView) -> String? {
    let name = text.dropFirst().prefix(while: isNameScalar)
    guard let first = name.first, !("0"..."9").contains(first),
      text.dropFirst(name.count + 1).first == "}"
    else { return nil }
    return String(name)
  }

  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }
}
