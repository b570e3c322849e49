/// A text that equals another only when every scalar is the same.
///
/// `String` calls é (U+00E9) and é (U+0065 U+0301) equal; on the wire they differ.
public struct ExactText: Sendable, Hashable {
  /// The text.
  public var string: String

  /// Wraps a text.
  ///
  /// - Parameter string: The text.
  public init(_ string: String) { self.string = string }

  /// Whether two are equal, as the type's description says.
  public static func == (left: ExactText, right: ExactText) -> Bool {
    left.string.isSameText(as: right.string)
  }

  /// Feeds what equality looks at into a hasher.
  public func hash(into hasher: inout Hasher) {
    var copy = string
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension ExactText: Comparable {
  /// The order of the scalars, which is that of the bytes in UTF-8.
  public static func < (left: ExactText, right: ExactText) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }
}

extension String {
  /// Whether two texts are the same scalar by scalar, whatever Unicode calls equivalent.
  ///
  /// - Parameter other: The other text.
  /// - Returns: True when every scalar is the same.
  public func isSameText(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var left = self
    var right = other
    return left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
  }
}
