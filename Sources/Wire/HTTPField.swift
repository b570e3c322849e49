/// One header or trailer line, with the case in which it was sent.
public struct HTTPField: Sendable, Hashable {
  /// The name, as sent.
  public var name: String
  /// The value without the white space around it, otherwise as sent; may be empty.
  public var value: String

  /// Creates a field.
  ///
  /// - Parameters:
  ///   - name: The name in the case to send.
  ///   - value: The value; empty sends an empty field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Creates a field, with labels.
  ///
  /// - Parameters:
  ///   - name: The name in the case to send.
  ///   - value: The value; empty sends an empty field.
  public init(name: String, value: String) {
    self.init(name, value)
  }
}

// MARK: - CustomStringConvertible

extension HTTPField: CustomStringConvertible {
  /// The field as a line, without its line end.
  public var description: String { "\(name): \(value)" }
}
