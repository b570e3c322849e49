/// Reads a body in the chunked transfer coding (RFC 9112, 7.1).
struct ChunkedBody {
  private enum State {
    case size
    case data(left: Int)
    case dataEnd
    case trailers
    case done
  }

  /// The longest line with a chunk's size and extensions.
  private static let lineLimit = 4096

  private var state = State.size
  private var reader = FieldReader()
  private var trailerBytes = 0
  private(set) var sawBareLineFeed = false
  var trailerLimit = 1 << 16

  var trailers: HTTPFields { reader.fields }
  var trailerDefects: [FieldReader.Defect] { reader.defects }

  /// What reading on gave.
  enum Step {
    /// The next bytes have not come yet.
    case needsMore
    /// Bytes of the body.
    case data(ArraySlice<UInt8>)
    /// The body and its trailers are whole.
    case done
  }

  /// Reads on to the next bytes of the body, or as far as the bytes go.
  mutating func next(_ queue: inout ByteQueue) throws(HTTPSyntaxError) -> Step {
    while true {
      switch state {
      case .size:
        guard let line = try popLine(&queue) else { return .needsMore }
        let size = try chunkSize(line.bytes)
        state = size == 0 ? .trailers : .data(left: size)
      case .data(let left):
        let bytes = queue.popBytes(atMost: left)
        guard !bytes.isEmpty else { return .needsMore }
        state = bytes.count == left ? .dataEnd : .data(left: left - bytes.count)
        return .data(bytes)
      case .dataEnd:
        guard let line = try popLine(&queue) else { return .needsMore }
        guard line.bytes.isEmpty else {
          throw HTTPSyntaxError("expected CRLF after a chunk, received \(quoted(line.bytes))")
        }
        state = .size
      case .trailers:
        guard try readTrailer(&queue) else { return .needsMore }
      case .done:
        return .done
      }
    }
  }

  private mutating func readTrailer(_ queue: inout ByteQueue) throws(HTTPSyntaxError) -> Bool {
    guard let line = queue.popLine() else {
      guard trailerBytes + queue.count <= trailerLimit else { throw trailersTooLong }
      return false
    }
    trailerBytes += line.bytes.count + 2
    guard trailerBytes <= trailerLimit else { throw trailersTooLong }
    if line.bytes.isEmpty {
      reader.finish()
      state = .done
    } else {
      reader.add(line)
    }
    return true
  }

  private var trailersTooLong: HTTPSyntaxError {
    HTTPSyntaxError("expected trailers of at most \(trailerLimit) bytes", status: 431)
  }

  private mutating func popLine(
    _ queue: inout ByteQueue
  ) throws(HTTPSyntaxError) -> ByteQueue.Line? {
    guard let line = queue.popLine() else {
      guard queue.count <= Self.lineLimit else {
        throw HTTPSyntaxError("expected a chunk size, received a line of over 4096 bytes")
      }
      return nil
    }
    if !line.endsInCRLF { sawBareLineFeed = true }
    return line
  }

  private func chunkSize(_ line: ArraySlice<UInt8>) throws(HTTPSyntaxError) -> Int {
    let digits = line.prefix { $0.hexDigitValue != nil }
    let rest = line[digits.endIndex...].drop(while: { $0.isBlank })
    guard (1...15).contains(digits.count), rest.isEmpty || rest.first == UInt8(ascii: ";") else {
      throw HTTPSyntaxError("expected a chunk size in hexadecimal, received \(quoted(line))")
    }
    return digits.reduce(0) { $0 << 4 | ($1.hexDigitValue ?? 0) }
  }
}
