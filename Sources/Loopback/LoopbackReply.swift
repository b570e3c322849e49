public import Wire

/// How the end of a reply's body is marked.
public enum LoopbackFraming: Sendable, Hashable {
  /// By a Content-Length field.
  case contentLength
  /// By chunks of these sizes; what is left over is one more chunk, an HTTP/1.0 client gets close.
  case chunked([Int] = [])
  /// By closing the connection.
  case close
}

/// What the server sends for a request, and what goes wrong on the way.
public struct LoopbackReply: Sendable, Hashable {
  /// The status code.
  public var status: Int
  /// The reason phrase; nil takes the usual one of the code.
  public var reason: String?
  /// The header fields in order; the framing's own is added after them unless it is among them.
  public var fields: HTTPFields
  /// The body; kept back where HTTP allows none (HEAD, 204, 304).
  public var body: [UInt8]
  /// How the end of the body is marked.
  public var framing = LoopbackFraming.contentLength
  /// The fields after a chunked body.
  public var trailers = HTTPFields()
  /// The interim heads that are sent before.
  public var interim: [HTTPResponseHead] = []
  /// The version in the status line.
  public var httpVersion = "HTTP/1.1"
  /// How long the server waits before it answers.
  public var delay = Duration.zero
  /// Whether the server closes instead of answering.
  public var drop = false
  /// The bytes after which the message is cut and the connection closed; nil sends it whole.
  public var truncateAfter: Int?
  /// Bytes to send instead of all of the above, before closing unless `closes` is false.
  public var raw: [UInt8]?
  /// Whether the connection is closed afterwards; nil leaves it to HTTP and closes after raw bytes.
  public var closes: Bool?
  /// Whether the close is a reset (RST), which may also destroy bytes under way.
  public var resets = false

  /// Creates a reply.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - reason: The reason phrase; nil takes the usual one.
  ///   - fields: The header fields in order.
  ///   - body: The body.
  ///   - framing: How its end is marked.
  public init(
    status: Int = 200, reason: String? = nil, fields: HTTPFields = [], body: [UInt8] = [],
    framing: LoopbackFraming = .contentLength
  ) {
    self.status = status
    self.reason = reason
    self.fields = fields
    self.body = body
    self.framing = framing
  }
}

// MARK: - Factories

extension LoopbackReply {
  /// Makes a reply with a JSON body.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - bytes: The JSON text.
  ///   - fields: Fields that come before Content-Type.
  /// - Returns: The reply.
  public static func json(
    _ status: Int, _ bytes: [UInt8], fields: HTTPFields = []
  ) -> LoopbackReply {
    reply(status, bytes, fields, type: "application/json")
  }

  /// Makes a reply with a JSON body.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - text: The JSON text, sent as UTF-8.
  ///   - fields: Fields that come before Content-Type.
  /// - Returns: The reply.
  public static func json(
    _ status: Int, _ text: String, fields: HTTPFields = []
  ) -> LoopbackReply {
    reply(status, Array(text.utf8), fields, type: "application/json")
  }

  /// Makes a reply with a plain text body.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - text: The text, sent as UTF-8.
  ///   - fields: Fields that come before Content-Type.
  /// - Returns: The reply.
  public static func text(
    _ status: Int, _ text: String, fields: HTTPFields = []
  ) -> LoopbackReply {
    reply(status, Array(text.utf8), fields, type: "text/plain; charset=utf-8")
  }

  /// Makes a 200 reply with a plain text body.
  ///
  /// - Parameter text: The text, sent as UTF-8.
  /// - Returns: The reply.
  public static func text(_ text: String) -> LoopbackReply {
    .text(200, text)
  }

  /// Makes a reply of bytes as they are.
  ///
  /// - Parameters:
  ///   - bytes: What is sent.
  ///   - closes: Whether the connection is closed afterwards.
  /// - Returns: The reply.
  public static func raw(_ bytes: some Sequence<UInt8>, closes: Bool = true) -> LoopbackReply {
    var reply = LoopbackReply()
    reply.raw = Array(bytes)
    reply.closes = closes
    return reply
  }

  /// A reply that closes the connection without a byte.
  public static var dropped: LoopbackReply {
    var reply = LoopbackReply()
    reply.drop = true
    return reply
  }

  private static func reply(
    _ status: Int, _ body: [UInt8], _ fields: HTTPFields, type: String
  ) -> LoopbackReply {
    var reply = LoopbackReply(status: status, fields: fields, body: body)
    if !fields.contains("Content-Type") { reply.fields.append("Content-Type", type) }
    return reply
  }
}
