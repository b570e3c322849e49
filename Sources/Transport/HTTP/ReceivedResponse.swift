import Wire

/// What libcurl handed over of one response, read into its parts.
struct ReceivedResponse {
  /// All header and trailer lines as they came, with their line ends.
  var lines: [UInt8] = []
  /// The ends of the blocks: the places after each empty line.
  var blockEnds: [Int] = []
  /// The body up to the cap.
  var body: [UInt8] = []
  /// All bytes of the body.
  var bodyLength = 0

  /// Empties everything and keeps the storage.
  mutating func removeAll() {
    lines.removeAll(keepingCapacity: true)
    blockEnds.removeAll(keepingCapacity: true)
    body = []
    bodyLength = 0
  }

  /// Adds one line; an empty one ends a block.
  mutating func add(line: UnsafeRawBufferPointer) {
    lines.append(contentsOf: line)
    let isEmpty =
      line.count == 1 && line[0] == UInt8(ascii: "\n")
      || line.count == 2 && line[0] == UInt8(ascii: "\r") && line[1] == UInt8(ascii: "\n")
    if isEmpty { blockEnds.append(lines.count) }
  }

  /// Adds bytes of the body, of which only those below the cap are kept.
  mutating func add(body bytes: UnsafeRawBufferPointer, cap: Int) {
    bodyLength += bytes.count
    body.append(contentsOf: bytes.prefix(max(0, cap - body.count)))
  }

  /// Reads the blocks: interim heads, the final head, trailers.
  ///
  /// - Parameter observations: Gets a sentence for each thing that HTTP does not allow.
  /// - Returns: The response; nil when the final head is not whole.
  /// - Throws: An error when a status line is none.
  func response(observations: inout [String]) throws(HTTPSyntaxError) -> HTTPResponse? {
    var interim: [HTTPResponseHead] = []
    var start = 0
    for end in blockEnds {
      let head = try HTTPResponseHead.reading(lines[start..<end], observations: &observations)
      start = end
      if head.status < 200 && head.status != 101 {
        interim.append(head)
        continue
      }
      var trailers = HTTPFields()
      if start < lines.count {
        trailers = HTTPFields.reading(trailers: lines[start...], observations: &observations)
      }
      return HTTPResponse(
        head: head, interim: interim, trailers: trailers, body: body, bodyLength: bodyLength)
    }
    return nil
  }
}
