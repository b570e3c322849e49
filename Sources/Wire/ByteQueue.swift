/// Bytes that came and were not read yet, taken out by lines or by counts.
struct ByteQueue {
  /// A line without its line end.
  struct Line {
    var bytes: ArraySlice<UInt8>
    /// False for a line feed alone.
    var endsInCRLF: Bool
  }

  private var storage: [UInt8] = []
  private var start = 0
  /// No line feed stands between `start` and here.
  private var scanned = 0

  var count: Int { storage.count - start }

  mutating func append(_ bytes: some Sequence<UInt8>) {
    if start == storage.count {
      storage.removeAll(keepingCapacity: true)
      start = 0
      scanned = 0
    } else if start > 1 << 16 {
      storage.removeFirst(start)
      scanned -= start
      start = 0
    }
    storage.append(contentsOf: bytes)
  }

  /// Takes the next line out, or returns nil when its line feed has not come yet.
  mutating func popLine() -> Line? {
    let from = max(start, scanned)
    let found = storage.withUnsafeBufferPointer { bytes in
      bytes[from...].firstIndex(of: UInt8(ascii: "\n"))
    }
    guard let end = found else {
      scanned = storage.count
      return nil
    }
    let line = Line(split: storage[start..<end])
    start = end + 1
    return line
  }

  /// Takes out at most so many bytes.
  mutating func popBytes(atMost limit: Int) -> ArraySlice<UInt8> {
    let end = start + min(limit, count)
    defer { start = end }
    return storage[start..<end]
  }
}

extension ByteQueue.Line {
  /// Splits the carriage return off a line whose line feed is gone.
  init(split bytes: ArraySlice<UInt8>) {
    endsInCRLF = bytes.last == UInt8(ascii: "\r")
    self.bytes = endsInCRLF ? bytes.dropLast() : bytes
  }
}
