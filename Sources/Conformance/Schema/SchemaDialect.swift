import StrictJSON

/// The vocabularies of draft 2020-12.
enum SchemaVocabulary: String, CaseIterable {
  case core, applicator, unevaluated, validation, content
  case metaData = "meta-data"
  case formatAnnotation = "format-annotation"
  case formatAssertion = "format-assertion"

  private static let prefix = "https://json-schema.org/draft/2020-12/vocab/"

  init?(uri: String) {
    guard uri.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(uri.dropFirst(Self.prefix.count)))
  }
}

/// Which vocabularies the keywords of a schema resource are read with.
struct SchemaDialect {
  var vocabularies: Set<SchemaVocabulary>

  /// What `https://json-schema.org/draft/2020-12/schema` declares.
  static let standard = SchemaDialect(
    vocabularies: Set(SchemaVocabulary.allCases).subtracting([.formatAssertion]))

  init(vocabularies: Set<SchemaVocabulary>) { self.vocabularies = vocabularies }

  /// Reads the `$vocabulary` of a metaschema; one without it has the standard vocabularies.
  ///
  /// - Throws: An error where a vocabulary that is required is not known.
  init(metaschema: JSONNode, uri: String) throws(SchemaError) {
    guard let declared = metaschema["$vocabulary"] else {
      self = .standard
      return
    }
    vocabularies = [.core]
    for member in declared.members {
      if let vocabulary = SchemaVocabulary(uri: member.key) {
        vocabularies.insert(vocabulary)
      } else if member.value.bool == true {
        throw SchemaError(
          at: member.value, in: uri,
          "expected no required vocabulary besides those of draft 2020-12, "
            + "received `\(member.key)`")
      }
    }
  }
}
