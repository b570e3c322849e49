/// Text of the wire: every byte is one Unicode scalar (ISO 8859-1), so nothing is lost or refused.
///
/// Two such texts are canonically equivalent only when they are equal, because no scalar below
/// U+0100 combines; `==` on them therefore compares bytes.
extension String {
  /// Creates the text that reads each byte as one scalar.
  ///
  /// - Parameter bytes: Bytes as they were sent.
  public init(wire bytes: some Sequence<UInt8>) {
    let text = bytes.withContiguousStorageIfAvailable { String(wireBuffer: $0) }
    self = text ?? Array(bytes).withUnsafeBufferPointer { String(wireBuffer: $0) }
  }

  private init(wireBuffer bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      self.init(decoding: bytes, as: UTF8.self)
      return
    }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
    self.init(scalars)
  }

  /// The bytes of a text of the wire.
  ///
  /// A scalar above U+00FF, which no such text holds, becomes its UTF-8 bytes.
  public var wireBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    if utf8.allSatisfy({ $0 < 0x80 }) {
      bytes.append(contentsOf: utf8)
      return bytes
    }
    for scalar in unicodeScalars {
      if let byte = UInt8(exactly: scalar.value) {
        bytes.append(byte)
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return bytes
  }

  /// Whether two texts are equal, ASCII letters compared whatever their case (RFC 9110, 5.1).
  ///
  /// - Parameter other: The text to compare with.
  /// - Returns: True when they differ in nothing but the case of A to Z.
  public func isEqualIgnoringASCIICase(_ other: String) -> Bool {
    let left = utf8
    let right = other.utf8
    guard left.count == right.count else { return false }
    return zip(left, right).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension UInt8 {
  var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
