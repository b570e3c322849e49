/// A place in a JSON text.
public struct JSONPosition: Sendable, Hashable {
  /// The line, from 1; lines end with LF.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int
  /// The offset from the start of the text, in bytes.
  public var offset: Int

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - line: The line, from 1.
  ///   - column: The column, from 1, in Unicode scalars.
  ///   - offset: The offset in bytes, from 0.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The start of a text.
  public static let start = JSONPosition(line: 1, column: 1, offset: 0)
}

// MARK: - Comparable

extension JSONPosition: Comparable {
  /// Whether the first comes before the second.
  public static func < (left: JSONPosition, right: JSONPosition) -> Bool {
    left.offset < right.offset
  }
}

// MARK: - CustomStringConvertible

extension JSONPosition: CustomStringConvertible {
  /// `line:column`.
  public var description: String { "\(line):\(column)" }
}
