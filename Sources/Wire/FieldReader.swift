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

  private(set) var fields = HTTPFields()
  private(set) var defects: [Defect] = []
  private var pending: HTTPField?

  /// Adds one line without its line end.
  mutating func add(_ line: ByteQueue.Line) {
    if !line.endsInCRLF { note(.bareLineFeed) }
    let bytes = line.bytes
    if bytes.first?.isBlank == true {
      fold(bytes)
      return
    }
    flush()
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      note(.noColon(line: quoted(bytes)))
      return
    }
    let name = bytes[..<colon].trimmingBlanksAtEnd
    let value = bytes[(colon + 1)...].trimmingBlanks
    checkName(name, upTo: colon, of: bytes)
    if value.contains(where: \.isForbiddenInField) { note(.controlByte(line: quoted(bytes))) }
    pending = HTTPField(String(wire: name), String(wire: value))
  }

  /// Ends the block.
  mutating func finish() {
    flush()
  }

  private mutating func flush() {
    guard let field = pending else { return }
    fields.append(field)
    pending = nil
  }

  private mutating func fold(_ bytes: ArraySlice<UInt8>) {
    note(.folded)
    guard pending != nil else { return }
    pending?.value += " " + String(wire: bytes.trimmingBlanks)
  }

  private mutating func checkName(
    _ name: ArraySlice<UInt8>, upTo colon: Int, of line: ArraySlice<UInt8>
  ) {
    if name.isEmpty {
      note(.emptyName(line: quoted(line)))
    } else if name.endIndex < colon {
      note(.spaceBeforeColon(line: quoted(line)))
    } else if !name.allSatisfy(\.isTokenByte) {
      note(.badName(line: quoted(line)))
    }
  }

  private mutating func note(_ defect: Defect) {
    if !defects.contains(defect) { defects.append(defect) }
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

extension ArraySlice<UInt8> {
  var trimmingBlanksAtEnd: ArraySlice<UInt8> {
    var slice = self
    while slice.last?.isBlank == true { slice.removeLast() }
    return slice
  }

  var trimmingBlanks: ArraySlice<UInt8> { trimmingBlanksAtEnd.drop(while: \.isBlank) }
}
