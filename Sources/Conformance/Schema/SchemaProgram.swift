import StrictJSON

/// Schemas ready to be evaluated, referring to each other by number.
struct SchemaProgram: Sendable {
  var schemas: [SchemaNode] = []
  var resources: [Resource] = []
  /// Whether a `$dynamicRef` makes verdicts depend on the way to a schema.
  var isDynamic = false
  /// Formats that were to be asserted and are not known.
  var unknownFormats: Set<String> = []

  /// What evaluation needs of a schema resource.
  struct Resource: Sendable {
    var uri: String
    var root: JSONNode
    /// The schemas of its dynamic anchors that some `$dynamicRef` may mean.
    var dynamicAnchors: [ExactText: Int] = [:]
  }
}

/// One schema of a program.
struct SchemaNode: Sendable {
  /// Its text.
  var source: JSONNode
  /// The resource that it belongs to.
  var resource: Int
  /// The answer of a boolean schema; nil for any other.
  var verdict: Bool?
  /// In the order in which they are evaluated.
  var keywords: [any SchemaKeyword] = []
  /// Its `clause` annotation.
  var clause: String?
  /// The schema that its `$ref` leads to.
  var reference: Int?
  /// Whether one of its keywords asks which children were evaluated.
  var tracksChildren = false
}

/// One keyword, or several that are evaluated together.
protocol SchemaKeyword: Sendable {
  /// Whether a value satisfies the keyword; what it breaks is reported to the evaluation.
  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool
}

/// A keyword that applies schemas to the very value that it is given.
protocol InPlaceApplicator: SchemaKeyword {}

extension SchemaProgram {
  /// The clause of a schema, or of what it refers to.
  func clause(of schema: Int) -> String? {
    var number: Int? = schema
    for _ in 0..<16 {
      guard let current = number else { return nil }
      if let clause = schemas[current].clause { return clause }
      number = schemas[current].reference
    }
    return nil
  }

  /// The place of a schema, or of a keyword in it, as a URI with a pointer.
  func location(of schema: Int, keyword: String?) -> String {
    let node = schemas[schema]
    let resource = resources[node.resource]
    var tokens = Array(node.source.pointer.tokens.dropFirst(resource.root.pointer.tokens.count))
    if let keyword { tokens.append(keyword) }
    return "\(resource.uri)#\(JSONPointer(tokens))"
  }
}
