import StrictJSON

/// `properties`, `patternProperties` and `additionalProperties`, which depend on one another.
struct MemberKeyword: SchemaKeyword {
  let properties: MemberTable
  let patterns: [(pattern: ECMAPattern, schema: Int)]
  let additional: Int?

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard instance.kind == .object else { return true }
    var isAccepted = true
    for member in instance.members {
      isAccepted = evaluate(member, of: instance, &evaluation) && isAccepted
      if !isAccepted && !evaluation.collects { return false }
    }
    return isAccepted
  }

  private func evaluate(
    _ member: JSONMember, of instance: JSONNode, _ evaluation: inout SchemaEvaluation
  ) -> Bool {
    var isAccepted = true
    var isMatched = false
    if let schema = properties.schema(of: member) {
      isMatched = true
      isAccepted = evaluation.apply(
        schema, toChild: member.value, at: member.key,
        by: KeywordStep("properties", name: member.key))
    }
    for (pattern, schema) in patterns {
      guard let isMatch = pattern.matches(member.key) else {
        return evaluation.interrupt(
          "patternProperties", instance,
          expected: "a pattern that decides within the limit of steps",
          received: "none so far from `\(pattern.text)`")
      }
      guard isMatch else { continue }
      isMatched = true
      isAccepted =
        evaluation.apply(
          schema, toChild: member.value, at: member.key,
          by: KeywordStep("patternProperties", name: pattern.text)) && isAccepted
    }
    if !isMatched, let additional {
      isMatched = true
      isAccepted = applyAdditional(additional, to: member, &evaluation)
    }
    if isMatched { evaluation.children?.members.insert(member.value.id) }
    return isAccepted
  }

  private func applyAdditional(
    _ schema: Int, to member: JSONMember, _ evaluation: inout SchemaEvaluation
  ) -> Bool {
    evaluation.apply(
      schema, toChild: member.value, at: member.key, by: KeywordStep("additionalProperties"))
  }
}

/// `propertyNames`: a schema for every name.
struct MemberNameKeyword: SchemaKeyword {
  let schema: Int

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard instance.kind == .object else { return true }
    var isAccepted = true
    for member in instance.members {
      isAccepted =
        evaluation.apply(
          schema, toChild: member.keyNode, at: member.key, by: KeywordStep("propertyNames"))
        && isAccepted
      if !isAccepted && !evaluation.collects { return false }
    }
    return isAccepted
  }
}

// MARK: - Compiling

func compileMemberKeywords(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  var keywords: [any SchemaKeyword] = []
  let properties = try source.schemaMap("properties", &compiler) ?? []
  let additional = try source.schema("additionalProperties", &compiler)
  var patterns: [(pattern: ECMAPattern, schema: Int)] = []
  for member in try source.members("patternProperties").map(Array.init) ?? [] {
    let pattern = try source.pattern(member.key, at: member.keyNode)
    patterns.append((pattern, try compiler.number(of: member.value, in: source.resource)))
  }
  if !properties.isEmpty || !patterns.isEmpty || additional != nil {
    keywords.append(
      MemberKeyword(
        properties: MemberTable(properties), patterns: patterns, additional: additional))
  }
  if let schema = try source.schema("propertyNames", &compiler) {
    keywords.append(MemberNameKeyword(schema: schema))
  }
  return keywords
}
