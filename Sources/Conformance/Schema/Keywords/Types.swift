import StrictJSON

/// `type`: one of some kinds of values; an integer is a number without a fraction, however
/// spelled.
struct TypeKeyword: SchemaKeyword {
  let kinds: [JSONKind]
  /// Whether integers are allowed where other numbers are not.
  let allowsInteger: Bool
  let expected: String

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    let kind = instance.kind
    if kinds.contains(kind) { return true }
    if allowsInteger, kind == .number, instance.number?.isInteger == true { return true }
    return evaluation.report("type", at: instance, expected: expected)
  }
}

/// `enum`: one of some values.
struct EnumKeyword: SchemaKeyword {
  let values: Set<JSON>
  let expected: String

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    values.contains(instance.value)
      || evaluation.report("enum", at: instance, expected: expected)
  }
}

/// `const`: one value.
struct ConstKeyword: SchemaKeyword {
  let value: JSON

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    (instance.kind == value.kind && instance.value == value)
      || evaluation.report("const", at: instance, expected: value.shortText)
  }
}

// MARK: - Compiling

func compileTypeKeywords(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  var keywords: [any SchemaKeyword] = []
  if let node = source["type"] { keywords.append(try compileType(node, source)) }
  if let node = source["const"] { keywords.append(ConstKeyword(value: node.value)) }
  if let node = source["enum"] {
    guard node.kind == .array else {
      throw source.error(at: node, "expected an array of values, received \(node.summary)")
    }
    let values = node.elements.map(\.value)
    let list = values.map(\.shortText).joined(separator: ", ")
    keywords.append(
      EnumKeyword(
        values: Set(values),
        expected: values.count == 1 ? list : values.isEmpty ? "no value at all" : "one of \(list)"))
  }
  return keywords
}

private func compileType(
  _ node: JSONNode, _ source: SchemaSource
) throws(SchemaError) -> TypeKeyword {
  let names: [String]
  if let name = node.string { names = [name] } else { names = try source.strings(of: node) }
  guard !names.isEmpty else {
    throw source.error(at: node, "expected at least one name of a type, received none")
  }
  var kinds: [JSONKind] = []
  for (number, name) in names.enumerated() where name != "integer" {
    guard let kind = JSONKind(schemaType: name) else {
      throw source.error(
        at: node[number] ?? node,
        "expected one of array, boolean, integer, null, number, object and string, "
          + "received `\(name)`")
    }
    kinds.append(kind)
  }
  let phrases = names.map {
    $0 == "integer" ? "an integer" : JSONKind(schemaType: $0)?.phrase ?? $0
  }
  return TypeKeyword(
    kinds: kinds, allowsInteger: names.contains("integer"),
    expected: phrases.joined(separator: " or "))
}

extension JSONKind {
  fileprivate init?(schemaType name: String) {
    guard name != "bool" else { return nil }
    self.init(rawValue: name == "boolean" ? "bool" : name)
  }
}
