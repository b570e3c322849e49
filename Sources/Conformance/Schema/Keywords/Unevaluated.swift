import StrictJSON

/// `unevaluatedProperties`: a schema for the members that no other keyword looked at.
struct UnevaluatedMembersKeyword: SchemaKeyword {
  let schema: Int

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard instance.kind == .object, let known = evaluation.children,
      !evaluation.current.isRefusedInPlace
    else { return true }
    var isAccepted = true
    for member in instance.members where !known.hasMember(member.value) {
      isAccepted =
        evaluation.apply(
          schema, toChild: member.value, at: member.key, by: KeywordStep("unevaluatedProperties"))
        && isAccepted
      if !isAccepted && !evaluation.collects { return false }
    }
    evaluation.children?.allMembers = true
    return isAccepted
  }
}

/// `unevaluatedItems`: a schema for the elements that no other keyword looked at.
struct UnevaluatedElementsKeyword: SchemaKeyword {
  let schema: Int

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard instance.kind == .array, let known = evaluation.children,
      !evaluation.current.isRefusedInPlace
    else { return true }
    var isAccepted = true
    for (index, element) in instance.elements.enumerated() where !known.hasElement(index) {
      isAccepted =
        evaluation.apply(
          schema, toChild: element, at: String(index), by: KeywordStep("unevaluatedItems"))
        && isAccepted
      if !isAccepted && !evaluation.collects { return false }
    }
    evaluation.children?.allElements = true
    return isAccepted
  }
}

// MARK: - Compiling

func compileUnevaluatedKeywords(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  var keywords: [any SchemaKeyword] = []
  if let schema = try source.schema("unevaluatedItems", &compiler) {
    keywords.append(UnevaluatedElementsKeyword(schema: schema))
  }
  if let schema = try source.schema("unevaluatedProperties", &compiler) {
    keywords.append(UnevaluatedMembersKeyword(schema: schema))
  }
  return keywords
}
