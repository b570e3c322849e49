import StrictJSON

extension StepReader {
  func watch(_ object: ObjectReader, _ name: String) -> WatchAction? {
    guard let node = object[name] else { return nil }
    return watch(node, beside: object, within: object.span("within"))
  }

  private func watch(
    _ node: JSONNode, beside outer: ObjectReader, within: TimeSpan?
  ) -> WatchAction? {
    let condition = outer["where"]
    let keys: Set<String> = ["webhook", "event", "message", "request", "where"]
    guard let object = ObjectReader(node, as: "what is watched for", keys: keys, in: file),
      let subject = subject(object)
    else { return nil }
    if condition != nil, let inner = object["where"] {
      file.complain(
        "expected “where” once, received it beside this step's own; keep one", at: inner)
    }
    let reader = expectations(raw: false)
    let wanted = (condition ?? object["where"]).flatMap { reader.expectation($0, advisory: false) }
    return WatchAction(
      subject: subject, condition: wanted, within: within, since: outer.string("since"),
      upTo: outer.duration("upTo"))
  }

  /// The subject of a message: the name of its kind, or true for any.
  private func message(_ node: JSONNode) -> WatchAction.Subject? {
    if node.bool == true { return .message(kind: nil) }
    guard let name = node.string else {
      file.complain(
        "expected “message” as the name of a kind of message or true, received \(node.summary)",
        at: node)
      return nil
    }
    let known = contract.page?.messages.map(\.name) ?? []
    if !known.contains(where: { $0.isSameText(as: name) }) {
      let hint = suggestion(for: name, among: known)
      file.complain("“\(name)” is no message of \(contract.id)'s page; \(hint)", at: node)
    }
    return .message(kind: name)
  }

  private func event(_ object: ObjectReader) -> WatchAction.Subject? {
    guard let event = object.string("event"), let node = object["event"] else { return nil }
    if !contract.driverEvents.contains(event) {
      let hint = suggestion(for: event, among: contract.driverEvents)
      file.complain("“\(event)” is no driver event of \(contract.id); \(hint)", at: node)
    }
    return .event(event)
  }

  private func subject(_ object: ObjectReader) -> WatchAction.Subject? {
    switch object.oneOf(["webhook", "event", "message", "request"]) {
    case "webhook":
      guard let kind = object.string("webhook") else { return nil }
      if contract.webhooks[kind] == nil, let node = object["webhook"] {
        let hint = suggestion(for: kind, among: contract.webhooks.keys)
        file.complain("“\(kind)” is no webhook of \(contract.id); \(hint)", at: node)
      }
      return .webhook(kind)
    case "event": return event(object)
    case "request": return object.string("request").map { .request($0) }
    case "message": return object["message"].flatMap(message)
    default: return nil
    }
  }

  func check(_ node: JSONNode) -> Check? {
    let keys: Set<String> = [
      "equal", "distinct", "instants", "count", "where", "since", "is", "maxInFlight", "of",
    ]
    guard let object = ObjectReader(node, as: "a check", keys: keys, in: file),
      let kind = object.oneOf(["equal", "distinct", "instants", "count", "maxInFlight", "of"])
    else { return nil }
    if kind != "count" { for key in ["where", "since"] { object.refuse(key, beside: kind) } }
    if kind != "count", kind != "maxInFlight" { object.refuse("is", beside: kind) }
    switch kind {
    case "equal": return .equal(values(object, "equal"))
    case "distinct": return .distinct(values(object, "distinct"))
    case "instants": return object["instants"].flatMap(instants)
    case "count":
      guard let count = object["count"],
        let watch = watch(count, beside: object, within: nil)
      else { return nil }
      return .count(watch, range(object))
    case "maxInFlight":
      return object.string("maxInFlight").map {
        .maxInFlight(route: $0, object.integer("is") ?? 1)
      }
    case "of": return object.string("of").map { .again($0) }
    default: return nil
    }
  }

  private func values(_ object: ObjectReader, _ key: String) -> [ValueTemplate] {
    let values = object.array(key).map { ValueTemplate($0.value) }
    if values.count < 2, let node = object[key], node.kind == .array {
      file.complain("expected at least two values to compare, received \(node.summary)", at: node)
    }
    return values
  }

  private func instants(_ node: JSONNode) -> Check? {
    let parts = node.elements.compactMap(\.string)
    guard parts.count == 3, node.count == 3, let relation = InstantRelation(rawValue: parts[1])
    else {
      file.complain(
        """
        expected an instant, one of < <= == >= > and another instant, such as \
        ["{started}", "<", "{ended}"]; received \(node.value.shortText)
        """,
        at: node)
      return nil
    }
    return .instants(
      ValueTemplate(.string(parts[0])), relation, ValueTemplate(.string(parts[2])))
  }

  private func range(_ object: ObjectReader) -> CountRange {
    guard let node = object["is"] else { return CountRange(least: 1, most: 1) }
    if node.kind == .number {
      let exact = object.integer("is") ?? 1
      return CountRange(least: exact, most: exact)
    }
    let range = ObjectReader(node, as: "a range", keys: ["least", "most"], in: file)
    return CountRange(least: range?.integer("least") ?? 0, most: range?.integer("most"))
  }

  func derive(_ object: ObjectReader) -> Action? {
    .derive(object.map("let").compactMap(derivation))
  }

  private func derivation(_ member: JSONMember) -> Derivation? {
    let keys: Set<String> = ["of", "replace", "uppercase", "lowercase", "repeat", "query"]
    guard let object = ObjectReader(member.value, as: "a derived value", keys: keys, in: file),
      let of = object.required("of")
    else { return nil }
    var changes: [Derivation.Change] = []
    if let replace = object["replace"] {
      let place = ObjectReader(replace, as: "replace", keys: ["segment", "at"], in: file)
      changes.append(
        .replace(segment: place?.integer("segment", from: -9) ?? 1, at: place?.integer("at")))
    }
    if let name = object.string("query") { changes.append(.query(name)) }
    if object.bool("uppercase", default: false) { changes.append(.uppercase) }
    if object.bool("lowercase", default: false) { changes.append(.lowercase) }
    if let times = object.integer("repeat") { changes.append(.repeated(max(0, times))) }
    return Derivation(name: member.key, of: ValueTemplate(of.value), changes: changes)
  }

  func together(_ object: ObjectReader) -> Action? {
    let lists = object.array("together")
    let branches = lists.map { list -> [Step] in
      if list.kind == .array, list.count > 0 { return steps(Array(list.elements)) }
      file.complain("expected a list of steps in “together”, received \(list.summary)", at: list)
      return []
    }
    if lists.count < 2 {
      file.complain("expected at least two lists of steps in “together”", at: object.node)
    }
    return .together(
      TogetherAction(
        branches: branches, outcomes: object.array("outcomes").compactMap(outcome),
        repetitions: object.integer("repeat", from: 1) ?? 1))
  }

  private func outcome(_ node: JSONNode) -> TogetherAction.Outcome? {
    let reader = expectations(raw: false)
    guard let expectation = reader.expectation(node, advisory: false, also: ["count", "capture"])
    else { return nil }
    var outcome = TogetherAction.Outcome(count: nil, expectation: expectation, captures: [])
    if let capture = node["capture"] {
      guard capture.kind == .object else {
        file.complain("expected “capture” as an object, received \(capture.summary)", at: capture)
        return nil
      }
      outcome.captures = captures(Array(capture.members))
    }
    if let count = node["count"], count.string != "rest" {
      outcome.count = count.number?.int
      guard outcome.count.map({ $0 >= 0 }) ?? false else {
        file.complain(
          "expected “count” as a whole number or \"rest\", received \(count.summary)", at: count)
        return nil
      }
    }
    return outcome
  }
}

extension WatchAction {
  /// The same watch, of the set-up or not as the step says.
  func requiring(_ object: ObjectReader) -> WatchAction {
    var copy = self
    copy.isRequired = object.bool("requires", default: false)
    return copy
  }
}
