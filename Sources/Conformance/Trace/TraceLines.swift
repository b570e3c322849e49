/// Cuts bytes that come in chunks into lines that end with LF.
struct TraceLines {
  /// The longest line that is read, in bytes; a longer one is no event that an app writes.
  static let limit = 1 << 20

  /// The number of the line that was handed out last, counted from 1; 0 before the first.
  private(set) var number = 0
  private var buffer: [UInt8] = []
  /// The first byte that was not handed out.
  private var start = 0
  /// Before it stands no LF that was not handed out.
  private var searched = 0

  /// Whether the line that is being read exceeds the limit.
  var isTooLong: Bool { searched - start > Self.limit }

  /// Takes the next bytes.
  mutating func append(_ bytes: some Collection<UInt8>) {
    buffer.removeSubrange(..<start)
    searched -= start
    start = 0
    buffer.append(contentsOf: bytes)
  }

  /// The next line that is there as a whole, without its LF; nil when none is.
  mutating func next() -> [UInt8]? {
    guard let end = buffer[searched...].firstIndex(of: 0x0A) else {
      searched = buffer.count
      return nil
    }
    let line = Array(buffer[start..<end])
    start = end + 1
    searched = start
    number += 1
    return line
  }

  /// What follows the last LF; nil when nothing does.
  mutating func rest() -> [UInt8]? {
    guard start < buffer.count else { return nil }
    let line = Array(buffer[start...])
    start = buffer.count
    searched = start
    number += 1
    return line
  }
}
