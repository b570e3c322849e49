/// A JSON value that is built, or that was taken out of a document.
///
/// Equality is that of JSON values: numbers by value, strings by scalars, objects whatever the
/// order of their members.
public indirect enum JSON: Sendable {
  /// The word null.
  case null
  /// The words true and false.
  case bool(Bool)
  /// A number with its text.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// Elements in order.
  case array([JSON])
  /// Members in order, duplicates kept.
  case object(JSONObject)

  /// Reads a text.
  ///
  /// - Parameter bytes: The text in UTF-8.
  /// - Throws: The first place that is not JSON.
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    self = try JSONDocument(parsing: bytes).root.value
  }

  /// Reads a text.
  ///
  /// - Parameter text: The text.
  /// - Throws: The first place that is not JSON.
  public init(parsing text: String) throws(JSONSyntaxError) {
    self = try JSONDocument(parsing: text).root.value
  }
}

// MARK: - Access

extension JSON {
  /// What the value is.
  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// Whether the value is null.
  public var isNull: Bool { kind == .null }

  /// The boolean; nil when the value is of another kind.
  public var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  /// The number; nil when the value is of another kind.
  public var number: JSONNumber? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  /// The string; nil when the value is of another kind.
  public var string: String? {
    guard case .string(let string) = self else { return nil }
    return string
  }

  /// The elements; nil when the value is of another kind.
  public var array: [JSON]? {
    guard case .array(let array) = self else { return nil }
    return array
  }

  /// The members; nil when the value is of another kind.
  public var object: JSONObject? {
    guard case .object(let object) = self else { return nil }
    return object
  }

  /// The value of the last member of a name; nil when there is none.
  ///
  /// Setting replaces that value or appends a member, nil removes; a value that is not an object
  /// stays as it is.
  public subscript(key: String) -> JSON? {
    get { object?[key] }
    set {
      guard case .object(var object) = self else { return }
      object[key] = newValue
      self = .object(object)
    }
  }

  /// The element at a number from 0.
  ///
  /// - Parameter index: The number.
  /// - Returns: Nil when there is none, or the value is not an array.
  public subscript(index: Int) -> JSON? {
    guard case .array(let array) = self, array.indices.contains(index) else { return nil }
    return array[index]
  }

  /// The value that a pointer leads to.
  ///
  /// - Parameter pointer: The pointer.
  /// - Returns: Nil when it leads nowhere.
  public func value(at pointer: JSONPointer) -> JSON? {
    var value = self
    for token in pointer.tokens {
      let next =
        value.kind == .array
        ? JSONPointer.index(token).flatMap { value[$0] } : value[token]
      guard let next else { return nil }
      value = next
    }
    return value
  }
}

// MARK: - Hashable

extension JSON: Hashable {
  /// Whether two are equal, as the type's description says.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.isSameText(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Feeds what equality looks at into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch self {
    case .null: break
    case .bool(let bool): hasher.combine(bool)
    case .number(let number): hasher.combine(number)
    case .string(let string): hasher.combine(ExactText(string))
    case .array(let array): hasher.combine(array)
    case .object(let object): hasher.combine(object)
    }
  }
}
