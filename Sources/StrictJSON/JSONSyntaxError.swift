/// Why a text is not JSON, and where.
public struct JSONSyntaxError: Error, Sendable, Hashable {
  /// The first byte that cannot stand where it stands.
  public var position: JSONPosition
  /// A sentence: what was expected, what was received and, where it is clear, what to do.
  public var message: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - position: The first byte that is wrong.
  ///   - message: What was expected and received.
  public init(position: JSONPosition, message: String) {
    self.position = position
    self.message = message
  }
}

// MARK: - CustomStringConvertible

extension JSONSyntaxError: CustomStringConvertible {
  /// `line:column: message`.
  public var description: String { "\(position): \(message)" }
}
