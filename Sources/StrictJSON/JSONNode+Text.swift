extension JSONNode {
  /// Whether the value is a string that reads as a text, compared by scalars.
  ///
  /// - Parameter text: The text.
  /// - Returns: False also when the value is of another kind.
  public func isText(_ text: String) -> Bool {
    kind == .string && entry.isText(text, in: self.text)
  }

  /// The bytes of a string's content in UTF-8, without quotes and escapes.
  ///
  /// - Returns: Nil when the value is of another kind.
  public var stringBytes: ArraySlice<UInt8>? {
    guard kind == .string else { return nil }
    let content = text.bytes[(Int(entry.start) + 1)..<(Int(entry.end) - 1)]
    return entry.hasEscapes ? content.resolvingEscapes()[...] : content
  }
}
