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
  private var reader = FieldReader()
  private var observations: [String] = []

  var hasBegun: Bool { head != nil }

  mutating func add(_ line: ByteQueue.Line) throws(HTTPSyntaxError) {
    if head == nil {
      try readStatusLine(line.bytes)
      if !line.endsInCRLF { observations.append(FieldReader.Defect.bareLineFeed.sentence) }
    } else if !line.bytes.isEmpty {
      reader.add(line)
    }
  }

  mutating func finish() throws(HTTPSyntaxError) -> HTTPResponseHead.Reading {
    reader.finish()
    guard var head else { throw HTTPSyntaxError("expected a status line, received none") }
    head.fields = reader.fields
    for defect in reader.defects where !observations.contains(defect.sentence) {
      observations.append(defect.sentence)
    }
    observations += head.framingObservations
    return HTTPResponseHead.Reading(head: head, observations: observations)
  }

  private mutating func readStatusLine(_ line: ArraySlice<UInt8>) throws(HTTPSyntaxError) {
    let version = line.prefix { $0 != UInt8(ascii: " ") }
    let rest = line[version.endIndex...].drop { $0 == UInt8(ascii: " ") }
    let digits = rest.prefix(while: \.isDigit)
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
    if reason.contains(where: \.isForbiddenInField) {
      observations.append("expected no control byte in the reason, received \(quoted(reason))")
    }
  }
}

// MARK: - Framing

extension HTTPResponseHead {
  /// What is wrong with the fields that frame the body (RFC 9112, 6).
  var framingObservations: [String] {
    var found: [String] = []
    let lengths = fields.all("Content-Length")
    let codings = fields.listItems("Transfer-Encoding")
    let list = lengths.joined(separator: ", ")
    if lengths.contains(where: { contentLength($0) == nil }) {
      found.append("expected digits in Content-Length, received \(quoted(list.wireBytes))")
    } else if Set(lengths.compactMap(contentLength)).count > 1 {
      found.append("expected one Content-Length, received two different values: \(list)")
    } else if lengths.count > 1 {
      found.append("expected one Content-Length, received it \(lengths.count) times: \(list)")
    }
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
    if (status < 200 || status == 204) && !(codings.isEmpty && lengths.isEmpty) {
      found.append("expected no framing field in a \(status) response, received one")
    }
    return found
  }
}
