/// A text that was read: its bytes and the tape of its values.
///
/// The tape holds an entry for every value and every member name, in the order of the text. An
/// array's entry is followed by its elements, an object's by name, value, name, value, and so on.
final class JSONText: Sendable {
  let bytes: [UInt8]
  let tape: [Entry]
  let lines: JSONLines
  let depth: Int

  init(bytes: [UInt8], tape: [Entry], lines: JSONLines, depth: Int) {
    self.bytes = bytes
    self.tape = tape
    self.lines = lines
    self.depth = depth
  }

  /// One value or member name, in 16 bytes.
  struct Entry {
    /// The first byte.
    var start: UInt32
    /// The byte after the last.
    var end: UInt32
    /// The tape index after the value and all that it holds.
    var next: UInt32
    /// Kind in bits 0–2, escapes in bit 3, elements or members from bit 4.
    var packed: UInt32

    init(kind: JSONKind, start: Int, end: Int, next: Int, hasEscapes: Bool = false) {
      self.start = UInt32(truncatingIfNeeded: start)
      self.end = UInt32(truncatingIfNeeded: end)
      self.next = UInt32(truncatingIfNeeded: next)
      packed = kind.code | (hasEscapes ? 8 : 0)
    }

    var kind: JSONKind { JSONKind(code: packed & 7) }
    var hasEscapes: Bool { packed & 8 != 0 }
    var count: Int {
      get { Int(packed >> 4) }
      set { packed = packed & 15 | UInt32(truncatingIfNeeded: newValue) << 4 }
    }
  }
}

// MARK: - Members

extension JSONText {
  /// The tape index of the value of an object's last member of a name in UTF-8; nil when it has none.
  func lastValue(named name: UnsafeBufferPointer<UInt8>, inObjectAt object: Int) -> Int? {
    tape.withUnsafeBufferPointer { tape in
      bytes.withUnsafeBufferPointer { bytes in
        var found: Int?
        var index = object + 1
        let end = Int(tape[object].next)
        while index < end {
          if isName(tape[index], name, in: bytes) { found = index + 1 }
          index = Int(tape[index + 1].next)
        }
        return found
      }
    }
  }

  @inline(__always)
  private func isName(
    _ entry: Entry, _ name: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard !entry.hasEscapes else { return entry.matches(name, in: self) }
    let start = Int(entry.start) + 1
    guard Int(entry.end) - 1 - start == name.count else { return false }
    for offset in 0..<name.count where bytes[start + offset] != name[offset] { return false }
    return true
  }
}

// MARK: - Positions

extension JSONText {
  func position(at offset: Int) -> JSONPosition {
    bytes.withUnsafeBufferPointer { lines.position(of: offset, in: $0) }
  }
}

// MARK: - Kinds as numbers

extension JSONKind {
  var code: UInt32 {
    switch self {
    case .null: 0
    case .bool: 1
    case .number: 2
    case .string: 3
    case .array: 4
    case .object: 5
    }
  }

  init(code: UInt32) {
    switch code {
    case 0: self = .null
    case 1: self = .bool
    case 2: self = .number
    case 3: self = .string
    case 4: self = .array
    default: self = .object
    }
  }
}
