/// An XML 1.0 document while it is written: every name is ours, every text is escaped.
struct XMLText {
  private(set) var text = ""
  private var depth = 0

  mutating func declaration() {
    text += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  }

  mutating func open(_ name: String, _ attributes: [(String, String)]) {
    text += indent + "<\(name)\(Self.attributes(attributes))>\n"
    depth += 1
  }

  mutating func close(_ name: String) {
    depth -= 1
    text += indent + "</\(name)>\n"
  }

  mutating func element(_ name: String, _ attributes: [(String, String)], _ content: String?) {
    let start = indent + "<\(name)\(Self.attributes(attributes))"
    guard let content else {
      text += start + "/>\n"
      return
    }
    text += start + ">\(Self.escaped(content))</\(name)>\n"
  }

  private var indent: String { String(repeating: "  ", count: depth) }

  private static func attributes(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0.0)=\"\(escaped($0.1, inAttribute: true))\"" }.joined()
  }

  /// Escapes markup, and replaces what XML 1.0 §2.2 does not allow by U+FFFD; terminal control
  /// sequences lose their escape character that way.
  static func escaped(_ text: String, inAttribute: Bool = false) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"" where inAttribute: result.append(contentsOf: "&quot;".unicodeScalars)
      case "\n" where inAttribute: result.append(contentsOf: "&#10;".unicodeScalars)
      case "\t" where inAttribute: result.append(contentsOf: "&#9;".unicodeScalars)
      case "\r": result.append(contentsOf: "&#13;".unicodeScalars)
      case "\n", "\t": result.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}":
        result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
