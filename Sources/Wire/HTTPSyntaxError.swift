/// A place in a message that HTTP/1.1 does not allow (RFC 9112).
public struct HTTPSyntaxError: Error, Sendable, Hashable {
  /// One sentence: what was expected and what was received.
  public var message: String
  /// The status with which a server answers it: 400, 413, 431, 501 or 505.
  public var status: Int

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - message: One sentence.
  ///   - status: The status for it, 400 by default.
  public init(_ message: String, status: Int = 400) {
    self.message = message
    self.status = status
  }
}

/// Quotes bytes for a sentence: printable ASCII as it is, the rest as `\xNN`, 80 bytes at most.
func quoted(_ bytes: some Collection<UInt8>) -> String {
  let text = bytes.prefix(80).map { byte in
    (0x20...0x7E).contains(byte)
      ? String(Unicode.Scalar(byte))
      : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
  return "`" + text.joined() + (bytes.count > 80 ? "…`" : "`")
}
