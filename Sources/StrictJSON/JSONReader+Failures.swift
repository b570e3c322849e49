extension JSONReader {
  /// An error at the offset.
  func failure(message: String) -> JSONSyntaxError {
    JSONSyntaxError(position: lines.position(of: offset, in: bytes), message: message)
  }

  /// An error at the offset: what was expected, what stands there, and what to do.
  func failure(expected: String, advice: String?) -> JSONSyntaxError {
    let advice = advice.map { "; \($0)" } ?? ""
    return failure(message: "expected \(expected), received \(received)\(advice)")
  }

  /// An error at the offset, inside a string that was read only in part.
  func failure(
    inString start: Int, expected: String, advice: String?
  ) -> JSONSyntaxError {
    var noted = self
    noted.lines.addWideString(from: start, to: min(offset, bytes.count), in: bytes)
    return noted.failure(expected: expected, advice: advice)
  }

  /// What stands at the offset, for a sentence.
  private var received: String {
    guard offset < bytes.count else { return "the end of the text" }
    let byte = bytes[offset]
    if isWordByte(byte) {
      var end = offset
      while end < bytes.count, end < offset + 24, isWordByte(bytes[end]) { end += 1 }
      return "`\(String(decoding: bytes[offset..<end], as: UTF8.self))`"
    }
    let length = bytes.lengthOfScalar(at: offset)
    guard length > 0 else { return "the byte 0x\(hex(UInt32(byte), digits: 2)), not UTF-8" }
    let text = String(decoding: bytes[offset..<(offset + length)], as: UTF8.self)
    let value = text.unicodeScalars.first?.value ?? 0
    if byte < 0x80 { return byte > 0x20 && byte < 0x7F ? "`\(text)`" : code(value) }
    return "`\(text)` (\(code(value)))"
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: byte &- 0x30 < 10
    }
  }

  private func code(_ value: UInt32) -> String { "U+\(hex(value, digits: 4))" }

  private func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

// MARK: - Values and members

extension JSONReader {
  func valueFailure() -> JSONSyntaxError {
    switch byte {
    case UInt8(ascii: "]") where !tape.isEmpty, UInt8(ascii: "}") where !tape.isEmpty:
      let isAfterName = open.last?.isObject ?? false
      return failure(
        expected: "a value", advice: isAfterName ? nil : "remove the comma before it")
    case UInt8(ascii: "'"):
      return failure(expected: "a value", advice: "write strings in double quotes")
    case UInt8(ascii: "/"):
      return failure(expected: "a value", advice: "remove the comment")
    case UInt8(ascii: "+"):
      return failure(expected: "a value", advice: "remove the plus sign")
    case UInt8(ascii: "T"), UInt8(ascii: "F"), UInt8(ascii: "N"), UInt8(ascii: "I"),
      UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      return failure(expected: "a value", advice: "the words of JSON are true, false and null")
    default:
      return failure(expected: "a value", advice: nil)
    }
  }

  func nameFailure(advice: String?) -> JSONSyntaxError {
    switch byte {
    case UInt8(ascii: "}"):
      failure(expected: "a member name", advice: advice)
    case UInt8(ascii: "/"):
      failure(expected: "a member name", advice: "remove the comment")
    default:
      failure(
        expected: "a member name or `}`",
        advice: offset < bytes.count ? "write names in double quotes" : nil)
    }
  }

  func separatorFailure(isObject: Bool) -> JSONSyntaxError {
    failure(
      expected: isObject ? "`,` or `}` in the object" : "`,` or `]` in the array",
      advice: separatorAdvice(isObject: isObject))
  }

  private func separatorAdvice(isObject: Bool) -> String? {
    switch byte {
    case UInt8(ascii: "/"): return "remove the comment"
    case UInt8(ascii: "}"), UInt8(ascii: "]"), 0:
      guard let start = open.last.map({ Int(tape[$0.entry].start) }) else { return nil }
      let opening = lines.position(of: start, in: bytes)
      return "close the \(isObject ? "object" : "array") that begins at \(opening)"
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      return "write a comma before it"
    default: return nil
    }
  }
}

// MARK: - Strings

extension JSONReader {
  func stringFailure(start: Int) -> JSONSyntaxError {
    guard offset < bytes.count else {
      let opening = lines.position(of: start, in: bytes)
      return failure(
        inString: start,
        expected: "`\"` at the end of the string that begins at \(opening)", advice: nil)
    }
    let escape =
      switch bytes[offset] {
      case 0x08: "\\b"
      case 0x09: "\\t"
      case 0x0A: "\\n"
      case 0x0C: "\\f"
      case 0x0D: "\\r"
      default: "\\u\(hex(UInt32(bytes[offset]), digits: 4))"
      }
    return failure(
      inString: start, expected: "no control character in a string",
      advice: "write it as `\(escape)`")
  }

  func escapeFailure(start: Int) -> JSONSyntaxError {
    failure(
      inString: start, expected: "one of `\" \\ / b f n r t u` after a backslash",
      advice: offset < bytes.count ? "write a backslash as `\\\\`" : nil)
  }

  func encodingFailure(start: Int) -> JSONSyntaxError {
    failure(inString: start, expected: "UTF-8", advice: "save the text as UTF-8")
  }
}

// MARK: - The whole text

extension JSONReader {
  func checkSize() throws(JSONSyntaxError) {
    let limit = min(limits.bytes, 512 << 20 - 1)
    guard bytes.count <= limit else {
      throw failure(message: "expected at most \(limit) bytes, received \(bytes.count)")
    }
  }

  /// Refuses a byte order mark, which RFC 8259, 8.1 lets a reader do, and UTF-16 and UTF-32.
  func refuseOtherEncodings() throws(JSONSyntaxError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw failure(
        message: "expected a value, received a byte order mark (EF BB BF); "
          + "save the text as UTF-8 without one")
    }
    let isMarked = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    let hasZero = bytes.count >= 2 && (bytes[0] == 0) != (bytes[1] == 0)
    let isWide = bytes.count >= 4 && bytes.prefix(3).allSatisfy { $0 == 0 } && bytes[3] != 0
    guard isMarked || hasZero || isWide else { return }
    throw failure(message: "expected UTF-8, received UTF-16 or UTF-32; save the text as UTF-8")
  }
}
