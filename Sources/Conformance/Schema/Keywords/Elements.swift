import StrictJSON

/// `prefixItems` and `items`, which depend on one another.
struct ElementKeyword: SchemaKeyword {
  let prefix: [Int]
  let rest: Int?

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard instance.kind == .array else { return true }
    var isAccepted = true
    for (index, element) in instance.elements.enumerated() {
      if index < prefix.count {
        let step = KeywordStep("prefixItems", index: index)
        isAccepted =
          evaluation.apply(prefix[index], toChild: element, at: String(index), by: step)
          && isAccepted
      } else {
        guard let rest else { break }
        isAccepted =
          evaluation.apply(rest, toChild: element, at: String(index), by: KeywordStep("items"))
          && isAccepted
      }
      if !isAccepted && !evaluation.collects { return false }
    }
    if rest != nil { evaluation.children?.allElements = true }
    if let known = evaluation.children?.prefix {
      evaluation.children?.prefix = max(known, prefix.count)
    }
    return isAccepted
  }
}

/// `contains`, `minContains` and `maxContains`.
struct ContainsKeyword: SchemaKeyword {
  let schema: Int
  let minimum: Int
  let maximum: Int?

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard instance.kind == .array else { return true }
    let detail = evaluation.detail
    evaluation.detail = .verdict
    var count = 0
    for (index, element) in instance.elements.enumerated() {
      let step = KeywordStep("contains")
      guard evaluation.apply(schema, toChild: element, at: String(index), by: step) else {
        continue
      }
      count += 1
      evaluation.children?.elements.insert(index)
    }
    evaluation.detail = detail
    return judge(count, in: instance, &evaluation)
  }

  private func judge(
    _ count: Int, in instance: JSONNode, _ evaluation: inout SchemaEvaluation
  ) -> Bool {
    if count < minimum {
      return evaluation.report(
        minimum == 1 ? "contains" : "minContains", at: instance,
        expected: "at least \(plural(minimum, "element")) of the kind that `contains` describes",
        received: "\(count) of \(instance.count)")
    }
    if let maximum, count > maximum {
      return evaluation.report(
        "maxContains", at: instance,
        expected: "at most \(plural(maximum, "element")) of the kind that `contains` describes",
        received: "\(count) of \(instance.count)")
    }
    return true
  }
}

// MARK: - Compiling

func compileElementKeywords(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  var keywords: [any SchemaKeyword] = []
  let prefix = try source.schemaList("prefixItems", &compiler) ?? []
  let rest = try source.schema("items", &compiler)
  if !prefix.isEmpty || rest != nil {
    keywords.append(ElementKeyword(prefix: prefix, rest: rest))
  }
  guard let schema = try source.schema("contains", &compiler) else { return keywords }
  let hasCounts = source.vocabularies.contains(.validation)
  let minimum = hasCounts ? try source.count("minContains") : nil
  let maximum = hasCounts ? try source.count("maxContains") : nil
  keywords.append(ContainsKeyword(schema: schema, minimum: minimum ?? 1, maximum: maximum))
  return keywords
}
