extension JSONReader {
  /// Reads a number (RFC 8259, 6).
  @inline(__always)
  mutating func readNumber() throws(JSONSyntaxError) {
    let start = offset
    if byte == UInt8(ascii: "-") { offset += 1 }
    if byte == UInt8(ascii: "0") {
      offset += 1
      if isDigit(byte) {
        throw failure(expected: "no digit after a leading zero", advice: "remove the zero")
      }
    } else {
      try readDigits(after: "`-`")
    }
    if byte == UInt8(ascii: ".") {
      offset += 1
      try readDigits(after: "the decimal point")
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
      try readDigits(after: "the exponent's `e`")
    }
    tape.append(Entry(kind: .number, start: start, end: offset, next: tape.count + 1))
  }

  @inline(__always)
  private mutating func readDigits(after place: StaticString) throws(JSONSyntaxError) {
    guard isDigit(byte) else { throw failure(expected: "a digit after \(place)", advice: nil) }
    while isDigit(byte) { offset += 1 }
  }

  @inline(__always)
  private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
