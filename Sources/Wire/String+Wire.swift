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

  /// Creates the text from bytes in memory.
  init(wireBuffer bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.isASCII {
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
    if isASCII { return Array(utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
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
    guard utf8.count == other.utf8.count else { return false }
    let isEqual = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        for place in left.indices where left[place] != right[place] {
          guard left[place].asciiLowercased == right[place].asciiLowercased else { return false }
        }
        return true
      }
    }
    return (isEqual ?? nil)
      ?? utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
  }

  /// Whether every scalar is below U+0080, so that its UTF-8 are the bytes of the wire.
  package var isASCII: Bool {
    utf8.withContiguousStorageIfAvailable { $0.isASCII } ?? utf8.allSatisfy { $0 < 0x80 }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether no byte has its highest bit set; reads all of them, which is fast.
  fileprivate var isASCII: Bool {
    var bits: UInt8 = 0
    for byte in self { bits |= byte }
    return bits < 0x80
  }
}

extension UInt8 {
  var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
