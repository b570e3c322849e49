import Wire

/// How a request is put on the wire: by libcurl where it sends it unchanged, else by ourselves.
enum RequestText {
  /// Whether libcurl would change or refuse the request.
  ///
  /// It writes Host once, first and in that case, leaves out fields of white space only and fields
  /// without a name, reads no text after a NUL, and sends no body with HEAD.
  static func isChangedByCurl(_ request: HTTPRequest) -> Bool {
    if request.method.isEmpty || request.method.hasForbiddenBytes { return true }
    if request.target.hasForbiddenBytes { return true }
    if request.method == "HEAD" && !request.body.isEmpty { return true }
    return request.fields.enumerated().contains { place, field in
      isChangedByCurl(field, at: place)
    }
  }

  private static func isChangedByCurl(_ field: HTTPField, at place: Int) -> Bool {
    if field.name.isEmpty || field.name.hasForbiddenBytes || field.value.hasForbiddenBytes {
      return true
    }
    if field.name.isEqualIgnoringASCIICase("Host") {
      return place != 0 || !field.name.utf8.elementsEqual("Host".utf8) || field.value.isEmpty
    }
    let isBlank = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    if !isBlank { return false }
    return !field.value.isEmpty || field.name.utf8.contains(UInt8(ascii: ";"))
  }

  /// Whether a request without a body still says so (RFC 9110, 8.6).
  static func announcesEmptyBody(_ request: HTTPRequest) -> Bool {
    switch request.method {
    case "POST", "PUT", "PATCH":
      !request.fields.contains("Content-Length") && !request.fields.contains("Transfer-Encoding")
    default: false
    }
  }

  /// Writes a request as it is, adding only Host and Content-Length where they are missing.
  static func bytes(of request: HTTPRequest, to endpoint: Endpoint) -> [UInt8] {
    var fields = request.fields
    if !fields.contains("Host") {
      fields = HTTPFields([HTTPField("Host", endpoint.authority)] + fields)
    }
    var body = request.body
    let codings = fields.listItems("Transfer-Encoding")
    if codings.last?.isEqualIgnoringASCIICase("chunked") == true {
      if !body.isEmpty {
        body = Array("\(String(body.count, radix: 16))\r\n".utf8) + body + [13, 10]
      }
      body += Array("0\r\n\r\n".utf8)
    } else if codings.isEmpty, !fields.contains("Content-Length"),
      !body.isEmpty || announcesEmptyBody(request)
    {
      fields.append("Content-Length", String(body.count))
    }
    var text = "\(request.method) \(endpoint.target(request.target)) HTTP/1.1\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    return (text + "\r\n").wireBytes + body
  }
}

extension String {
  /// Whether a NUL, CR or LF is in the text.
  fileprivate var hasForbiddenBytes: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes where byte < 0x0E && (byte == 0 || byte == 0x0A || byte == 0x0D) {
        return true
      }
      return false
    } ?? utf8.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D }
  }

  /// Gives the bytes of a text of the wire to C, with a NUL after.
  func withWireCString<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
    if isASCII { return withCString(body) }
    return (wireBytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { chars in
        guard let start = chars.baseAddress else { return "".withCString(body) }
        return body(start)
      }
    }
  }
}
