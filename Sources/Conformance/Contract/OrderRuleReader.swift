import StrictJSON

/// Reads one order rule of a contract file.
struct OrderRuleReader {
  let file: FileReader
  let schemas: ContractSchemas

  private static let kinds = [
    "sequence", "before", "exactlyOnce", "atMostOnce", "never", "neverAfter", "neverWhile",
    "eventually", "onlyOnThread", "sameValue", "differentValue", "noSecretIn", "schema",
  ]
  private static let keys = Set(
    kinds + ["clause", "role", "key", "when", "unlessBefore", "advisory", "about"])

  func rule(_ node: JSONNode) -> OrderRule? {
    guard let object = ObjectReader(node, as: "an order rule", keys: Self.keys, in: file),
      let clause = object.requiredString("clause")
    else { return nil }
    let stated = Self.kinds.filter { object[$0] != nil }
    guard stated.count == 1, let value = object[stated[0]] else {
      file.complain(
        """
        expected one of \(Self.kinds.joined(separator: ", ")) in an order rule, received \
        \(stated.count)
        """,
        at: node)
      return nil
    }
    let when = object["when"].flatMap(pattern)
    guard let kind = kind(stated[0], value, when: when) else { return nil }
    return OrderRule(
      clause: clause, role: object.choice("role") ?? .app, key: key(object),
      when: when, unlessBefore: object["unlessBefore"].flatMap(pattern),
      kind: kind, isAdvisory: object.bool("advisory", default: false), location: object.location)
  }

  private func key(_ object: ObjectReader) -> [JSONPointer] {
    guard let node = object["key"] else { return [] }
    let nodes = node.kind == .array ? Array(node.elements) : [node]
    return nodes.compactMap { node in
      guard let text = node.string else {
        file.complain("expected a JSON Pointer such as /data/sessionId", at: node)
        return nil
      }
      return file.pointer(text, at: node)
    }
  }

  private func kind(
    _ name: String, _ value: JSONNode, when: OrderRule.EventPattern?
  ) -> OrderRule.Kind? {
    switch name {
    case "sequence": patterns(value, least: 2).map { .sequence($0) }
    case "before": patterns(value, least: 2).map { .before($0[0], $0[1]) }
    case "exactlyOnce": pattern(value).map { .exactlyOnce($0) }
    case "atMostOnce": pattern(value).map { .atMostOnce($0) }
    case "never": pattern(value).map { .never($0) }
    case "sameValue": members(value).map { .sameValue($0) }
    case "differentValue": members(value).map { .differentValue($0) }
    default: detailed(name, value, when: when)
    }
  }

  private func detailed(
    _ name: String, _ value: JSONNode, when: OrderRule.EventPattern?
  ) -> OrderRule.Kind? {
    let keys: Set<String> = [
      "event", "after", "until", "from", "within", "thread", "at", "pattern", "valueOf", "schema",
      "where",
    ]
    guard let object = ObjectReader(value, as: "“\(name)”", keys: keys, in: file),
      object.required("event") != nil, let event = eventOnly(value)
    else { return nil }
    switch name {
    case "neverAfter":
      guard let after = object.required("after").flatMap(pattern) else { return nil }
      return .neverAfter(event, after: after, until: object["until"].flatMap(pattern))
    case "neverWhile":
      guard let from = object.required("from").flatMap(pattern),
        let until = object.required("until").flatMap(pattern)
      else { return nil }
      return .neverWhile(event, from: from, until: until)
    case "eventually":
      guard let after = object["after"].flatMap(pattern) ?? when else {
        file.complain("expected “after” in “eventually”, or “when” beside it; add one", at: value)
        return nil
      }
      return .eventually(event, after: after, within: object.span("within"))
    case "onlyOnThread":
      return object.requiredString("thread").map { .onlyOnThread(event, thread: $0) }
    case "noSecretIn":
      guard let member = member(value) else { return nil }
      return .noSecretIn(
        member, pattern: object.string("pattern"), valueOf: object["valueOf"].flatMap(self.member))
    default:
      guard let member = member(value), let schema = object.required("schema") else { return nil }
      return schemas.compile(schema, in: file).map { .schema(member, $0) }
    }
  }

  private func pattern(_ node: JSONNode) -> OrderRule.EventPattern? {
    if node["event"]?.kind == .array, let list = node["event"] {
      return pattern(list, conditions: conditions(of: node))
    }
    return pattern(node, conditions: [])
  }

  private func pattern(
    _ node: JSONNode,
    conditions: [(pointer: JSONPointer, condition: OrderRule.EventPattern.Condition)]
  ) -> OrderRule.EventPattern? {
    let nodes = node.kind == .array ? Array(node.elements) : [node]
    let alternatives = nodes.compactMap { alternative($0, conditions) }
    guard !alternatives.isEmpty, alternatives.count == nodes.count else { return nil }
    return OrderRule.EventPattern(alternatives: alternatives)
  }

  private func alternative(
    _ node: JSONNode,
    _ shared: [(pointer: JSONPointer, condition: OrderRule.EventPattern.Condition)]
  ) -> OrderRule.EventPattern.Alternative? {
    if let name = node.string { return .init(name: name, conditions: shared) }
    let keys: Set<String> = ["event", "where", "at"]
    guard let object = ObjectReader(node, as: "an event", keys: keys, in: file),
      let name = object.requiredString("event")
    else { return nil }
    return .init(name: name, conditions: shared + conditions(of: node))
  }

  private func conditions(
    of node: JSONNode
  ) -> [(pointer: JSONPointer, condition: OrderRule.EventPattern.Condition)] {
    guard let places = node["where"] else { return [] }
    return places.members.compactMap { member in
      guard let pointer = file.pointer(member.key, at: member.keyPosition) else { return nil }
      guard member.value.count == 1, let schema = member.value["schema"] else {
        return (pointer, .equals(member.value.value))
      }
      return schemas.compile(schema, in: file).map { (pointer, .schema($0)) }
    }
  }

  private func patterns(_ node: JSONNode, least: Int) -> [OrderRule.EventPattern]? {
    let found = node.elements.compactMap(pattern)
    guard found.count >= least, found.count == node.count else {
      file.complain("expected at least \(least) events, received \(found.count)", at: node)
      return nil
    }
    return found
  }

  private func member(_ node: JSONNode) -> OrderRule.Member? {
    guard node["event"] != nil, let text = node["at"]?.string else {
      file.complain("expected an event with “event” and “at”; add them", at: node)
      return nil
    }
    guard let pointer = file.pointer(text, at: node), let event = eventOnly(node) else {
      return nil
    }
    return OrderRule.Member(event: event, pointer: pointer)
  }

  /// The event of an object that says more than the event.
  private func eventOnly(_ node: JSONNode) -> OrderRule.EventPattern? {
    node["event"].flatMap { pattern($0, conditions: conditions(of: node)) }
  }

  private func members(_ node: JSONNode) -> [OrderRule.Member]? {
    let list = node["of"] ?? node
    let found = list.elements.compactMap(member)
    guard !found.isEmpty, found.count == list.count else {
      file.complain("expected “of” with the events to compare; add them", at: node)
      return nil
    }
    return found
  }
}
