import StrictJSON

/// Reads what is said of a step.
final class ExpectationReader {
  let file: FileReader
  let contract: Contract
  let isRaw: Bool

  init(file: FileReader, contract: Contract, isRaw: Bool) {
    self.file = file
    self.contract = contract
    self.isRaw = isRaw
  }

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
    return Expectation(
      clause: object["clause"].flatMap(clause), status: object["status"].flatMap(status),
      headers: object.map("headers").compactMap(header),
      body: object.map("body").compactMap(member), anyString: texts(object, "anyString"),
      noString: texts(object, "noString"),
      outcome: outcome(object),
      value: object.map("value").compactMap(member),
      error: object.map("error").compactMap(member), isAdvisory: advisory,
      location: object.location)
  }

  private func clause(_ node: JSONNode) -> String? {
    guard let id = node.string else {
      file.complain("expected “clause” as a string, received \(node.summary)", at: node)
      return nil
    }
    return file.clause(id, of: contract, at: node)
  }

  private func texts(_ object: ObjectReader, _ key: String) -> [Template] {
    object.stringOrStrings(key).map { Template($0, raw: isRaw) }
  }

  /// How a hook or call may end: one word or several.
  private func outcome(_ object: ObjectReader) -> ValueTemplate? {
    guard let node = object["outcome"] else { return nil }
    let words = object.stringOrStrings("outcome").map { JSON.string($0) }
    return ValueTemplate(node.kind == .array ? .array(words) : words.first ?? "", raw: isRaw)
  }

  private func status(_ node: JSONNode) -> StatusMatcher? {
    switch node.kind {
    case .number:
      if let code = node.number?.int, (100...599).contains(code) { return .exactly(code) }
    case .string:
      if let family = node.string.flatMap(family) { return family }
    case .array where node.count > 0:
      return .any(node.elements.compactMap(status))
    case .object where node.count == 1:
      if let inner = node["not"] { return status(inner).map { .not($0) } }
    default: break
    }
    file.complain(
      """
      expected a status such as 404, "2xx", {"not": "2xx"} or a list of them, received \
      \(node.value.shortText)\(meant(by: node))
      """,
      at: node)
    return nil
  }

  /// What to write where a status was given as a string.
  private func meant(by node: JSONNode) -> String {
    guard let text = node.string else { return "" }
    if let code = Int(text), (100...599).contains(code) { return "; did you mean \(code)?" }
    let family = text.prefix(1) + "xx"
    return self.family(String(family)) == nil ? "" : "; did you mean \"\(family)\"?"
  }

  private func family(_ text: String) -> StatusMatcher? {
    let bytes = Array(text.utf8)
    guard bytes.count == 3, bytes[1...] == Array("xx".utf8)[...], (0x31...0x35).contains(bytes[0])
    else { return nil }
    return .family(Int(bytes[0] - 0x30))
  }

  private func header(_ member: JSONMember) -> HeaderMatcher? {
    if member.value.isNull { return HeaderMatcher(name: member.key, rule: .absent) }
    if let text = member.value.string {
      return HeaderMatcher(name: member.key, rule: .equals(Template(text, raw: isRaw)))
    }
    let keys: Set<String> = ["matches", "present"]
    guard let object = ObjectReader(member.value, as: "a header", keys: keys, in: file),
      let key = object.oneOf(["matches", "present"])
    else { return nil }
    guard key == "matches" else {
      let isPresent = object.bool("present", default: true)
      return HeaderMatcher(name: member.key, rule: isPresent ? .present : .absent)
    }
    guard let pattern = object.string("matches"), file.isPattern(pattern, at: object["matches"]),
      let compiled = contract.pattern(pattern)
    else { return nil }
    return HeaderMatcher(name: member.key, rule: .schema(compiled))
  }

  private func member(_ member: JSONMember) -> MemberMatcher? {
    guard let pointer = file.pointer(member.key, at: member.keyPosition),
      let rule = rule(member.value)
    else { return nil }
    return MemberMatcher(pointer: pointer, rule: rule)
  }

  /// The keys that, alone in an object, say what a value must be; any other object is a literal.
  private static let rules: Set<String> = [
    "schema", "equals", "contains", "present", "absent", "instant",
  ]

  private func rule(_ node: JSONNode) -> ValueRule? {
    guard node.kind == .object, node.count == 1, let only = node.members.first,
      Self.rules.contains(only.key),
      let object = ObjectReader(node, as: "what a value must be", keys: Self.rules, in: file)
    else { return .equals(ValueTemplate(node.value, raw: isRaw)) }
    switch only.key {
    case "schema": return contract.schemaSource.compile(only.value, in: file).map { .schema($0) }
    case "equals": return .equals(ValueTemplate(only.value.value, raw: isRaw))
    case "contains": return object.string("contains").map { .contains(Template($0, raw: isRaw)) }
    case "present": return object.bool("present", default: true) ? .present : .absent
    case "absent": return object.bool("absent", default: true) ? .absent : .present
    default: return instant(only.value)
    }
  }

  private func instant(_ node: JSONNode) -> ValueRule? {
    let keys: Set<String> = ["from", "plus", "within"]
    guard let object = ObjectReader(node, as: "an instant", keys: keys, in: file),
      let from = object.requiredString("from")
    else { return nil }
    let within = object.span("within") ?? .seconds(1)
    let plus = object.duration("plus")
    if from.utf8.first == UInt8(ascii: "/") {
      return file.pointer(from, at: object["from"] ?? node).map {
        .instant(from: .pointer($0), plus: plus, within: within)
      }
    }
    return .instant(from: .template(ValueTemplate(.string(from))), plus: plus, within: within)
  }
}
