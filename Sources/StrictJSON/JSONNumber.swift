/// A JSON number: its text, compared by its exact decimal value.
///
/// `1`, `1.0` and `1e0` are equal; 9007199254740993 and 9007199254740992.0 are not. No size is
/// refused, and nothing is allocated for an exponent. Exponents beyond ±10³⁶ count as ±10³⁶.
public struct JSONNumber: Sendable {
  /// The number as it was written.
  public let text: String

  /// Takes a text that is known to be a JSON number.
  init(checked text: String) { self.text = text }

  /// Reads a number.
  ///
  /// - Parameter text: The number as RFC 8259, 6 spells it; nil for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let isNumber = bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(bytes: buffer, limits: .standard)
      guard reader.byte == 0x2D || reader.byte &- 0x30 < 10 else { return false }
      guard (try? reader.readNumber()) != nil else { return false }
      return reader.offset == buffer.count
    }
    guard isNumber else { return nil }
    self.text = text
  }

  /// Creates a number from an integer.
  ///
  /// - Parameter value: The integer.
  public init(_ value: Int) { text = String(value) }
}

// MARK: - Values

extension JSONNumber {
  /// Whether the value is an integer, whatever the spelling: 1.0 and 1e2 are.
  public var isInteger: Bool { plainInteger != nil || decimal.exponent >= 0 }

  /// The value of a text of at most 18 digits and a sign: the usual case, without allocation.
  private var plainInteger: Int? {
    guard text.utf8.count <= 18 else { return nil }
    var value = 0
    var isNegative = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "-") {
        isNegative = true
      } else if byte &- 0x30 < 10 {
        value = value * 10 + Int(byte - 0x30)
      } else {
        return nil
      }
    }
    return isNegative ? -value : value
  }

  /// The value when it is an integer that `Int` holds; nil otherwise.
  public var int: Int? {
    if let plainInteger { return plainInteger }
    let decimal = decimal
    guard decimal.exponent >= 0, Int128(decimal.digits.count) + decimal.exponent <= 19 else {
      return nil
    }
    var value = decimal.digits.reduce(0 as Int128) { $0 * 10 + Int128($1) }
    for _ in 0..<Int(decimal.exponent) { value *= 10 }
    return Int(exactly: decimal.isNegative ? -value : value)
  }

  /// The nearest double; infinite beyond its range.
  public var double: Double { Double(text) ?? .nan }

  /// Whether the value is an exact multiple of another, in decimal: 0.3 of 0.1.
  ///
  /// - Parameter other: The other number; nothing is a multiple of zero.
  /// - Returns: True when the quotient is an integer.
  public func isMultiple(of other: JSONNumber) -> Bool {
    decimal.isMultiple(of: other.decimal)
  }
}

// MARK: - Hashable, Comparable

extension JSONNumber: Hashable, Comparable {
  /// Whether two are equal, as the type's description says.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    if let left = left.plainInteger, let right = right.plainInteger { return left == right }
    return left.text.utf8.elementsEqual(right.text.utf8) || left.decimal == right.decimal
  }

  /// Whether the first comes before the second.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    if let left = left.plainInteger, let right = right.plainInteger { return left < right }
    return left.decimal < right.decimal
  }

  /// Feeds what equality looks at into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(decimal) }
}

// MARK: - Literals and text

extension JSONNumber: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int) { self.init(value) }
}

extension JSONNumber: CustomStringConvertible {
  /// The number as it was written.
  public var description: String { text }
}
