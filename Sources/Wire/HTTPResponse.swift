/// The status line and the header fields of one response.
public struct HTTPResponseHead: Sendable, Hashable {
  /// The status line as sent, without its line end.
  public var statusLine: String
  /// The protocol version as sent: `HTTP/1.1`.
  public var version: String
  /// The three-digit status code.
  public var status: Int
  /// The reason phrase as sent; empty when there is none.
  public var reason: String
  /// The header fields in order.
  public var fields: HTTPFields

  /// Creates a head; the status line is put together from its parts unless it is given.
  ///
  /// - Parameters:
  ///   - statusLine: The status line as sent; nil makes one of version, status and reason.
  ///   - version: The protocol version.
  ///   - status: The status code.
  ///   - reason: The reason phrase.
  ///   - fields: The header fields in order.
  public init(
    statusLine: String? = nil, version: String = "HTTP/1.1", status: Int, reason: String = "",
    fields: HTTPFields = []
  ) {
    self.statusLine = statusLine ?? "\(version) \(status) \(reason)"
    self.version = version
    self.status = status
    self.reason = reason
    self.fields = fields
  }
}

/// One response with everything that came before and after it.
public struct HTTPResponse: Sendable, Hashable {
  /// The head of the final response.
  public var head: HTTPResponseHead
  /// The interim (1xx) heads that came before, in order; 101 is final.
  public var interim: [HTTPResponseHead]
  /// The fields after a chunked body.
  public var trailers: HTTPFields
  /// The body up to the cap, transfer coding removed, content coding as sent.
  public var body: [UInt8]
  /// The number of body bytes that came, those beyond the cap included.
  public var bodyLength: Int

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - head: The final head.
  ///   - interim: The interim heads before it.
  ///   - trailers: The fields after a chunked body.
  ///   - body: The body that was kept.
  ///   - bodyLength: The bytes that came; nil when all were kept.
  public init(
    head: HTTPResponseHead, interim: [HTTPResponseHead] = [], trailers: HTTPFields = [],
    body: [UInt8] = [], bodyLength: Int? = nil
  ) {
    self.head = head
    self.interim = interim
    self.trailers = trailers
    self.body = body
    self.bodyLength = bodyLength ?? body.count
  }
}

extension HTTPResponse {
  /// The status code of the final head.
  public var status: Int { head.status }
  /// The header fields of the final head.
  public var fields: HTTPFields { head.fields }
  /// Whether more bytes came than were kept.
  public var truncatedByCap: Bool { bodyLength > body.count }
}
