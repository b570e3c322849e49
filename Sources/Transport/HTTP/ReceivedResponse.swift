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

  /// What the lines mean.
  struct Reading {
    /// The response; nil when the final head is not whole or its status line is none.
    var response: HTTPResponse?
    /// What HTTP does not allow.
    var observations: [String] = []
    /// Why a head could not be read.
    var error: HTTPSyntaxError?
  }

  /// Reads the blocks: interim heads, the final head, trailers.
  func reading() -> Reading {
    var result = Reading()
    var interim: [HTTPResponseHead] = []
    var start = 0
    for end in blockEnds {
      do throws(HTTPSyntaxError) {
        let reading = try HTTPResponseHead.reading(lines[start..<end])
        result.note(reading.observations)
        start = end
        if reading.head.status < 200 && reading.head.status != 101 {
          interim.append(reading.head)
          continue
        }
        var response = HTTPResponse(head: reading.head, interim: interim)
        response.body = body
        response.bodyLength = bodyLength
        result.response = response
      } catch {
        result.error = error
      }
      break
    }
    if start < lines.count, case .some = result.response {
      let trailers = HTTPFields.reading(trailers: lines[start...])
      result.response?.trailers = trailers.fields
      result.note(trailers.observations)
    }
    return result
  }
}

extension ReceivedResponse.Reading {
  fileprivate mutating func note(_ sentences: [String]) {
    observations += sentences.filter { !observations.contains($0) }
  }
}
