/// What the reader notes so that line and column of an offset are found without reading again.
struct JSONLines: Sendable {
  /// Offsets of the bytes after each LF.
  private var starts: [UInt32] = []
  /// The strings that hold more than ASCII, in order.
  private var wide: [WideString] = []

  private struct WideString {
    var start: UInt32
    var end: UInt32
    /// Continuation bytes of the text before the end.
    var continuations: UInt32
  }

  @inline(__always)
  mutating func addLine(at offset: Int) { starts.append(UInt32(truncatingIfNeeded: offset)) }

  /// Notes a string, or the part of it that was read, with more than ASCII.
  mutating func addWideString(
    from start: Int, to end: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) {
    let count = bytes[start..<end].count { $0 & 0xC0 == 0x80 } + Int(wide.last?.continuations ?? 0)
    wide.append(
      WideString(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
        continuations: UInt32(truncatingIfNeeded: count)))
  }
}

// MARK: - Positions

extension JSONLines {
  /// Line and column of an offset, the column in Unicode scalars.
  func position(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> JSONPosition {
    let line = starts.partition { Int($0) <= offset }
    let start = line == 0 ? 0 : Int(starts[line - 1])
    let surplus = continuations(before: offset, in: bytes) - continuations(before: start, in: bytes)
    return JSONPosition(line: line + 1, column: offset - start - surplus + 1, offset: offset)
  }

  private func continuations(before offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let known = wide.partition { Int($0.end) <= offset }
    let before = known == 0 ? 0 : Int(wide[known - 1].continuations)
    guard known < wide.count, Int(wide[known].start) < offset else { return before }
    return before + bytes[Int(wide[known].start)..<offset].count { $0 & 0xC0 == 0x80 }
  }
}

extension Array {
  /// How many leading elements a condition accepts, which refuses all after the first that it
  /// refuses.
  fileprivate func partition(_ accepts: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if accepts(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
