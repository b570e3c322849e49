public import StrictJSON

/// The documents that references between schemas may lead to, by URI.
///
/// Nothing is ever fetched. The metaschemas of draft 2020-12 are always there.
public struct SchemaRegistry: Sendable {
  /// By absolute URI without fragment.
  private(set) var documents: [ExactText: JSONDocument] = [:]

  /// Creates a registry that knows the metaschemas of draft 2020-12 only.
  public init() {}

  /// Adds a document, replacing one of the same URI.
  ///
  /// The document is also found under the `$id`s that it declares.
  ///
  /// - Parameters:
  ///   - document: A document that is a schema, or holds some.
  ///   - uri: The URI under which it is known; a fragment is ignored.
  public mutating func add(_ document: JSONDocument, at uri: String) {
    documents[ExactText(URIReference(uri).withoutFragment.text)] = document
  }

  /// The document of a URI without fragment; nil when there is none.
  func document(at uri: URIReference) -> JSONDocument? {
    let key = ExactText(uri.text)
    return documents[key] ?? Metaschemas.documents[key]
  }
}
