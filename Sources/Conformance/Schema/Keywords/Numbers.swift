import StrictJSON

/// `multipleOf`: an exact decimal multiple.
struct MultipleOfKeyword: SchemaKeyword {
  let divisor: JSONNumber

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard let number = instance.number, !number.isMultiple(of: divisor) else { return true }
    return evaluation.report("multipleOf", at: instance, expected: "a multiple of \(divisor)")
  }
}

/// `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`.
struct BoundKeyword: SchemaKeyword {
  enum Bound: String, CaseIterable {
    case minimum, maximum, exclusiveMinimum, exclusiveMaximum

    func allows(_ number: JSONNumber, at limit: JSONNumber) -> Bool {
      switch self {
      case .minimum: !(number < limit)
      case .maximum: !(limit < number)
      case .exclusiveMinimum: limit < number
      case .exclusiveMaximum: number < limit
      }
    }

    var phrase: String {
      switch self {
      case .minimum: "at least"
      case .maximum: "at most"
      case .exclusiveMinimum: "more than"
      case .exclusiveMaximum: "less than"
      }
    }
  }

  let bound: Bound
  let limit: JSONNumber

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard let number = instance.number, !bound.allows(number, at: limit) else { return true }
    return evaluation.report(
      bound.rawValue, at: instance, expected: "\(bound.phrase) \(limit)")
  }
}

// MARK: - Compiling

func compileNumberKeywords(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  var keywords: [any SchemaKeyword] = []
  for bound in BoundKeyword.Bound.allCases {
    guard let limit = try source.number(bound.rawValue) else { continue }
    keywords.append(BoundKeyword(bound: bound, limit: limit))
  }
  if let node = source["multipleOf"], let divisor = try source.number("multipleOf") {
    guard 0 < divisor else {
      throw source.error(at: node, "expected a number above 0, received \(node.summary)")
    }
    keywords.append(MultipleOfKeyword(divisor: divisor))
  }
  return keywords
}
