/// Reads one HTTP/1.1 response, interim heads and trailers included, from bytes that come in any
/// portions.
///
/// It does no input or output, and is tolerant: what HTTP does not allow but can be understood is
/// an observation, the rest a failure.
public struct HTTPResponseParser: Sendable {
  /// What the bytes meant.
  public enum Event: Sendable, Hashable {
    /// An interim head is whole.
    case interim(HTTPResponseHead)
    /// The final head is whole.
    case head(HTTPResponseHead)
    /// The response is whole; nothing more is read.
    case complete(HTTPResponse)
    /// There will be no whole response; nothing more is read.
    case failure(HTTPFailure)
  }

  private enum State {
    case head
    case body(left: Int)
    case chunks(ChunkedBody)
    case untilClose
    case done
  }

  private let requestMethod: String
  private let bodyCap: Int
  private let headLimit: Int
  private var queue = ByteQueue()
  private var state = State.head
  private var reader = ResponseHeadReader()
  private var headSize = 0
  private var interim: [HTTPResponseHead] = []

  /// What came of the final response so far; nil before its head is whole.
  public private(set) var partial: HTTPResponse?
  /// What was seen that HTTP does not allow, in order, a sentence each.
  public private(set) var observations: [String] = []

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - requestMethod: The method that is answered; `HEAD` and `CONNECT` change the framing.
  ///   - bodyCap: The body bytes to keep; the rest is counted.
  ///   - headLimit: The bytes of a head, 1 MiB by default.
  public init(requestMethod: String = "GET", bodyCap: Int = 1 << 20, headLimit: Int = 1 << 20) {
    self.requestMethod = requestMethod
    self.bodyCap = bodyCap
    self.headLimit = headLimit
  }

  /// Whether the response ended, whole or not.
  public var isDone: Bool {
    if case .done = state { return true }
    return false
  }

  /// Reads the next bytes.
  ///
  /// - Parameter bytes: Bytes in the order in which they came, any number.
  /// - Returns: What became known, in order.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Event] {
    queue.append(bytes)
    var events: [Event] = []
    do throws(HTTPSyntaxError) {
      while let event = try step() { events.append(event) }
    } catch {
      events.append(fail(.malformed, error.message))
    }
    if isDone && queue.count > 0 {
      let surplus = queue.popBytes(atMost: queue.count)
      observations.append("expected nothing after the response, received \(quoted(surplus))")
    }
    return events
  }

  /// Says that no more bytes will come.
  ///
  /// - Returns: The end: complete for a body that only the close ends, otherwise a failure.
  public mutating func finish() -> [Event] {
    switch state {
    case .done:
      return []
    case .untilClose:
      return complete().map { [$0] } ?? []
    case .head where !reader.hasBegun && queue.count == 0 && interim.isEmpty:
      return [fail(.emptyReply, "expected a response, received nothing before the close")]
    case .head:
      return [fail(.truncatedHead, "expected a whole head, received a part before the close")]
    case .body(let left):
      let sentence = "expected \(left) more bytes of the body, received the close"
      return [fail(.truncatedBody, sentence)]
    case .chunks:
      return [fail(.truncatedBody, "expected the last chunk, received the close")]
    }
  }

  private mutating func fail(_ kind: HTTPFailureKind, _ message: String) -> Event {
    state = .done
    return .failure(HTTPFailure(kind: kind, message: message, partial: partial))
  }

  private mutating func complete() -> Event? {
    state = .done
    return partial.map { .complete($0) }
  }
}

// MARK: - Steps

extension HTTPResponseParser {
  private mutating func step() throws(HTTPSyntaxError) -> Event? {
    switch state {
    case .done:
      return nil
    case .head:
      return try readHead()
    case .untilClose:
      keep(queue.popBytes(atMost: queue.count))
      return nil
    case .body(let left):
      let bytes = queue.popBytes(atMost: left)
      keep(bytes)
      state = .body(left: left - bytes.count)
      return bytes.count == left ? complete() : nil
    case .chunks(let chunks):
      return try readChunks(chunks)
    }
  }

  private mutating func readChunks(_ chunks: ChunkedBody) throws(HTTPSyntaxError) -> Event? {
    var chunks = chunks
    while true {
      switch try chunks.next(&queue) {
      case .data(let bytes): keep(bytes)
      case .done:
        finishChunks(chunks)
        return complete()
      case .needsMore:
        state = .chunks(chunks)
        return nil
      }
    }
  }

  private mutating func readHead() throws(HTTPSyntaxError) -> Event? {
    while let line = queue.popLine() {
      headSize += line.bytes.count + 2
      guard headSize <= headLimit else { throw tooLong }
      guard line.bytes.isEmpty && reader.hasBegun else {
        try line.bytes.withUnsafeBufferPointer { bytes throws(HTTPSyntaxError) in
          try reader.add(bytes, endsInCRLF: line.endsInCRLF)
        }
        continue
      }
      let head = try reader.finish(observations: &observations)
      reader = ResponseHeadReader()
      return try begin(head)
    }
    guard headSize + queue.count <= headLimit else { throw tooLong }
    return nil
  }

  private var tooLong: HTTPSyntaxError {
    HTTPSyntaxError("expected a head of at most \(headLimit) bytes")
  }

  private mutating func begin(_ head: HTTPResponseHead) throws(HTTPSyntaxError) -> Event? {
    if head.status < 200 && head.status != 101 {
      interim.append(head)
      return .interim(head)
    }
    partial = HTTPResponse(head: head, interim: interim)
    state = try bodyState(head)
    return .head(head)
  }

  /// Finds how the end of the body is found (RFC 9112, 6.3); two lengths: the last one counts.
  private func bodyState(_ head: HTTPResponseHead) throws(HTTPSyntaxError) -> State {
    let hasNoBody =
      requestMethod == "HEAD" || head.status < 200 || head.status == 204 || head.status == 304
      || requestMethod == "CONNECT" && head.status < 300
    if hasNoBody { return .body(left: 0) }
    let codings = head.fields.listItems("Transfer-Encoding")
    if let last = codings.last {
      return last.isEqualIgnoringASCIICase("chunked") ? .chunks(ChunkedBody()) : .untilClose
    }
    guard let text = head.fields.all("Content-Length").last else { return .untilClose }
    guard let length = contentLength(text) else {
      throw HTTPSyntaxError("expected digits in Content-Length, received \(text)")
    }
    return .body(left: length)
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    guard var response = partial.take() else { return }
    response.bodyLength += bytes.count
    response.body.append(contentsOf: bytes.prefix(max(0, bodyCap - response.body.count)))
    partial = response
  }

  private mutating func finishChunks(_ chunks: ChunkedBody) {
    partial?.trailers = chunks.trailers
    var defects = chunks.trailerDefects
    if chunks.sawBareLineFeed && !defects.contains(.bareLineFeed) { defects.append(.bareLineFeed) }
    observations += defects.map(\.sentence).filter { !observations.contains($0) }
  }
}
