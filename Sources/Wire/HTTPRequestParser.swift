/// A request as a server reads it: the message and what its head says about the connection.
public struct HTTPIncomingRequest: Sendable, Hashable {
  /// The request; its body is empty until it is whole.
  public var request: HTTPRequest
  /// The version as sent: `HTTP/1.1` or `HTTP/1.0`.
  public var version: String
  /// Whether the client lets the connection stay open after the answer (RFC 9112, 9.3).
  public var keepsAlive: Bool
  /// Whether the client waits for 100 before it sends the body (RFC 9110, 10.1.1).
  public var expectsContinue: Bool

  package init(
    request: HTTPRequest, version: String, keepsAlive: Bool = false, expectsContinue: Bool = false
  ) {
    self.request = request
    self.version = version
    self.keepsAlive = keepsAlive
    self.expectsContinue = expectsContinue
  }
}

/// Reads HTTP/1.1 requests, one after another, from bytes that come in any portions.
///
/// It does no input or output. After a malformed request it reads no further: the connection can
/// only be answered and closed.
public struct HTTPRequestParser: Sendable {
  /// Limits within which a request must stay.
  public struct Limits: Sendable, Hashable {
    /// The bytes of the request line and the fields, 64 KiB by default.
    public var head: Int
    /// The bytes of the body, 32 MiB by default.
    public var body: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - head: The bytes of a head.
    ///   - body: The bytes of a body.
    public init(head: Int = 1 << 16, body: Int = 32 << 20) {
      self.head = head
      self.body = body
    }
  }

  /// What the bytes meant.
  public enum Event: Sendable, Hashable {
    /// A head is whole and a body follows; not sent for a request without a body.
    case head(HTTPIncomingRequest)
    /// A request is whole.
    case request(HTTPIncomingRequest)
    /// The bytes are no request that can be answered otherwise.
    case malformed(HTTPSyntaxError)
  }

  private enum State {
    case head
    case body(left: Int)
    case chunks(ChunkedBody)
    case dead
  }

  private let limits: Limits
  private var queue = ByteQueue()
  private var state = State.head
  private var head = RequestHeadReader()
  private var incoming: HTTPIncomingRequest?

  /// Creates a parser.
  ///
  /// - Parameter limits: The limits of a request.
  public init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Whether the bytes so far end within a request.
  public var isWithinRequest: Bool {
    if case .head = state { return head.hasBegun || queue.count > 0 }
    return true
  }

  /// Reads the next bytes.
  ///
  /// - Parameter bytes: Bytes in the order in which they came, any number.
  /// - Returns: What became known, in order.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Event] {
    if case .dead = state { return [] }
    queue.append(bytes)
    var events: [Event] = []
    do throws(HTTPSyntaxError) {
      while let event = try step() { events.append(event) }
    } catch {
      state = .dead
      events.append(.malformed(error))
    }
    return events
  }

  /// Says that no more bytes will come.
  ///
  /// - Returns: A malformed event when they ended within a request, otherwise nothing.
  public mutating func finish() -> [Event] {
    if case .dead = state { return [] }
    let cut = isWithinRequest
    state = .dead
    return cut ? [.malformed(HTTPSyntaxError("expected a whole request, the client closed"))] : []
  }
}

// MARK: - Steps

extension HTTPRequestParser {
  private mutating func step() throws(HTTPSyntaxError) -> Event? {
    switch state {
    case .dead:
      return nil
    case .head:
      return try readHead()
    case .body(let left):
      let bytes = queue.popBytes(atMost: left)
      incoming?.request.body.append(contentsOf: bytes)
      state = .body(left: left - bytes.count)
      return bytes.count == left ? finishRequest() : nil
    case .chunks(let chunks):
      return try readChunks(chunks)
    }
  }

  private mutating func readChunks(_ chunks: ChunkedBody) throws(HTTPSyntaxError) -> Event? {
    var chunks = chunks
    while true {
      switch try chunks.next(&queue) {
      case .data(let bytes): try keep(bytes)
      case .done: return finishRequest()
      case .needsMore:
        state = .chunks(chunks)
        return nil
      }
    }
  }

  private mutating func readHead() throws(HTTPSyntaxError) -> Event? {
    guard let incoming = try head.read(&queue, limit: limits.head) else { return nil }
    let length = try head.bodyLength(limit: limits.body)
    head = RequestHeadReader()
    self.incoming = incoming
    switch length {
    case .none:
      return finishRequest()
    case .length(let length):
      self.incoming?.request.body.reserveCapacity(min(length, 1 << 20))
      state = .body(left: length)
    case .chunked:
      state = .chunks(ChunkedBody())
    }
    return .head(incoming)
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) throws(HTTPSyntaxError) {
    let length = (incoming?.request.body.count ?? 0) + bytes.count
    guard length <= limits.body else {
      throw HTTPSyntaxError("expected a body of at most \(limits.body) bytes", status: 413)
    }
    incoming?.request.body.append(contentsOf: bytes)
  }

  private mutating func finishRequest() -> Event? {
    state = .head
    defer { incoming = nil }
    return incoming.map { .request($0) }
  }
}
