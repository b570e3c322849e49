import StrictJSON

/// Reads one order rule of a contract file.
struct OrderRuleReader {
  let file: FileReader
  let schemas: ContractSchemas

  private static let kinds = [
    "sequence", "before", "exactlyOnce", "atMostOnce", "never", "neverAfter", "neverWhile",
    "eventually", "onlyOnThread", "sameValue", "differentValue", "earlierValue", "noSecretIn",
    "schema",
  ]
  private static let keys = Set(
    kinds + ["clause", "role", "key", "when", "unlessBefore", "ifBefore", "advisory", "about"])

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
    guard let kind = kind(stated[0], value) else { return nil }
    let rule = OrderRule(
      clause: clause, role: object.choice("role") ?? .app, key: key(object),
      when: object["when"].flatMap(pattern),
      unlessBefore: object["unlessBefore"].flatMap(pattern),
      ifBefore: object["ifBefore"].flatMap(pattern), kind: kind,
      isAdvisory: object.bool("advisory", default: false), location: object.location)
    check(rule, at: node)
    return rule
  }

  /// Complains of what cannot be judged.
  private func check(_ rule: OrderRule, at node: JSONNode) {
    guard rule.when == nil else { return }
    if rule.unlessBefore != nil || rule.ifBefore != nil {
      file.complain("expected “when” beside “unlessBefore” and “ifBefore”; add it", at: node)
    }
    if !rule.key.isEmpty, rule.kind.isBrokenBySilence {
      file.complain(
        "expected “when” in a rule with “key” that an event which never comes can break; add it",
        at: node)
    }
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

  private func kind(_ name: String, _ value: JSONNode) -> OrderRule.Kind? {
    switch name {
    case "sequence": patterns(value, 2...32).map { .sequence($0) }
    case "before": patterns(value, 2...2).map { .before($0[0], $0[1]) }
    case "exactlyOnce": pattern(value).map { .exactlyOnce($0) }
    case "atMostOnce": pattern(value).map { .atMostOnce($0) }
    case "never": pattern(value).map { .never($0) }
    case "sameValue": members(value).map { .sameValue($0) }
    case "differentValue": members(value).map { .differentValue($0) }
    case "earlierValue": members(value).map { .earlierValue($0) }
    default: detailed(name, value)
    }
  }

  private static let members: [String: Set<String>] = [
    "neverAfter": ["after", "until"],
    "neverWhile": ["from", "until"],
    "eventually": ["after", "within", "until", "orAnywhere"],
    "onlyOnThread": ["thread"],
    "noSecretIn": ["at", "pattern", "valueOf"],
    "schema": ["at", "schema"],
  ]

  private func detailed(_ name: String, _ value: JSONNode) -> OrderRule.Kind? {
    let keys = Self.members[name, default: []].union(["event", "where"])
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
      return .eventually(
        OrderRule.Response(
          event: event, after: object["after"].flatMap(pattern), within: object.span("within"),
          until: object["until"].flatMap(pattern),
          orAnywhere: object["orAnywhere"].flatMap(pattern)))
    case "onlyOnThread":
      return object.requiredString("thread").map { .onlyOnThread(event, thread: $0) }
    case "noSecretIn":
      guard let member = member(value) else { return nil }
      return secret(in: member, object)
    default:
      guard let member = member(value), let schema = object.required("schema") else { return nil }
      return schemas.compile(schema, in: file).map { .schema(member, $0, schema.value) }
    }
  }

  private func secret(in member: OrderRule.Member, _ object: ObjectReader) -> OrderRule.Kind? {
    let valueOf = object["valueOf"].flatMap(self.member)
    let pattern = object.string("pattern")
    guard pattern != nil || valueOf != nil else {
      file.complain("expected “pattern” or “valueOf” in “noSecretIn”; add one", at: object.node)
      return nil
    }
    if let node = object["pattern"], let pattern {
      do {
        _ = try ECMAPattern(pattern)
      } catch {
        file.complain("this pattern cannot be used: \(error.message)", at: node)
        return nil
      }
    }
    return .noSecretIn(member, pattern: pattern, valueOf: valueOf)
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
      return schemas.compile(schema, in: file).map { (pointer, .schema($0, schema.value)) }
    }
  }

  private func patterns(
    _ node: JSONNode, _ count: ClosedRange<Int>
  ) -> [OrderRule.EventPattern]? {
    let found = node.elements.compactMap(pattern)
    guard count.contains(found.count), found.count == node.count else {
      file.complain(
        "expected \(count.lowerBound) to \(count.upperBound) events, received \(node.count)",
        at: node)
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
