/// The six kinds of JSON values.
public enum JSONKind: String, Sendable, Hashable, CaseIterable {
  case null, bool, number, string, array, object

  /// The kind with its article, for sentences: `an array`.
  public var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
