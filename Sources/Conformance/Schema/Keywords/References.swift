import StrictJSON

/// `$ref`: the schema that a URI names.
struct ReferenceKeyword: InPlaceApplicator {
  let schema: Int

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    evaluation.follow("$ref", to: schema, on: instance)
  }
}

/// `$dynamicRef`: the schema that the outermost resource on the way here gives a name to.
struct DynamicReferenceKeyword: InPlaceApplicator {
  /// The schema that the URI names where no resource on the way has the name.
  let schema: Int
  /// The name; nil when the URI names no dynamic anchor, so that the keyword is like `$ref`.
  let name: ExactText?

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    let target = name.flatMap { evaluation.dynamicTarget($0) } ?? schema
    return evaluation.follow("$dynamicRef", to: target, on: instance)
  }
}

// MARK: - Compiling

func compileReferences(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  var keywords: [any SchemaKeyword] = []
  if let node = source["$ref"] {
    _ = try source.string("$ref")
    let target = try compiler.target(of: node, in: source.resource)
    keywords.append(
      ReferenceKeyword(schema: try compiler.number(of: target.node, in: target.resource)))
  }
  if let node = source["$dynamicRef"] {
    _ = try source.string("$dynamicRef")
    let target = try compiler.target(of: node, in: source.resource)
    if let name = target.isDynamic { compiler.addDynamicName(name) }
    keywords.append(
      DynamicReferenceKeyword(
        schema: try compiler.number(of: target.node, in: target.resource), name: target.isDynamic))
  }
  return keywords
}
