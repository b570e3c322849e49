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
    guard let name = object.oneOf(Self.kinds), let value = object[name],
      let kind = kind(name, value)
    else { return nil }
    let rule = OrderRule(
      clause: clause, role: object.choice("role") ?? .app, key: pointers(object, "key"),
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

  /// The pointers that a member gives, one or a list of which the first that is there counts.
  private func pointers(_ object: ObjectReader, _ name: String) -> [JSONPointer] {
    guard let node = object[name] else { return [] }
    let nodes = node.kind == .array ? Array(node.elements) : [node]
    return nodes.compactMap { node in
      guard let text = node.string else {
        file.complain(
          "expected “\(name)” as a JSON Pointer such as /data/sessionId, received \(node.summary)",
          at: node)
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
      let event = event(of: object)
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
      guard let member = member(object) else { return nil }
      return secret(in: member, object)
    default:
      guard let member = member(object), let schema = object.required("schema") else { return nil }
      return schemas.compile(schema, in: file).map { .schema(member, $0, schema.value) }
    }
  }

  private func secret(in member: OrderRule.Member, _ object: ObjectReader) -> OrderRule.Kind? {
    guard object["pattern"] != nil || object["valueOf"] != nil else {
      file.complain("expected “pattern” or “valueOf” in “noSecretIn”; add one", at: object.node)
      return nil
    }
    let pattern = object.string("pattern")
    if let pattern, !file.isPattern(pattern, at: object["pattern"]) { return nil }
    return .noSecretIn(member, pattern: pattern, valueOf: object["valueOf"].flatMap(self.member))
  }
}

// MARK: - Events

extension OrderRuleReader {
  private typealias Alternative = OrderRule.EventPattern.Alternative
  private typealias Conditions = [(
    pointer: JSONPointer, condition: OrderRule.EventPattern.Condition
  )]

  /// A name, an object that says more of it, or a list of which any one will do.
  private func pattern(_ node: JSONNode) -> OrderRule.EventPattern? {
    alternatives(node).map { OrderRule.EventPattern(alternatives: $0) }
  }

  private func alternatives(_ node: JSONNode) -> [Alternative]? {
    if let name = node.string { return [Alternative(name: name, conditions: [])] }
    guard node.kind == .array else {
      guard let object = ObjectReader(node, as: "an event", keys: ["event", "where"], in: file)
      else { return nil }
      return alternatives(of: object)
    }
    guard node.count > 0 else {
      file.complain("expected at least one event, received an empty list", at: node)
      return nil
    }
    let found = node.elements.compactMap(alternatives)
    return found.count == node.count ? found.flatMap { $0 } : nil
  }

  /// The events that an object names with “event”, each as its “where” says.
  private func alternatives(of object: ObjectReader) -> [Alternative]? {
    let conditions = conditions(of: object)
    return object.required("event").flatMap(alternatives)?.map { alternative in
      Alternative(name: alternative.name, conditions: alternative.conditions + conditions)
    }
  }

  private func event(of object: ObjectReader) -> OrderRule.EventPattern? {
    alternatives(of: object).map { OrderRule.EventPattern(alternatives: $0) }
  }

  private func conditions(of object: ObjectReader) -> Conditions {
    object.map("where").compactMap { member in
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
    guard node.kind == .array, count.contains(node.count) else {
      let wanted =
        count.lowerBound == count.upperBound
        ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
      file.complain("expected a list of \(wanted) events, received \(node.summary)", at: node)
      return nil
    }
    let found = node.elements.compactMap(pattern)
    return found.count == node.count ? found : nil
  }

  private func member(_ node: JSONNode) -> OrderRule.Member? {
    ObjectReader(node, as: "a member of an event", keys: ["event", "where", "at"], in: file)
      .flatMap(member)
  }

  private func member(_ object: ObjectReader) -> OrderRule.Member? {
    guard let event = event(of: object), object.required("at") != nil else { return nil }
    let pointers = pointers(object, "at")
    if let at = object["at"], at.kind == .array, at.count == 0 {
      file.complain("expected “at” as a JSON Pointer or a list of them, received none", at: at)
    }
    return pointers.isEmpty ? nil : OrderRule.Member(event: event, pointers: pointers)
  }

  private func members(_ node: JSONNode) -> [OrderRule.Member]? {
    guard let object = ObjectReader(node, as: "what is compared", keys: ["of"], in: file) else {
      return nil
    }
    let nodes = object.requiredArray("of")
    let found = nodes.compactMap(member)
    return nodes.isEmpty || found.count < nodes.count ? nil : found
  }
}
