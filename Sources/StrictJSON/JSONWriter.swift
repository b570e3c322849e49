/// How a value is written.
public struct JSONStyle: Sendable, Hashable {
  /// Spaces a level; nil writes everything on one line without spaces.
  public var indent: Int?
  /// Whether members are ordered by their names' scalars rather than as they stand.
  public var sortedKeys: Bool

  /// Creates a style.
  ///
  /// - Parameters:
  ///   - indent: Spaces a level, or nil.
  ///   - sortedKeys: Whether members are ordered by name.
  public init(indent: Int? = nil, sortedKeys: Bool = false) {
    self.indent = indent
    self.sortedKeys = sortedKeys
  }

  /// No space at all.
  public static let compact = JSONStyle()

  /// A line an element and member, two spaces a level.
  public static let pretty = JSONStyle(indent: 2)

  /// This style with members ordered by name.
  public var sortingKeys: JSONStyle { JSONStyle(indent: indent, sortedKeys: true) }
}

extension JSON {
  /// The value as text.
  ///
  /// Numbers keep their text. Only `"`, `\` and control characters below U+0020 are escaped.
  ///
  /// - Parameter style: How it is laid out.
  /// - Returns: The text, without a newline at its end.
  public func serialized(_ style: JSONStyle = .compact) -> String {
    String(decoding: serializedBytes(style), as: UTF8.self)
  }

  /// The value as text in UTF-8.
  ///
  /// - Parameter style: How it is laid out.
  /// - Returns: The text, without a newline at its end.
  public func serializedBytes(_ style: JSONStyle = .compact) -> [UInt8] {
    var writer = JSONWriter(style: style)
    writer.write(self)
    return writer.bytes
  }
}

/// Writes values as text.
struct JSONWriter {
  let style: JSONStyle
  var bytes: [UInt8] = []
  var level = 0

  init(style: JSONStyle) { self.style = style }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let string): write(string)
    case .array(let array): writeList(array, brackets: ("[", "]")) { $0.write($1) }
    case .object(let object):
      writeList(ordered(object), brackets: ("{", "}")) { writer, member in
        writer.write(member.key)
        writer.bytes.append(contentsOf: (writer.style.indent == nil ? ":" : ": ").utf8)
        writer.write(member.value)
      }
    }
  }

  private func ordered(_ object: JSONObject) -> [(key: String, value: JSON)] {
    style.sortedKeys
      ? object.members.sorted { ExactText($0.key) < ExactText($1.key) } : object.members
  }

  private mutating func writeList<Item>(
    _ items: [Item], brackets: (open: String, close: String),
    item write: (inout JSONWriter, Item) -> Void
  ) {
    bytes.append(contentsOf: brackets.open.utf8)
    level += 1
    for (number, item) in items.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      beginLine()
      write(&self, item)
    }
    level -= 1
    if !items.isEmpty { beginLine() }
    bytes.append(contentsOf: brackets.close.utf8)
  }

  private mutating func beginLine() {
    guard let indent = style.indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * indent))
  }

  mutating func write(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [0x5C, byte])
      case 0x08: bytes.append(contentsOf: "\\b".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0C: bytes.append(contentsOf: "\\f".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case ..<0x10: bytes.append(contentsOf: "\\u000\(String(byte, radix: 16))".utf8)
      case ..<0x20: bytes.append(contentsOf: "\\u00\(String(byte, radix: 16))".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

// MARK: - CustomStringConvertible

extension JSON: CustomStringConvertible {
  /// The value on one line.
  public var description: String { serialized() }
}
