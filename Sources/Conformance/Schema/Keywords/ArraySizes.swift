import StrictJSON

/// `minItems` and `maxItems`.
struct ElementCountKeyword: SchemaKeyword {
  let minimum: Int?
  let maximum: Int?

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard instance.kind == .array else { return true }
    let count = instance.count
    if let minimum, count < minimum {
      return evaluation.report(
        "minItems", at: instance, expected: "at least \(plural(minimum, "element"))",
        received: "\(count)")
    }
    if let maximum, count > maximum {
      return evaluation.report(
        "maxItems", at: instance, expected: "at most \(plural(maximum, "element"))",
        received: "\(count)")
    }
    return true
  }
}

/// `uniqueItems`: no two equal elements.
struct UniqueKeyword: SchemaKeyword {
  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard instance.kind == .array, instance.count > 1 else { return true }
    var seen: [JSON: Int] = [:]
    for (index, element) in instance.elements.enumerated() {
      guard let first = seen.updateValue(index, forKey: element.value) else { continue }
      return evaluation.report(
        "uniqueItems", at: instance, expected: "no two equal elements",
        received: "equal ones at \(first) and \(index)")
    }
    return true
  }
}

// MARK: - Compiling

func compileArraySizeKeywords(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  var keywords: [any SchemaKeyword] = []
  let minimum = try source.count("minItems")
  let maximum = try source.count("maxItems")
  if minimum != nil || maximum != nil {
    keywords.append(ElementCountKeyword(minimum: minimum, maximum: maximum))
  }
  if try source.bool("uniqueItems") == true { keywords.append(UniqueKeyword()) }
  return keywords
}
