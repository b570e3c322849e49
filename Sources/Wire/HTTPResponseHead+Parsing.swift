extension HTTPResponseHead {
  /// A head that was read, and what is wrong with it.
  public struct Reading: Sendable, Hashable {
    /// The head, as far as it could be understood.
    public var head: HTTPResponseHead
    /// A sentence for each thing that HTTP does not allow; empty for a correct head.
    public var observations: [String]
  }

  /// Reads a whole head, tolerant of everything but a status line that has no meaning.
  ///
  /// - Parameter block: The lines with their line ends, the empty line at the end included or not.
  /// - Returns: The head and what is wrong with it.
  /// - Throws: An error when the status line is none.
  public static func reading(_ block: ArraySlice<UInt8>) throws(HTTPSyntaxError) -> Reading {
    var reader = ResponseHeadReader()
    var rest = block
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      try reader.add(ByteQueue.Line(split: rest[..<end]))
      rest = rest[(end + 1)...]
    }
    if !rest.isEmpty { try reader.add(ByteQueue.Line(bytes: rest, endsInCRLF: true)) }
    return try reader.finish()
  }
}

/// Reads a status line and the fields after it (RFC 9112, 4 and 5).
struct ResponseHeadReader {
  private var head: HTTPResponseHead?
  private(set) var hasBegun = false
  private var reader = FieldReader()
  private var observations: [String] = []

  mutating func add(_ line: ByteQueue.Line) throws(HTTPSyntaxError) {
    if !hasBegun {
      try readStatusLine(line.bytes)
      hasBegun = true
      if !line.endsInCRLF { observations.append(FieldReader.Defect.bareLineFeed.sentence) }
    } else if !line.bytes.isEmpty {
      reader.add(line)
    }
  }

  mutating func finish() throws(HTTPSyntaxError) -> HTTPResponseHead.Reading {
    reader.finish()
    guard var head = head.take() else {
      throw HTTPSyntaxError("expected a status line, received none")
    }
    head.fields = reader.fields
    for defect in reader.defects where !observations.contains(defect.sentence) {
      observations.append(defect.sentence)
    }
    observations += head.framingObservations
    return HTTPResponseHead.Reading(head: head, observations: observations)
  }

  private mutating func readStatusLine(_ line: ArraySlice<UInt8>) throws(HTTPSyntaxError) {
    if let usual = line.withUnsafeBufferPointer({ HTTPResponseHead(usualLine: $0) }) {
      head = usual
      return
    }
    let version = line.prefix { $0 != UInt8(ascii: " ") }
    let rest = line[version.endIndex...].drop { $0 == UInt8(ascii: " ") }
    let digits = rest.prefix(while: { $0.isDigit })
    guard String(wire: version.prefix(5)).isEqualIgnoringASCIICase("HTTP/"),
      digits.count == 3, let status = Int(String(wire: digits)), status >= 100
    else {
      throw HTTPSyntaxError(
        "expected a status line such as `HTTP/1.1 200 OK`, received \(quoted(line))")
    }
    let reason = rest[digits.endIndex...]
    noteOddities(version: version, rest: rest, status: status, reason: reason)
    head = HTTPResponseHead(
      statusLine: String(wire: line), version: String(wire: version), status: status,
      reason: String(wire: reason.first == UInt8(ascii: " ") ? reason.dropFirst() : reason))
  }

  private mutating func noteOddities(
    version: ArraySlice<UInt8>, rest: ArraySlice<UInt8>, status: Int, reason: ArraySlice<UInt8>
  ) {
    if !version.elementsEqual("HTTP/1.1".utf8) && !version.elementsEqual("HTTP/1.0".utf8) {
      observations.append("expected the version HTTP/1.1, received \(quoted(version))")
    }
    if rest.startIndex != version.endIndex + 1 {
      observations.append("expected one space before the status code, received several")
    }
    if reason.first != UInt8(ascii: " ") {
      observations.append(
        "expected a space after the status code, received \(quoted(reason.prefix(1)))")
    }
    if status >= 600 {
      observations.append("expected a status code from 100 to 599, received \(status)")
    }
    if reason.contains(where: { $0.isForbiddenInField }) {
      observations.append("expected no control byte in the reason, received \(quoted(reason))")
    }
  }
}

extension HTTPResponseHead {
  /// Reads a status line of exactly the usual form, `HTTP/1.1 200 OK`; nil for any other, which is
  /// to be read with more care.
  fileprivate init?(usualLine line: UnsafeBufferPointer<UInt8>) {
    let hundreds = line.count > 12 ? line[9] : 0
    guard (0x31...0x35).contains(hundreds), line[10].isDigit, line[11].isDigit, line[12] == 0x20,
      line[..<9].elementsEqual("HTTP/1.1 ".utf8)
    else { return nil }
    let reason = UnsafeBufferPointer(rebasing: line[13...])
    guard !reason.contains(where: { $0.isForbiddenInField }) else { return nil }
    self.init(
      statusLine: String(wireBuffer: line), version: "HTTP/1.1",
      status: Int(hundreds - 0x30) * 100 + Int(line[10] - 0x30) * 10 + Int(line[11] - 0x30),
      reason: String(wireBuffer: reason))
  }
}

// MARK: - Framing

extension HTTPResponseHead {
  /// What is wrong with the fields that frame the body (RFC 9112, 6).
  var framingObservations: [String] {
    if hasUsualFraming { return [] }
    let lengths = fields.all("Content-Length")
    let codings = fields.contains("Transfer-Encoding") ? fields.listItems("Transfer-Encoding") : []
    var found = lengthObservations(lengths)
    if codings.isEmpty && lengths.isEmpty { return found }
    if !codings.isEmpty && !lengths.isEmpty {
      found.append("expected one framing, received Content-Length and Transfer-Encoding")
    }
    if codings.contains(where: { !$0.isEqualIgnoringASCIICase("chunked") }) {
      let list = quoted(codings.joined(separator: ", ").wireBytes)
      found.append("expected no transfer coding but chunked, received \(list)")
    }
    if !codings.isEmpty && version == "HTTP/1.0" {
      found.append("expected no Transfer-Encoding in HTTP/1.0, received it")
    }
    if status < 200 || status == 204 {
      found.append("expected no framing field in a \(status) response, received one")
    }
    return found
  }

  /// Whether there is one Content-Length, a number, or none, and no Transfer-Encoding.
  private var hasUsualFraming: Bool {
    var lengths = 0
    for field in fields {
      if field.name.isEqualIgnoringASCIICase("Content-Length") {
        lengths += 1
        if lengths > 1 || contentLength(field.value) == nil { return false }
      } else if field.name.isEqualIgnoringASCIICase("Transfer-Encoding") {
        return false
      }
    }
    return lengths == 0 || status >= 200 && status != 204
  }

  private func lengthObservations(_ lengths: [String]) -> [String] {
    if lengths.contains(where: { contentLength($0) == nil }) {
      let list = quoted(lengths.joined(separator: ", ").wireBytes)
      return ["expected digits in Content-Length, received \(list)"]
    }
    if lengths.count < 2 { return [] }
    let list = lengths.joined(separator: ", ")
    return Set(lengths.compactMap(contentLength)).count > 1
      ? ["expected one Content-Length, received two different values: \(list)"]
      : ["expected one Content-Length, received it \(lengths.count) times: \(list)"]
  }
}
