public import StrictJSON

/// Why a document cannot be used as a schema, and where.
public struct SchemaError: Error, Sendable, Hashable {
  /// The URI of the document in which the place lies; empty for one without a URI.
  public var document: String
  /// The place, from the document's root.
  public var pointer: JSONPointer
  /// The place in the document's text.
  public var position: JSONPosition
  /// A sentence: what was expected and what was received.
  public var message: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - document: The document's URI, or an empty text.
  ///   - pointer: The place, from the document's root.
  ///   - position: The place in the text.
  ///   - message: What was expected and received.
  public init(
    document: String = "", pointer: JSONPointer, position: JSONPosition, message: String
  ) {
    self.document = document
    self.pointer = pointer
    self.position = position
    self.message = message
  }
}

// MARK: - Text

extension SchemaError: CustomStringConvertible {
  /// `line:column: pointer: message`, after the document's URI where it has one.
  public var description: String {
    let place = document.isEmpty ? "" : "\(document):"
    return "\(place)\(position): \(pointer.tokens.isEmpty ? "the root" : "\(pointer)"): \(message)"
  }
}

extension SchemaError {
  /// An error at a node.
  init(at node: JSONNode, in document: String, _ message: String) {
    self.init(
      document: document, pointer: node.pointer, position: node.position, message: message)
  }
}
