/// A way into a JSON value (RFC 6901).
public struct JSONPointer: Sendable {
  /// Member names and element numbers, outermost first, without escapes.
  public var tokens: [String]

  /// Creates a pointer.
  ///
  /// - Parameter tokens: Member names and element numbers, without escapes.
  public init(_ tokens: [String] = []) { self.tokens = tokens }

  /// Reads a pointer.
  ///
  /// - Parameter text: The pointer as RFC 6901, 3 spells it: `/a~1b/0`.
  /// - Throws: What is wrong with it.
  public init(parsing text: String) throws(JSONPointerError) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else {
      self.init()
      return
    }
    guard bytes[0] == UInt8(ascii: "/") else {
      throw JSONPointerError(
        text: text, message: "expected a pointer that is empty or begins with `/`")
    }
    var tokens: [String] = []
    for part in bytes.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let token = Self.unescape(part) else {
        throw JSONPointerError(text: text, message: "expected `0` or `1` after `~`")
      }
      tokens.append(token)
    }
    self.init(tokens)
  }

  /// The pointer to what holds this place; nil for the root.
  public var parent: JSONPointer? {
    tokens.isEmpty ? nil : JSONPointer(Array(tokens.dropLast()))
  }

  /// The pointer to a member of this place.
  ///
  /// - Parameter token: The member's name.
  /// - Returns: The longer pointer.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }

  /// The pointer to an element of this place.
  ///
  /// - Parameter index: The element's number.
  /// - Returns: The longer pointer.
  public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

  /// The element number that a token says: digits without a leading zero; nil for any other.
  static func index(_ token: String) -> Int? {
    let bytes = token.utf8
    guard let first = bytes.first, bytes.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    guard first != 0x30 || bytes.count == 1 else { return nil }
    return Int(token)
  }

  private static func unescape(_ part: ArraySlice<UInt8>) -> String? {
    var result: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        result.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): result.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): result.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// Why a text is not a JSON Pointer.
public struct JSONPointerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text.
  public var text: String
  /// What was expected.
  public var message: String

  /// The sentence with the text.
  public var description: String { "\(message), received `\(text)`" }
}

// MARK: - Hashable, by scalars

extension JSONPointer: Hashable {
  /// Whether two are equal, as the type's description says.
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.tokens.count == right.tokens.count
      && zip(left.tokens, right.tokens).allSatisfy { $0.isSameText(as: $1) }
  }

  /// Feeds what equality looks at into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(tokens.count)
    for token in tokens { hasher.combine(ExactText(token)) }
  }
}

// MARK: - Text

extension JSONPointer: CustomStringConvertible {
  /// The pointer as RFC 6901 spells it.
  public var description: String {
    var result: [UInt8] = []
    for token in tokens {
      result.append(UInt8(ascii: "/"))
      for byte in token.utf8 {
        switch byte {
        case UInt8(ascii: "~"): result.append(contentsOf: [0x7E, 0x30])
        case UInt8(ascii: "/"): result.append(contentsOf: [0x7E, 0x31])
        default: result.append(byte)
        }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension JSONPointer: ExpressibleByStringLiteral {
  /// Takes a pointer that is written in source; one that is not a pointer stops the program.
  public init(stringLiteral text: String) {
    do throws(JSONPointerError) {
      try self.init(parsing: text)
    } catch {
      preconditionFailure(error.description)
    }
  }
}
