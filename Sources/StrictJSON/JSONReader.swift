/// Reads a text into a tape, without recursion (RFC 8259).
struct JSONReader {
  typealias Entry = JSONText.Entry

  let bytes: UnsafeBufferPointer<UInt8>
  let limits: JSONLimits
  var offset = 0
  var tape: [Entry] = []
  var lines = JSONLines()
  /// The arrays and objects that are open, outermost first.
  var open: [Frame] = []
  /// The most that were open at once.
  private(set) var depth = 0

  struct Frame {
    var entry: Int
    var count: Int
    var isObject: Bool
  }

  init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// The byte at the offset, or 0, which stands nowhere in JSON, at the end.
  @inline(__always)
  var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  mutating func read() throws(JSONSyntaxError) {
    try checkSize()
    try refuseOtherEncodings()
    tape.reserveCapacity(bytes.count / 16)
    skipSpace()
    while true {
      if try beginValue() { continue }
      if try !advance() { break }
    }
    guard offset == bytes.count else {
      throw failure(expected: "the end of the text", advice: "keep one value only")
    }
  }
}

// MARK: - Values

extension JSONReader {
  /// Reads a value, or the start of an array or object that holds something; true in that case.
  @inline(__always)
  private mutating func beginValue() throws(JSONSyntaxError) -> Bool {
    switch byte {
    case UInt8(ascii: "\""):
      try readString()
    case UInt8(ascii: "{"):
      try begin(isObject: true)
      guard byte != UInt8(ascii: "}") else {
        close()
        return false
      }
      try readName(advice: nil)
      return true
    case UInt8(ascii: "["):
      try begin(isObject: false)
      guard byte != UInt8(ascii: "]") else {
        close()
        return false
      }
      return true
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try readNumber()
    case UInt8(ascii: "t"):
      try readWord("true", kind: .bool)
    case UInt8(ascii: "f"):
      try readWord("false", kind: .bool)
    case UInt8(ascii: "n"):
      try readWord("null", kind: .null)
    default:
      throw valueFailure()
    }
    return false
  }

  /// Goes on after a value: true when another follows, false when the outermost is complete.
  @inline(__always)
  private mutating func advance() throws(JSONSyntaxError) -> Bool {
    while true {
      skipSpace()
      guard let last = open.indices.last else { return false }
      open[last].count += 1
      let isObject = open[last].isObject
      if byte == UInt8(ascii: ",") {
        offset += 1
        skipSpace()
        if isObject { try readName(advice: "remove the comma before it") }
        return true
      }
      guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw separatorFailure(isObject: isObject)
      }
      close()
    }
  }

  private mutating func begin(isObject: Bool) throws(JSONSyntaxError) {
    guard open.count < limits.depth else {
      throw failure(
        message: "expected at most \(limits.depth) arrays and objects inside one another, "
          + "received one more; make the value flatter or raise the limit")
    }
    open.append(Frame(entry: tape.count, count: 0, isObject: isObject))
    depth = max(depth, open.count)
    tape.append(Entry(kind: isObject ? .object : .array, start: offset, end: 0, next: 0))
    offset += 1
    skipSpace()
  }

  private mutating func close() {
    let frame = open.removeLast()
    offset += 1
    tape[frame.entry].end = UInt32(truncatingIfNeeded: offset)
    tape[frame.entry].next = UInt32(truncatingIfNeeded: tape.count)
    tape[frame.entry].count = frame.count
  }

  @inline(__always)
  private mutating func readName(advice: String?) throws(JSONSyntaxError) {
    guard byte == UInt8(ascii: "\"") else { throw nameFailure(advice: advice) }
    try readString()
    skipSpace()
    guard byte == UInt8(ascii: ":") else {
      throw failure(expected: "`:` after the member name", advice: nil)
    }
    offset += 1
    skipSpace()
  }

  private mutating func readWord(
    _ word: StaticString, kind: JSONKind
  ) throws(JSONSyntaxError) {
    let end = offset + word.utf8CodeUnitCount
    guard end <= bytes.count,
      (0..<word.utf8CodeUnitCount).allSatisfy({ bytes[offset + $0] == word.utf8Start[$0] })
    else { throw valueFailure() }
    tape.append(Entry(kind: kind, start: offset, end: end, next: tape.count + 1))
    offset = end
  }
}

// MARK: - Space

extension JSONReader {
  /// Skips space, tab, CR and LF, and notes the lines.
  @inline(__always)
  mutating func skipSpace() {
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte > 0x20 { return }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      offset += 1
      if byte == 0x0A { lines.addLine(at: offset) }
    }
  }
}
