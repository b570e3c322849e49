import StrictJSON

/// `minProperties` and `maxProperties`; a repeated name counts as often as it occurs.
struct MemberCountKeyword: SchemaKeyword {
  let minimum: Int?
  let maximum: Int?

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard instance.kind == .object else { return true }
    let count = instance.count
    if let minimum, count < minimum {
      return evaluation.report(
        "minProperties", at: instance, expected: "at least \(plural(minimum, "member"))",
        received: "\(count)")
    }
    if let maximum, count > maximum {
      return evaluation.report(
        "maxProperties", at: instance, expected: "at most \(plural(maximum, "member"))",
        received: "\(count)")
    }
    return true
  }
}

/// `required`: members that must be there.
struct RequiredKeyword: SchemaKeyword {
  let names: [RequiredName]

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard instance.kind == .object else { return true }
    return names.reportMissing("required", of: instance, &evaluation, because: "")
  }
}

/// `dependentRequired`: members that must be there when another is.
struct DependentRequiredKeyword: SchemaKeyword {
  let keyword: String
  let dependencies: [(name: String, required: [RequiredName])]

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard instance.kind == .object else { return true }
    var isAccepted = true
    for (name, required) in dependencies where instance[name] != nil {
      isAccepted =
        required.reportMissing(
          keyword, of: instance, &evaluation, because: ", since there is `\(name)`") && isAccepted
    }
    return isAccepted
  }
}

/// A member that must be there, and the schema that it would have to satisfy.
struct RequiredName: Sendable {
  var name: String
  /// The schema under `properties` of the same schema; nil when there is none.
  var schema: Int?
}

extension [RequiredName] {
  fileprivate func reportMissing(
    _ keyword: String, of instance: JSONNode, _ evaluation: inout SchemaEvaluation,
    because reason: @autoclosure () -> String
  ) -> Bool {
    var isAccepted = true
    for required in self where instance[required.name] == nil {
      isAccepted = false
      guard evaluation.collects else { break }
      let clause = required.schema.flatMap { evaluation.program.value.clause(of: $0) }
      _ = evaluation.report(
        keyword, at: instance, expected: "the member `\(required.name)`\(reason())",
        received: instance.memberNames, clause: clause)
    }
    return isAccepted
  }
}

extension JSONNode {
  /// The names of an object's members for a sentence, at most ten.
  fileprivate var memberNames: String {
    guard count > 0 else { return "an object without members" }
    let names = members.prefix(10).map { "`\($0.key)`" }.joined(separator: ", ")
    return "an object with \(names)\(count > 10 ? " and \(count - 10) more" : " only")"
  }
}

// MARK: - Compiling

func compileObjectSizeKeywords(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  var keywords: [any SchemaKeyword] = []
  let minimum = try source.count("minProperties")
  let maximum = try source.count("maxProperties")
  if minimum != nil || maximum != nil {
    keywords.append(MemberCountKeyword(minimum: minimum, maximum: maximum))
  }
  if let names = try source.strings("required"), !names.isEmpty {
    keywords.append(RequiredKeyword(names: try requiredNames(names, source, &compiler)))
  }
  if let members = try source.members("dependentRequired") {
    var dependencies: [(name: String, required: [RequiredName])] = []
    for member in members {
      let names = try source.strings(of: member.value)
      dependencies.append((member.key, try requiredNames(names, source, &compiler)))
    }
    keywords.append(
      DependentRequiredKeyword(keyword: "dependentRequired", dependencies: dependencies))
  }
  return keywords
}

func requiredNames(
  _ names: [String], _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [RequiredName] {
  var required: [RequiredName] = []
  for name in names {
    var schema: Int?
    if let node = source["properties"]?[name] {
      schema = try compiler.number(of: node, in: source.resource)
    }
    required.append(RequiredName(name: name, schema: schema))
  }
  return required
}
