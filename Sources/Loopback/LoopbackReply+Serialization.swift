import Wire

extension LoopbackReply {
  /// What one reply puts on the wire.
  struct Message: Equatable {
    var interim: [UInt8]
    var bytes: [UInt8]
    var closes: Bool
  }

  /// Writes the reply to one request; pure.
  func message(to incoming: HTTPIncomingRequest) -> Message {
    if let raw {
      return cut(Message(interim: [], bytes: raw, closes: closes ?? true))
    }
    let framing = effectiveFraming(for: incoming)
    let asked = fields.listItems("Connection").contains { $0.isEqualIgnoringASCIICase("close") }
    let mustClose = framing == .close || asked || !incoming.keepsAlive
    let closes = closes ?? mustClose
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256 + body.count)
    append(head: responseHead(framing, closes: closes && !asked, to: incoming), to: &bytes)
    if !hasNoBody(for: incoming.request.method) { append(body: framing, to: &bytes) }
    var before: [UInt8] = []
    for head in interim { append(head: head, to: &before) }
    return cut(Message(interim: before, bytes: bytes, closes: closes))
  }

  private func cut(_ message: Message) -> Message {
    guard let truncateAfter else { return message }
    var message = message
    message.bytes = Array(message.bytes.prefix(truncateAfter))
    message.closes = true
    return message
  }

  private func effectiveFraming(for incoming: HTTPIncomingRequest) -> LoopbackFraming {
    guard case .chunked = framing, incoming.version == "HTTP/1.0" else { return framing }
    return .close
  }

  private func hasNoBody(for method: String) -> Bool {
    method == "HEAD" || status < 200 || status == 204 || status == 304
  }

  private func responseHead(
    _ framing: LoopbackFraming, closes: Bool, to incoming: HTTPIncomingRequest
  ) -> HTTPResponseHead {
    var fields = fields
    let mayFrame = status >= 200 && status != 204 && status != 304
    switch framing {
    case .contentLength where mayFrame && !fields.contains("Content-Length"):
      fields.append("Content-Length", String(body.count))
    case .chunked where mayFrame && !fields.contains("Transfer-Encoding"):
      fields.append("Transfer-Encoding", "chunked")
    default:
      break
    }
    if closes && !fields.contains("Connection") { fields.append("Connection", "close") }
    let reason = reason ?? reasonPhrase(status)
    return HTTPResponseHead(version: httpVersion, status: status, reason: reason, fields: fields)
  }

  private func append(head: HTTPResponseHead, to bytes: inout [UInt8]) {
    bytes.append(line: head.statusLine)
    for field in head.fields {
      bytes.append(contentsOf: field.name.wireBytes)
      bytes.append(contentsOf: [UInt8(ascii: ":"), UInt8(ascii: " ")])
      bytes.append(line: field.value)
    }
    bytes.append(line: "")
  }

  private func append(body framing: LoopbackFraming, to bytes: inout [UInt8]) {
    guard case .chunked(let sizes) = framing else {
      bytes.append(contentsOf: body)
      return
    }
    var rest = body[...]
    for size in sizes + [rest.count] where !rest.isEmpty && size > 0 {
      let chunk = rest.prefix(size)
      rest = rest.dropFirst(size)
      bytes.append(line: String(chunk.count, radix: 16))
      bytes.append(contentsOf: chunk)
      bytes.append(line: "")
    }
    bytes.append(line: "0")
    for field in trailers { bytes.append(line: "\(field.name): \(field.value)") }
    bytes.append(line: "")
  }
}

extension [UInt8] {
  fileprivate mutating func append(line: String) {
    append(contentsOf: line.wireBytes)
    append(UInt8(ascii: "\r"))
    append(UInt8(ascii: "\n"))
  }
}

/// The reason phrases of RFC 9110, 15; empty for a code that has none.
func reasonPhrase(_ status: Int) -> String {
  reasonPhrases[status] ?? ""
}

private let reasonPhrases: [Int: String] = [
  100: "Continue", 101: "Switching Protocols", 103: "Early Hints",
  200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 205: "Reset Content",
  206: "Partial Content", 301: "Moved Permanently", 302: "Found", 303: "See Other",
  304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
  400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
  404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout",
  409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
  413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
  416: "Range Not Satisfiable", 417: "Expectation Failed", 421: "Misdirected Request",
  422: "Unprocessable Content", 423: "Locked", 425: "Too Early", 426: "Upgrade Required",
  428: "Precondition Required", 429: "Too Many Requests",
  431: "Request Header Fields Too Large", 500: "Internal Server Error",
  501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
  504: "Gateway Timeout", 505: "HTTP Version Not Supported",
]
