/// Reads field lines (RFC 9112, 5) and notes what is wrong with them.
struct FieldReader {
  /// Something that a field line must not have.
  enum Defect: Hashable {
    case bareLineFeed
    case noColon(line: String)
    case emptyName(line: String)
    case spaceBeforeColon(line: String)
    case folded
    case badName(line: String)
    case controlByte(line: String)
  }

  /// The defects that are noted; a peer that sends more has been understood.
  private static let defectLimit = 32

  private(set) var fields = HTTPFields()
  private(set) var defects: [Defect] = []
  private var pending: HTTPField?

  /// Adds one line.
  mutating func add(_ line: ByteQueue.Line) {
    line.bytes.withUnsafeBufferPointer { add($0, endsInCRLF: line.endsInCRLF) }
  }

  /// Adds one line without its line end.
  mutating func add(_ line: UnsafeBufferPointer<UInt8>, endsInCRLF: Bool) {
    if !endsInCRLF { note(.bareLineFeed) }
    if line.first?.isBlank == true {
      fold(line)
      return
    }
    flush()
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      note(.noColon(line: quoted(line)))
      return
    }
    let (name, value) = (line[..<colon], line[(colon + 1)...])
    check(name: name, value: value, of: line)
    pending = HTTPField(
      String(wireBuffer: UnsafeBufferPointer(rebasing: name.trimmingBlanksAtEnd)),
      String(wireBuffer: UnsafeBufferPointer(rebasing: value.trimmingBlanks)))
  }

  /// Ends the block.
  mutating func finish() {
    flush()
  }

  private mutating func flush() {
    guard let field = pending.take() else { return }
    if fields.isEmpty { fields.reserveCapacity(8) }
    fields.append(field)
  }

  private mutating func fold(_ line: UnsafeBufferPointer<UInt8>) {
    note(.folded)
    pending?.value += " " + String(wire: line.trimmingBlanks)
  }

  private mutating func check(
    name: Slice<UnsafeBufferPointer<UInt8>>, value: Slice<UnsafeBufferPointer<UInt8>>,
    of line: UnsafeBufferPointer<UInt8>
  ) {
    if !name.allSatisfy({ $0.isTokenByte }) || name.isEmpty {
      let trimmed = name.trimmingBlanksAtEnd
      if trimmed.isEmpty {
        note(.emptyName(line: quoted(line)))
      } else if trimmed.count < name.count {
        note(.spaceBeforeColon(line: quoted(line)))
      } else {
        note(.badName(line: quoted(line)))
      }
    }
    if value.contains(where: { $0.isForbiddenInField }) { note(.controlByte(line: quoted(line))) }
  }

  private mutating func note(_ defect: Defect) {
    if defects.count < Self.defectLimit && !defects.contains(defect) { defects.append(defect) }
  }
}

// MARK: - Sentences

extension FieldReader.Defect {
  var sentence: String {
    switch self {
    case .bareLineFeed: "expected CRLF at the end of each line, received LF alone"
    case .noColon(let line): "expected a field with a colon, received \(line)"
    case .emptyName(let line): "expected a field name before the colon, received \(line)"
    case .spaceBeforeColon(let line): "expected no space before the colon, received \(line)"
    case .folded: "expected each field on one line, received a folded line"
    case .badName(let line): "expected a token as field name, received \(line)"
    case .controlByte(let line): "expected no control byte in a field, received \(line)"
    }
  }
}

// MARK: - Bytes

extension UInt8 {
  /// Space or tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  /// A control byte that is no tab.
  var isForbiddenInField: Bool { self < 0x20 && self != 0x09 || self == 0x7F }
  /// A byte of a token (RFC 9110, 5.6.2).
  var isTokenByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
  var isDigit: Bool { (0x30...0x39).contains(self) }
}

extension RandomAccessCollection<UInt8> where Index == Int, SubSequence: RandomAccessCollection {
  var trimmingBlanksAtEnd: SubSequence {
    var end = endIndex
    while end > startIndex && self[end - 1].isBlank { end -= 1 }
    return self[startIndex..<end]
  }

  var trimmingBlanks: SubSequence {
    var end = endIndex
    while end > startIndex && self[end - 1].isBlank { end -= 1 }
    var start = startIndex
    while start < end && self[start].isBlank { start += 1 }
    return self[start..<end]
  }
}
