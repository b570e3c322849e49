extension HTTPResponseHead {
  /// Reads a whole head, tolerant of everything but a status line that has no meaning.
  ///
  /// - Parameters:
  ///   - block: The lines with their line ends, the empty line at the end included or not.
  ///   - observations: Gets a sentence for each thing that HTTP does not allow.
  /// - Returns: The head, as far as it could be understood.
  /// - Throws: An error when the status line is none.
  package static func reading(
    _ block: ArraySlice<UInt8>, observations: inout [String]
  ) throws(HTTPSyntaxError) -> HTTPResponseHead {
    try block.withUnsafeBufferPointer { block throws(HTTPSyntaxError) in
      var reader = ResponseHeadReader()
      var start = 0
      while start < block.count {
        let end = block[start...].firstIndex(of: UInt8(ascii: "\n")) ?? block.count
        let endsInCRLF = end > start && block[end - 1] == UInt8(ascii: "\r")
        let line = UnsafeBufferPointer(rebasing: block[start..<(endsInCRLF ? end - 1 : end)])
        try reader.add(line, endsInCRLF: endsInCRLF || end == block.count)
        start = end + 1
      }
      return try reader.finish(observations: &observations)
    }
  }

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

/// Reads a status line and the fields after it (RFC 9112, 4 and 5).
struct ResponseHeadReader {
  private var head = HTTPResponseHead(statusLine: "", status: 0)
  private(set) var hasBegun = false
  private var reader = FieldReader()
  private var observations: [String] = []

  /// Adds one line without its line end.
  mutating func add(
    _ line: UnsafeBufferPointer<UInt8>, endsInCRLF: Bool
  ) throws(HTTPSyntaxError) {
    if !hasBegun {
      if let usual = HTTPResponseHead(usualLine: line) {
        head = usual
      } else {
        head = try statusLine(line)
      }
      hasBegun = true
      if !endsInCRLF { observations.append(FieldReader.Defect.bareLineFeed.sentence) }
    } else if !line.isEmpty {
      reader.add(line, endsInCRLF: endsInCRLF)
    }
  }

  /// Ends the block; adds the sentences that are not there yet.
  mutating func finish(observations all: inout [String]) throws(HTTPSyntaxError)
    -> HTTPResponseHead
  {
    guard hasBegun else { throw HTTPSyntaxError("expected a status line, received none") }
    reader.finish()
    head.fields = reader.fields
    let sentences = observations + reader.defects.map(\.sentence) + head.framingObservations
    for sentence in sentences where !all.contains(sentence) { all.append(sentence) }
    return head
  }

  private mutating func statusLine(
    _ line: UnsafeBufferPointer<UInt8>
  ) throws(HTTPSyntaxError) -> HTTPResponseHead {
    let version = line.prefix { $0 != UInt8(ascii: " ") }
    let rest = line[version.endIndex...].drop { $0 == UInt8(ascii: " ") }
    let digits = rest.prefix { $0.isDigit }
    guard String(wire: version.prefix(5)).isEqualIgnoringASCIICase("HTTP/"),
      digits.count == 3, let status = Int(String(wire: digits)), status >= 100
    else {
      throw HTTPSyntaxError(
        "expected a status line such as `HTTP/1.1 200 OK`, received \(quoted(line))")
    }
    let reason = rest[digits.endIndex...]
    noteOddities(version: version, rest: rest, status: status, reason: reason)
    return HTTPResponseHead(
      statusLine: String(wire: line), version: String(wire: version), status: status,
      reason: String(wire: reason.first == UInt8(ascii: " ") ? reason.dropFirst() : reason))
  }

  private mutating func noteOddities(
    version: Slice<UnsafeBufferPointer<UInt8>>, rest: Slice<UnsafeBufferPointer<UInt8>>,
    status: Int, reason: Slice<UnsafeBufferPointer<UInt8>>
  ) {
    // Over TLS, HTTP/2 may have been agreed upon; libcurl then writes the line so.
    if !["HTTP/1.1", "HTTP/1.0", "HTTP/2"].contains(String(wire: version)) {
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
