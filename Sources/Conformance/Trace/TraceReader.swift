import StrictJSON

/// Reads a trace as its bytes come: JSON lines, the first of which says what the trace is.
struct TraceReader: Sendable {
  let path: String
  let contract: String
  let role: Role
  /// What the trace calls itself; nil while the first line has not been read.
  private(set) var source: String?
  /// Whether the last line was cut, as by a crash, and left out.
  private(set) var isCut = false
  private var lines = TraceLines()

  init(path: String, contract: String, role: Role) {
    self.path = path
    self.contract = contract
    self.role = role
  }

  /// The number of the line that was read last.
  var line: Int { lines.number }

  /// Takes the next bytes.
  mutating func append(_ bytes: some Collection<UInt8>) { lines.append(bytes) }

  /// The next line with an event that is there as a whole; nil when none is.
  mutating func next() throws(Diagnostics) -> JSONNode? {
    while let bytes = lines.next() {
      if let event = try read(bytes) { return event }
    }
    guard !lines.isTooLong else { throw tooLong(line + 1) }
    return nil
  }

  /// The event of the last line, where no line feed ends it; nil when there is none, or it is cut.
  mutating func last() throws(Diagnostics) -> JSONNode? {
    guard var bytes = lines.rest() else {
      guard source != nil else { throw diagnostics(header("an empty file"), 1) }
      return nil
    }
    // What a file system leaves behind of a write that a power cut ended.
    while bytes.last == 0 { bytes.removeLast() }
    do {
      return try read(bytes)
    } catch {
      guard source != nil, isCutShort(bytes) else { throw error }
      isCut = true
      return nil
    }
  }

  private mutating func read(_ bytes: [UInt8]) throws(Diagnostics) -> JSONNode? {
    guard bytes.count <= TraceLines.limit else { throw tooLong(line) }
    guard source != nil else {
      source = try readHeader(bytes)
      return nil
    }
    guard bytes.contains(where: isInk) else { return nil }
    let document = try parse(bytes)
    let root = document.root
    guard root.kind == .object else {
      throw diagnostics("expected an object with “event”, received \(root.summary)", line)
    }
    try refuseRepeatedNames(document)
    return root
  }

  private func parse(_ bytes: [UInt8]) throws(Diagnostics) -> JSONDocument {
    do {
      return try JSONDocument(parsing: bytes)
    } catch {
      throw diagnostics(error.message, line, error.position.column)
    }
  }

  /// Whether a byte is more than a blank between lines.
  private func isInk(_ byte: UInt8) -> Bool { byte != 0x20 && byte != 0x09 && byte != 0x0D }

  /// Whether a line ends where JSON would have gone on.
  private func isCutShort(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: isInk) else { return true }
    guard first == UInt8(ascii: "{") else { return false }
    do {
      _ = try JSONDocument(parsing: bytes)
      return false
    } catch {
      return Self.mayGoOn(bytes[min(error.position.offset, bytes.count)...])
    }
  }

  /// Whether what is wrong with a text is no more than that it ends: nothing is left of it, or the
  /// beginning of a word or of a scalar.
  private static func mayGoOn(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first else { return true }
    if ["true", "false", "null"].contains(where: { $0.utf8.starts(with: rest) }) { return true }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
    return rest.count < length && rest.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
  }
}

// MARK: - The first line

extension TraceReader {
  private func header(_ received: String) -> String {
    "expected {\"format\": 1, \"contract\": \"\(contract)\", \"role\": \"\(role.rawValue)\", "
      + "\"source\": …} in the first line of a trace, received \(received)"
  }

  private func readHeader(_ bytes: [UInt8]) throws(Diagnostics) -> String {
    guard bytes.contains(where: isInk) else {
      throw diagnostics(header("an empty line"), 1)
    }
    let document = try parse(bytes)
    let root = document.root
    guard root.kind == .object, root["event"] == nil || root["format"] != nil else {
      throw diagnostics(header(root.kind == .object ? "an event" : root.summary), 1)
    }
    try refuseRepeatedNames(document)
    guard root["format"]?.number?.int == 1 else {
      throw wrong("format", "1", root)
    }
    guard root["contract"]?.isText(contract) == true else {
      throw wrong("contract", "\"\(contract)\"", root)
    }
    guard root["role"]?.isText(role.rawValue) == true else {
      throw wrong("role", "\"\(role.rawValue)\"", root)
    }
    return root["source"]?.string ?? path
  }

  private func wrong(_ name: String, _ wanted: String, _ root: JSONNode) -> Diagnostics {
    guard let node = root[name] else {
      return diagnostics(
        "expected “\(name)” \(wanted) in the first line of the trace, received none", 1)
    }
    return diagnostics(
      "expected a trace of “\(name)” \(wanted), received \(node.summary)", 1,
      node.position.column)
  }
}

// MARK: - Complaints

extension TraceReader {
  func diagnostics(_ message: String, _ line: Int, _ column: Int = 1) -> Diagnostics {
    Diagnostics([
      Diagnostic(message, at: FileLocation(path: path, line: line, column: column))
    ])
  }

  private func tooLong(_ line: Int) -> Diagnostics {
    diagnostics(
      "expected at most \(TraceLines.limit) bytes in a line, received more; leave large values out",
      line)
  }

  /// Refuses an object that has a name twice, since it does not say what happened.
  private func refuseRepeatedNames(_ document: JSONDocument) throws(Diagnostics) {
    guard let repeated = document.firstDuplicateKey else { return }
    throw diagnostics(
      "expected each member once, received “\(repeated.key)” twice in one object; keep one", line,
      repeated.position.column)
  }
}
