import StrictJSON

/// Reads what is said of a step.
struct ExpectationReader {
  let file: FileReader
  let contract: Contract
  let isRaw: Bool

  private static let keys: Set<String> = [
    "clause", "status", "headers", "body", "anyString", "noString", "outcome", "value",
    "error",
  ]

  func expectation(
    _ node: JSONNode, advisory: Bool, also extra: Set<String> = []
  ) -> Expectation? {
    let what = advisory ? "an advisory expectation" : "an expectation"
    guard let object = ObjectReader(node, as: what, keys: Self.keys.union(extra), in: file) else {
      return nil
    }
    let clause = object.string("clause")
    if let clause, contract.clause(clause) == nil, let place = object["clause"] {
      let hint = suggestion(for: clause, among: contract.clauses.map(\.id))
      file.complain("“\(clause)” is no clause of \(contract.id); \(hint)", at: place)
    }
    return Expectation(
      clause: clause, status: object["status"].flatMap(status),
      headers: object.map("headers").compactMap(header),
      body: object.map("body").compactMap(member), anyString: texts(object, "anyString"),
      noString: texts(object, "noString"),
      outcome: object["outcome"].map { ValueTemplate($0.value, raw: isRaw) },
      value: object.map("value").compactMap(member),
      error: object.map("error").compactMap(member), isAdvisory: advisory,
      location: object.location)
  }

  private func texts(_ object: ObjectReader, _ key: String) -> [Template] {
    guard let node = object[key] else { return [] }
    let texts = node.string.map { [$0] } ?? object.strings(key)
    return texts.map { Template($0, raw: isRaw) }
  }

  private func status(_ node: JSONNode) -> StatusMatcher? {
    if let code = node.number?.int, (100...599).contains(code) { return .exactly(code) }
    if let text = node.string, text.utf8.count == 3, text.hasSuffix("xx"),
      let hundred = text.first?.wholeNumberValue, (1...5).contains(hundred)
    {
      return .family(hundred)
    }
    if node.kind == .array {
      let list = node.elements.compactMap(status)
      return list.isEmpty ? nil : .any(list)
    }
    if let inner = node["not"] { return status(inner).map { .not($0) } }
    file.complain(
      """
      expected a status such as 404, \"2xx\", {\"not\": \"2xx\"} or a list of them, received \
      \(node.value.serialized())
      """,
      at: node)
    return nil
  }

  private func header(_ member: JSONMember) -> HeaderMatcher? {
    if member.value.isNull { return HeaderMatcher(name: member.key, rule: .absent) }
    if let text = member.value.string {
      return HeaderMatcher(name: member.key, rule: .equals(Template(text, raw: isRaw)))
    }
    let keys: Set<String> = ["matches", "present"]
    guard let object = ObjectReader(member.value, as: "a header", keys: keys, in: file) else {
      return nil
    }
    guard let pattern = object["matches"] else {
      return HeaderMatcher(
        name: member.key, rule: object.bool("present", default: true) ? .present : .absent)
    }
    let schema: JSON = ["type": "string", "pattern": pattern.value]
    guard let document = try? JSONDocument(parsing: schema.serializedBytes()),
      let compiled = contract.schemaSource.compile(document.root, in: file)
    else { return nil }
    return HeaderMatcher(name: member.key, rule: .schema(compiled))
  }

  private func member(_ member: JSONMember) -> MemberMatcher? {
    guard let pointer = file.pointer(member.key, at: member.keyPosition),
      let rule = rule(member.value)
    else { return nil }
    return MemberMatcher(pointer: pointer, rule: rule)
  }

  private func rule(_ node: JSONNode) -> ValueRule? {
    guard node.kind == .object, node.count == 1, let only = node.members.first(where: { _ in true })
    else { return .equals(ValueTemplate(node.value, raw: isRaw)) }
    switch only.key {
    case "schema": return contract.schemaSource.compile(only.value, in: file).map { .schema($0) }
    case "equals": return .equals(ValueTemplate(only.value.value, raw: isRaw))
    case "contains": return only.value.string.map { .contains(Template($0, raw: isRaw)) }
    case "present": return only.value.bool == false ? .absent : .present
    case "absent": return only.value.bool == false ? .present : .absent
    case "instant": return instant(only.value)
    default: return .equals(ValueTemplate(node.value, raw: isRaw))
    }
  }

  private func instant(_ node: JSONNode) -> ValueRule? {
    let keys: Set<String> = ["from", "plus", "within"]
    guard let object = ObjectReader(node, as: "an instant", keys: keys, in: file),
      let from = object.requiredString("from")
    else { return nil }
    let within = object.span("within") ?? .seconds(1)
    let plus = object.string("plus").map { Template($0) }
    if from.utf8.first == UInt8(ascii: "/") {
      return file.pointer(from, at: node).map {
        .instant(from: .pointer($0), plus: plus, within: within)
      }
    }
    return .instant(from: .template(ValueTemplate(.string(from))), plus: plus, within: within)
  }
}
