/// One value of a document: a light cursor that keeps the document alive.
public struct JSONNode: Sendable {
  let text: JSONText
  /// The value's place on the tape.
  let index: Int

  var entry: JSONText.Entry { text.tape[index] }

  /// What the value is.
  public var kind: JSONKind { entry.kind }

  /// Whether the value is null.
  public var isNull: Bool { kind == .null }

  /// The boolean; nil when the value is of another kind.
  public var bool: Bool? {
    kind == .bool ? text.bytes[Int(entry.start)] == UInt8(ascii: "t") : nil
  }

  /// The number with its text; nil when the value is of another kind.
  public var number: JSONNumber? {
    kind == .number ? JSONNumber(checked: String(decoding: sourceBytes, as: UTF8.self)) : nil
  }

  /// The string without quotes and escapes; nil when the value is of another kind.
  public var string: String? {
    kind == .string ? entry.decodedString(in: text) : nil
  }

  /// The elements of an array or the members of an object, duplicates counted; 0 otherwise.
  public var count: Int { entry.count }

  /// The value and all values and member names inside it.
  public var valueCount: Int { Int(entry.next) - index }

  /// Where the value begins.
  public var position: JSONPosition { text.position(at: Int(entry.start)) }

  /// The value's text, byte for byte.
  public var sourceBytes: ArraySlice<UInt8> {
    text.bytes[Int(entry.start)..<Int(entry.end)]
  }
}

// MARK: - Identifiable

extension JSONNode: Identifiable {
  /// Which value of which document a node is.
  public struct ID: Hashable, Sendable {
    let text: ObjectIdentifier
    let index: Int
  }

  /// The same for nodes of one value in one document; meaningful while the document lives.
  public var id: ID { ID(text: ObjectIdentifier(text), index: index) }

  /// The outermost value of the document that the value stands in.
  public var documentRoot: JSONNode { JSONNode(text: text, index: 0) }
}

// MARK: - Strings

extension JSONText.Entry {
  /// The content of a string's entry.
  func decodedString(in text: JSONText) -> String {
    let content = text.bytes[(Int(start) + 1)..<(Int(end) - 1)]
    guard hasEscapes else { return String(decoding: content, as: UTF8.self) }
    return String(decoding: content.resolvingEscapes(), as: UTF8.self)
  }

  /// Whether a string's entry reads as a text, compared by scalars.
  func isText(_ other: String, in text: JSONText) -> Bool {
    guard !hasEscapes else { return matches(other.utf8, in: text) }
    let start = Int(start) + 1
    let count = Int(end) - 1 - start
    guard other.utf8.count == count else { return false }
    var copy = other
    return copy.withUTF8 { other in
      text.bytes.withUnsafeBufferPointer { bytes in
        (0..<count).allSatisfy { bytes[start + $0] == other[$0] }
      }
    }
  }

  /// Whether a string's entry reads as a text in UTF-8.
  func matches(_ other: some Collection<UInt8>, in text: JSONText) -> Bool {
    let content = text.bytes[(Int(start) + 1)..<(Int(end) - 1)]
    guard hasEscapes else { return content.elementsEqual(other) }
    return content.resolvingEscapes().elementsEqual(other)
  }
}

extension ArraySlice<UInt8> {
  /// The bytes of a checked string with its escapes replaced by what they mean.
  ///
  /// Half of a surrogate pair becomes U+FFFD.
  func resolvingEscapes() -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var index = startIndex
    while index < endIndex {
      guard self[index] == UInt8(ascii: "\\") else {
        result.append(self[index])
        index += 1
        continue
      }
      if self[index + 1] == UInt8(ascii: "u") {
        result.append(contentsOf: UTF8.encode(scalarOfEscapes(at: &index)) ?? .init())
      } else {
        result.append(Self.meaning(ofEscape: self[index + 1]))
        index += 2
      }
    }
    return result
  }

  private static func meaning(ofEscape letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  /// Reads `\uXXXX`, or two of them that are a surrogate pair.
  private func scalarOfEscapes(at index: inout Int) -> Unicode.Scalar {
    let first = codeUnit(at: index) ?? 0xFFFD
    index += 6
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, let second = codeUnit(at: index), second & 0xFC00 == 0xDC00 else {
      return "\u{FFFD}"
    }
    index += 6
    return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF) ?? "\u{FFFD}"
  }

  /// The value of the `\uXXXX` at an index; nil when none stands there.
  private func codeUnit(at index: Int) -> UInt32? {
    guard index + 6 <= endIndex, self[index] == UInt8(ascii: "\\"),
      self[index + 1] == UInt8(ascii: "u")
    else { return nil }
    return self[(index + 2)..<(index + 6)].reduce(0) { $0 << 4 | ($1.hexDigitValue ?? 0) }
  }
}
