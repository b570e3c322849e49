/// Reads a request line and its fields, and refuses what a server must refuse (RFC 9112, 3 to 6).
struct RequestHeadReader {
  /// How the end of the body is found.
  enum BodyLength {
    case none
    case length(Int)
    case chunked
  }

  private var method = ""
  private var target = ""
  private var version = ""
  private var hasLine = false
  private var reader = FieldReader()
  private var size = 0

  var hasBegun: Bool { hasLine }

  /// Reads on; returns the request without its body when the head is whole.
  mutating func read(
    _ queue: inout ByteQueue, limit: Int
  ) throws(HTTPSyntaxError) -> HTTPIncomingRequest? {
    while let line = queue.popLine() {
      size += line.bytes.count + 2
      guard size <= limit else { throw Self.tooLong(limit) }
      if !hasLine {
        // An empty line before a request is let pass (RFC 9112, 2.2).
        guard !line.bytes.isEmpty else { continue }
        try readRequestLine(line.bytes)
      } else if line.bytes.isEmpty {
        return try finish()
      } else {
        reader.add(line)
      }
    }
    guard size + queue.count <= limit else { throw Self.tooLong(limit) }
    return nil
  }

  private static func tooLong(_ limit: Int) -> HTTPSyntaxError {
    HTTPSyntaxError("expected a head of at most \(limit) bytes", status: 431)
  }

  private mutating func readRequestLine(_ line: ArraySlice<UInt8>) throws(HTTPSyntaxError) {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy({ $0.isTokenByte }),
      !parts[1].isEmpty, !parts[1].contains(where: { $0 < 0x21 || $0 == 0x7F })
    else {
      throw HTTPSyntaxError("expected `METHOD target HTTP/1.1`, received \(quoted(line))")
    }
    version = String(wire: parts[2])
    let digits = parts[2].dropFirst(5)
    guard parts[2].starts(with: "HTTP/".utf8), digits.count == 3,
      let major = digits.first, major.isDigit, digits.dropFirst().first == UInt8(ascii: "."),
      digits.last?.isDigit == true
    else {
      throw HTTPSyntaxError("expected HTTP/1.1, received \(quoted(parts[2]))")
    }
    guard major == UInt8(ascii: "1") else {
      throw HTTPSyntaxError("expected HTTP/1.1, received \(quoted(parts[2]))", status: 505)
    }
    method = String(wire: parts[0])
    target = String(wire: parts[1])
    hasLine = true
  }

  private mutating func finish() throws(HTTPSyntaxError) -> HTTPIncomingRequest {
    reader.finish()
    if let defect = reader.defects.first(where: { $0 != .bareLineFeed }) {
      throw HTTPSyntaxError(defect.sentence)
    }
    let hosts = reader.fields.all("Host").count
    guard hosts == 1 || hosts == 0 && isHTTP10 else {
      throw HTTPSyntaxError("expected one Host field, received \(hosts)")
    }
    return HTTPIncomingRequest(
      request: HTTPRequest(method: method, target: target, fields: reader.fields),
      version: version, keepsAlive: keepsAlive,
      expectsContinue: !isHTTP10
        && reader.fields[first: "Expect"]?.isEqualIgnoringASCIICase("100-continue") == true)
  }

  private var isHTTP10: Bool { version == "HTTP/1.0" }

  private var keepsAlive: Bool {
    let options = reader.fields.listItems("Connection")
    if options.contains(where: { $0.isEqualIgnoringASCIICase("close") }) { return false }
    return !isHTTP10 || options.contains { $0.isEqualIgnoringASCIICase("keep-alive") }
  }

  /// Finds the framing of the body (RFC 9112, 6.3); valid once the head is whole.
  func bodyLength(limit: Int) throws(HTTPSyntaxError) -> BodyLength {
    let lengths = reader.fields.all("Content-Length")
    let codings = reader.fields.listItems("Transfer-Encoding")
    if !codings.isEmpty {
      guard lengths.isEmpty, !isHTTP10 else {
        throw HTTPSyntaxError("expected one framing, received Transfer-Encoding and another")
      }
      guard codings.count == 1, codings[0].isEqualIgnoringASCIICase("chunked") else {
        throw HTTPSyntaxError(
          "expected Transfer-Encoding: chunked, received \(codings.joined(separator: ", "))",
          status: 501)
      }
      return .chunked
    }
    guard let first = lengths.first else { return .none }
    guard lengths.count == 1, let length = contentLength(first) else {
      throw HTTPSyntaxError(
        "expected one Content-Length, a number, received \(lengths.joined(separator: ", "))")
    }
    guard length <= limit else {
      throw HTTPSyntaxError("expected a body of at most \(limit) bytes", status: 413)
    }
    return length == 0 ? .none : .length(length)
  }
}

/// Reads a Content-Length: digits only; nil for anything else and for more than 18 digits.
func contentLength(_ text: String) -> Int? {
  let bytes = text.utf8
  guard (1...18).contains(bytes.count), bytes.allSatisfy({ $0.isDigit }) else { return nil }
  return Int(text)
}

extension HTTPFields {
  /// Splits the values of a field at its commas (RFC 9110, 5.6.1); empty items are left out.
  ///
  /// - Parameter name: The name, in any case.
  /// - Returns: The items of all its lines in order, without the white space around them.
  public func listItems(_ name: String) -> [String] {
    all(name).flatMap { value in
      Array(value.wireBytes).split(separator: UInt8(ascii: ","))
        .map { String(wire: $0.trimmingBlanks) }.filter { !$0.isEmpty }
    }
  }
}
