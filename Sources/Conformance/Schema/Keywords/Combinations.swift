import StrictJSON

/// `allOf`: every schema.
struct AllOfKeyword: InPlaceApplicator {
  let schemas: [Int]

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    var isAccepted = true
    for (index, schema) in schemas.enumerated() {
      isAccepted =
        evaluation.apply(schema, to: instance, by: KeywordStep("allOf", index: index))
        && isAccepted
      if !isAccepted && !evaluation.collects { return false }
    }
    return isAccepted
  }
}

/// `anyOf`: at least one schema.
struct AnyOfKeyword: InPlaceApplicator {
  let schemas: [Int]

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    var isAccepted = false
    for (index, schema) in schemas.enumerated() {
      let step = KeywordStep("anyOf", index: index)
      isAccepted = evaluation.test(schema, on: instance, by: step) || isAccepted
      if isAccepted && evaluation.children == nil { return true }
    }
    return isAccepted || evaluation.report("anyOf", at: instance, refusedBy: schemas)
  }
}

/// `oneOf`: exactly one schema.
struct OneOfKeyword: InPlaceApplicator {
  let schemas: [Int]

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    var accepting: [Int] = []
    for (index, schema) in schemas.enumerated() {
      let step = KeywordStep("oneOf", index: index)
      if evaluation.test(schema, on: instance, by: step) { accepting.append(index) }
      if accepting.count > 1 && !evaluation.collects { return false }
    }
    if accepting.count == 1 { return true }
    guard accepting.isEmpty else {
      let list = accepting.map(String.init).joined(separator: " and ")
      return evaluation.report(
        "oneOf", at: instance, expected: "only one of the \(schemas.count) shapes of `oneOf`",
        received: "a value of the shapes \(list)")
    }
    return evaluation.report("oneOf", at: instance, refusedBy: schemas)
  }
}

/// `not`: what a schema refuses.
struct NotKeyword: InPlaceApplicator {
  let schema: Int

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    let children = evaluation.children
    let isRefused = !evaluation.test(schema, on: instance, by: KeywordStep("not"))
    evaluation.children = children
    return isRefused
      || evaluation.report("not", at: instance, expected: "a value that `not` does not describe")
  }
}

// MARK: - Compiling

func compileCombinations(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  var keywords: [any SchemaKeyword] = []
  if let schemas = try source.schemaList("allOf", &compiler) {
    keywords.append(AllOfKeyword(schemas: schemas))
  }
  if let schemas = try source.schemaList("anyOf", &compiler) {
    keywords.append(AnyOfKeyword(schemas: schemas))
  }
  if let schemas = try source.schemaList("oneOf", &compiler) {
    keywords.append(OneOfKeyword(schemas: schemas))
  }
  if let schema = try source.schema("not", &compiler) {
    keywords.append(NotKeyword(schema: schema))
  }
  return keywords
}
