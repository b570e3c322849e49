/// A JSON text that was read: immutable, cheap to copy.
///
/// The reader accepts exactly RFC 8259, in UTF-8 without a byte order mark. A name that occurs
/// twice in an object is kept and listed in ``duplicateKeys``. An escape that names half of a
/// surrogate pair is accepted, as RFC 8259, 8.2 allows, and reads as U+FFFD; the bytes keep it.
/// Numbers keep their text, whatever their size.
public struct JSONDocument: Sendable {
  let text: JSONText

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - limits: What is accepted at most.
  /// - Throws: The first place that is not JSON, or that exceeds a limit.
  public init(
    parsing bytes: [UInt8], limits: JSONLimits = .standard
  ) throws(JSONSyntaxError) {
    text = try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in
      var reader = JSONReader(bytes: buffer, limits: limits)
      try reader.read()
      return JSONText(bytes: bytes, tape: reader.tape, lines: reader.lines, depth: reader.depth)
    }
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limits: What is accepted at most.
  /// - Throws: The first place that is not JSON, or that exceeds a limit.
  public init(
    parsing text: String, limits: JSONLimits = .standard
  ) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }

  /// Arrays and objects inside one another where they are deepest; 0 when there are none.
  public var depth: Int { text.depth }

  /// The text as it was read.
  public var bytes: [UInt8] { text.bytes }

  /// The outermost value.
  public var root: JSONNode { JSONNode(text: text, index: 0) }
}
