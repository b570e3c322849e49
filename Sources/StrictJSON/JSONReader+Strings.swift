extension JSONReader {
  /// Reads a string from its opening quote past its closing one, checking escapes and UTF-8.
  @inline(__always)
  mutating func readString() throws(JSONSyntaxError) {
    let start = offset
    var hasEscapes = false
    var isWide = false
    offset += 1
    while true {
      skipPlainBytes()
      let byte = byte
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        try readEscape(in: start)
      } else if byte >= 0x80 {
        isWide = true
        try readScalar(in: start)
      } else {
        throw stringFailure(start: start)
      }
    }
    offset += 1
    if isWide { lines.addWideString(from: start, to: offset, in: bytes) }
    tape.append(
      Entry(
        kind: .string, start: start, end: offset, next: tape.count + 1, hasEscapes: hasEscapes))
  }

  /// Skips ASCII that stands for itself, eight bytes at a time while eight are left.
  @inline(__always)
  private mutating func skipPlainBytes() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    while offset + 8 <= bytes.count, let base = bytes.baseAddress {
      let raw = UnsafeRawPointer(base + offset)
      let word = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let slash = word ^ (ones &* 0x5C)
      let found =
        (quote &- ones) & ~quote | (slash &- ones) & ~slash | (word &- ones &* 0x20) | word
      let stops = found & tops
      if stops != 0 {
        offset += stops.trailingZeroBitCount / 8
        return
      }
      offset += 8
    }
    while offset < bytes.count, isPlain(bytes[offset]) { offset += 1 }
  }

  @inline(__always)
  private func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func readEscape(in start: Int) throws(JSONSyntaxError) {
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 1
    case UInt8(ascii: "u"):
      offset += 1
      for _ in 0..<4 {
        guard offset < bytes.count, bytes[offset].hexDigitValue != nil else {
          throw failure(
            inString: start, expected: "four hexadecimal digits after `\\u`", advice: nil)
        }
        offset += 1
      }
    default:
      throw escapeFailure(start: start)
    }
  }

  /// Reads one scalar of two to four bytes, refusing what UTF-8 does not allow (RFC 3629).
  @inline(__always)
  private mutating func readScalar(in start: Int) throws(JSONSyntaxError) {
    let length = bytes.lengthOfScalar(at: offset)
    guard length > 0 else { throw encodingFailure(start: start) }
    offset += length
  }
}

extension UInt8 {
  /// The value of an ASCII hexadecimal digit; nil for any other byte.
  var hexDigitValue: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self) - 0x30
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self) - 0x41 + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self) - 0x61 + 10
    default: nil
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes of the well-formed scalar that begins at an offset; 0 when none does.
  ///
  /// Overlong forms, surrogates and what lies above U+10FFFF are not well-formed (RFC 3629, 4).
  func lengthOfScalar(at offset: Int) -> Int {
    let lead = self[offset]
    switch lead {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: return isContinuation(offset + 1) ? 2 : 0
    case 0xE0...0xEF:
      guard isContinuation(offset + 1), isContinuation(offset + 2) else { return 0 }
      let second = self[offset + 1]
      return (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ? 0 : 3
    case 0xF0...0xF4:
      guard isContinuation(offset + 1), isContinuation(offset + 2), isContinuation(offset + 3)
      else { return 0 }
      let second = self[offset + 1]
      return (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F) ? 0 : 4
    default: return 0
    }
  }

  private func isContinuation(_ index: Int) -> Bool {
    index < count && self[index] & 0xC0 == 0x80
  }
}
