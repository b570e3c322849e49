import StrictJSON

/// Reads the part of YAML that CI files are written in, and refuses the rest.
///
/// That part: documents, block mappings and sequences, `|` scalars, flow sequences of scalars, plain
/// and quoted scalars on one line, comments. Keys stand once. No tabs, anchors, tags or folding.
struct YAMLText {
  /// What is wrong, and in which line.
  struct Failure: Error, CustomStringConvertible {
    var line: Int
    var reason: String
    var description: String { "line \(line): \(reason)" }
  }

  private var lines: [Substring]
  private var index = 0

  private init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The documents of a text.
  static func documents(_ text: String) throws -> [JSON] {
    var reader = YAMLText(text)
    var documents: [JSON] = []
    while let next = try reader.peek() {
      if next.text == "---" {
        reader.index += 1
        continue
      }
      documents.append(try reader.node(next.indent))
      if let stray = try reader.peek(), stray.text != "---" {
        throw reader.failure("expected the document's end, received “\(stray.text)”")
      }
    }
    return documents
  }

  private func failure(_ reason: String) -> Failure { Failure(line: index + 1, reason: reason) }

  /// The next line that says something, without its comment; the index stands at it afterwards.
  private mutating func peek() throws -> (indent: Int, text: String)? {
    while index < lines.count {
      let line = lines[index]
      guard !line.contains("\t") else { throw failure("expected spaces, received a tab") }
      let indent = line.prefix { $0 == " " }.count
      let text = Self.withoutComment(line.dropFirst(indent))
      if !text.isEmpty { return (indent, text) }
      index += 1
    }
    return nil
  }

  private static func withoutComment(_ text: Substring) -> String {
    var quote: Character?
    var former: Character = " "
    for place in text.indices {
      let character = text[place]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'", former == " " || former == "[" {
        quote = character
      } else if character == "#", former == " " {
        return String(text[..<place].trimmingEnd())
      }
      former = character
    }
    return String(text.trimmingEnd())
  }

  private mutating func node(_ indent: Int) throws -> JSON {
    guard let next = try peek() else { return .null }
    return next.text == "-" || next.text.hasPrefix("- ")
      ? try sequence(indent) : try mapping(indent)
  }

  private mutating func sequence(_ indent: Int) throws -> JSON {
    var elements: [JSON] = []
    while let next = try peek(), next.indent == indent, next.text.hasPrefix("- ") {
      let rest = String(next.text.dropFirst(2))
      if Self.key(of: rest) != nil {
        lines[index] = Substring(String(repeating: " ", count: indent + 2) + rest)
        elements.append(try mapping(indent + 2))
      } else {
        elements.append(try value(rest, below: indent))
      }
    }
    if let next = try peek(), next.indent > indent { throw failure("this is indented too far") }
    return .array(elements)
  }

  private mutating func mapping(_ indent: Int) throws -> JSON {
    var object = JSONObject()
    while let next = try peek(), next.indent == indent, next.text != "---" {
      if next.text.hasPrefix("- ") { break }
      guard let key = Self.key(of: next.text) else {
        throw failure("expected a key and a colon, received “\(next.text)”")
      }
      guard object[key] == nil else { throw failure("expected “\(key)” once") }
      let rest = String(next.text.dropFirst(key.count + 1).drop { $0 == " " })
      object[key] = try value(rest, below: indent)
    }
    if let next = try peek(), next.indent > indent { throw failure("this is indented too far") }
    return .object(object)
  }

  private static func key(of text: String) -> String? {
    let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_-./".contains($0)) }
    let rest = text.dropFirst(name.count)
    guard !name.isEmpty, rest == ":" || rest.hasPrefix(": ") else { return nil }
    return String(name)
  }

  /// The value of which the rest of a line is the beginning, below a key or dash of an indent.
  private mutating func value(_ rest: String, below indent: Int) throws -> JSON {
    if rest == "|" { return .string(literal(below: indent)) }
    guard rest.isEmpty else {
      let scalar = try scalarOrFlow(rest)
      index += 1
      return scalar
    }
    index += 1
    guard let next = try peek(), next.text != "---" else { return .null }
    if next.indent > indent { return try node(next.indent) }
    if next.indent == indent, next.text.hasPrefix("- ") { return try sequence(indent) }
    return .null
  }

  private mutating func literal(below indent: Int) -> String {
    index += 1
    var block: [Substring] = []
    while index < lines.count {
      let line = lines[index]
      let isBlank = line.allSatisfy { $0 == " " }
      guard isBlank || line.prefix(while: { $0 == " " }).count > indent else { break }
      block.append(line)
      index += 1
    }
    while block.last?.allSatisfy({ $0 == " " }) == true { block.removeLast() }
    let margin = block.first?.prefix { $0 == " " }.count ?? 0
    return block.map { String($0.dropFirst(margin)) + "\n" }.joined()
  }

  private func scalarOrFlow(_ text: String) throws -> JSON {
    guard text.hasPrefix("[") else { return try scalar(text) }
    guard text.hasSuffix("]") else { throw failure("expected “]” at the end of the line") }
    let inner = text.dropFirst().dropLast()
    guard !inner.isEmpty else { return [] }
    return .array(
      try inner.split(separator: ",", omittingEmptySubsequences: false).map {
        try scalar(String($0.drop { $0 == " " }.trimmingEnd()))
      })
  }

  private func scalar(_ text: String) throws -> JSON {
    guard let first = text.first else { throw failure("expected a value") }
    if first == "\"" || first == "'" {
      guard text.count > 1, text.last == first else { throw failure("expected a closing quote") }
      return .string(String(text.dropFirst().dropLast()))
    }
    guard !"{}[],&*#?|>=!%@`".contains(first), text != "-", !text.hasPrefix("- "),
      !text.contains(": "), !text.hasSuffix(":")
    else {
      throw failure("expected a plain value, received “\(text)”; quote it")
    }
    if let number = Int(text) { return .number(JSONNumber(number)) }
    return switch text {
    case "true": true
    case "false": false
    case "null", "~": .null
    default: .string(text)
    }
  }
}

extension Substring {
  fileprivate func trimmingEnd() -> Substring {
    var copy = self
    while copy.last == " " { copy.removeLast() }
    return copy
  }
}
