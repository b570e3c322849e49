public import StrictJSON

/// One way in which a value breaks a schema.
public struct SchemaViolation: Sendable, Hashable {
  /// The value that breaks it, from the root of what was validated.
  public var instance: JSONPointer
  /// Where that value begins.
  public var position: JSONPosition
  /// The keyword that refuses it, such as `minLength`.
  public var keyword: String
  /// The way to the keyword through the schema, references included, as a JSON Pointer.
  public var keywordLocation: String
  /// The keyword's own place: the URI of its schema resource with a JSON Pointer as its fragment.
  public var absoluteKeywordLocation: String?
  /// The nearest `clause` annotation on the way to the keyword; nil when there is none.
  ///
  /// A missing member has the clause of that member's own schema, if it has one.
  public var clause: String?
  /// What the keyword allows.
  public var expected: String
  /// What was there.
  public var received: String
  /// Of `anyOf` and `oneOf`, why the branch that got furthest refused the value.
  public var causes: [SchemaViolation]

  /// A sentence: what was expected and what was received.
  public var message: String { "expected \(expected), received \(received)" }
}

// MARK: - CustomStringConvertible

extension SchemaViolation: CustomStringConvertible {
  /// `line:column: pointer: message`.
  public var description: String {
    "\(position): \(instance.tokens.isEmpty ? "the root" : "\(instance)"): \(message)"
  }
}
