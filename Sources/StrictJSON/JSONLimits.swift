/// What a reader accepts at most, so that a hostile text costs a bounded amount.
public struct JSONLimits: Sendable, Hashable {
  /// Arrays and objects inside one another; the outermost counts as one.
  ///
  /// Reading is not recursive, but copying, comparing and writing a value is: a limit far above
  /// the standard one asks for a large stack.
  public var depth: Int
  /// Bytes of the whole text; no more than 512 MiB whatever is asked.
  public var bytes: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - depth: The deepest nesting that is accepted.
  ///   - bytes: The longest text that is accepted.
  public init(depth: Int = 512, bytes: Int = 64 << 20) {
    self.depth = depth
    self.bytes = bytes
  }

  /// 512 levels and 64 MiB.
  public static let standard = JSONLimits()
}
