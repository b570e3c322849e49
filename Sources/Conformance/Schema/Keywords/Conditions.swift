import StrictJSON

/// `if`, `then` and `else`.
struct ConditionKeyword: InPlaceApplicator {
  let condition: Int
  let consequence: Int?
  let alternative: Int?

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    let isMet = evaluation.test(condition, on: instance, by: KeywordStep("if"))
    let step = KeywordStep(isMet ? "then" : "else")
    guard let schema = isMet ? consequence : alternative else { return true }
    return evaluation.apply(schema, to: instance, by: step)
  }
}

/// `dependentSchemas`: a schema for the whole object when a member is there.
struct DependentSchemasKeyword: InPlaceApplicator {
  let keyword: String
  let dependencies: [(name: String, schema: Int)]

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard instance.kind == .object else { return true }
    var isAccepted = true
    for (name, schema) in dependencies where instance[name] != nil {
      let step = KeywordStep(keyword, name: name)
      isAccepted = evaluation.apply(schema, to: instance, by: step) && isAccepted
      if !isAccepted && !evaluation.collects { return false }
    }
    return isAccepted
  }
}

// MARK: - Compiling

func compileConditions(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  var keywords: [any SchemaKeyword] = []
  let condition = try source.schema("if", &compiler)
  let consequence = try source.schema("then", &compiler)
  let alternative = try source.schema("else", &compiler)
  if let condition {
    keywords.append(
      ConditionKeyword(
        condition: condition, consequence: consequence, alternative: alternative))
  }
  if let dependencies = try source.schemaMap("dependentSchemas", &compiler) {
    keywords.append(
      DependentSchemasKeyword(keyword: "dependentSchemas", dependencies: dependencies))
  }
  return keywords + (try compileDependencies(source, &compiler))
}

/// `dependencies` of earlier drafts, which the metaschema still allows: names or a schema.
private func compileDependencies(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  var schemas: [(name: String, schema: Int)] = []
  var names: [(name: String, required: [RequiredName])] = []
  for member in try source.members("dependencies").map(Array.init) ?? [] {
    if member.value.kind == .array {
      let required = try source.strings(of: member.value)
      names.append((member.key, try requiredNames(required, source, &compiler)))
    } else {
      schemas.append((member.key, try compiler.number(of: member.value, in: source.resource)))
    }
  }
  var keywords: [any SchemaKeyword] = []
  if !names.isEmpty {
    keywords.append(DependentRequiredKeyword(keyword: "dependencies", dependencies: names))
  }
  if !schemas.isEmpty {
    keywords.append(DependentSchemasKeyword(keyword: "dependencies", dependencies: schemas))
  }
  return keywords
}
