import StrictJSON

extension StepReader {
  func watch(_ object: ObjectReader, _ name: String) -> WatchAction? {
    guard let node = object[name] else { return nil }
    return watch(node, condition: object["where"], within: object.span("within"))
  }

  private func watch(_ node: JSONNode, condition: JSONNode?, within: TimeSpan?) -> WatchAction? {
    let keys: Set<String> = ["webhook", "event", "message", "request", "where"]
    guard let object = ObjectReader(node, as: "what is watched for", keys: keys, in: file),
      let subject = subject(object)
    else { return nil }
    let reader = ExpectationReader(file: file, contract: contract, isRaw: false)
    let wanted = (condition ?? object["where"]).flatMap { reader.expectation($0, advisory: false) }
    return WatchAction(subject: subject, condition: wanted, within: within)
  }

  private func subject(_ object: ObjectReader) -> WatchAction.Subject? {
    if let kind = object.string("webhook") {
      if contract.webhooks[kind] == nil, let node = object["webhook"] {
        let hint = suggestion(for: kind, among: contract.webhooks.keys)
        file.complain("“\(kind)” is no webhook of \(contract.id); \(hint)", at: node)
      }
      return .webhook(kind)
    }
    if let event = object.string("event") { return .event(event) }
    if let request = object.string("request") { return .request(request) }
    if object["message"] != nil { return .message }
    file.complain("expected “webhook”, “event”, “message” or “request”; add one", at: object.node)
    return nil
  }

  func check(_ node: JSONNode) -> Check? {
    let keys: Set<String> = [
      "equal", "distinct", "instants", "count", "where", "is", "maxInFlight",
    ]
    guard let object = ObjectReader(node, as: "a check", keys: keys, in: file) else { return nil }
    if object["equal"] != nil { return .equal(values(object, "equal")) }
    if object["distinct"] != nil { return .distinct(values(object, "distinct")) }
    if let instants = object["instants"] { return self.instants(instants) }
    if let count = object["count"] {
      let range = range(object)
      guard let watch = watch(count, condition: object["where"], within: nil) else { return nil }
      return .count(watch, range)
    }
    if object["maxInFlight"] != nil {
      return object.string("maxInFlight").map {
        .maxInFlight(route: $0, object.integer("is") ?? 1)
      }
    }
    file.complain(
      "expected “equal”, “distinct”, “instants”, “count” or “maxInFlight” in a check; add one",
      at: node)
    return nil
  }

  private func values(_ object: ObjectReader, _ key: String) -> [ValueTemplate] {
    let values = object.array(key).map { ValueTemplate($0.value) }
    if values.count < 2, let node = object[key] {
      file.complain("expected at least two values to compare, received \(values.count)", at: node)
    }
    return values
  }

  private func instants(_ node: JSONNode) -> Check? {
    let parts = Array(node.elements)
    guard parts.count == 3, let relation = parts[1].string.flatMap(InstantRelation.init(rawValue:))
    else {
      file.complain("expected an instant, one of < <= == >= >, and another instant", at: node)
      return nil
    }
    return .instants(ValueTemplate(parts[0].value), relation, ValueTemplate(parts[2].value))
  }

  private func range(_ object: ObjectReader) -> CountRange {
    guard let node = object["is"] else { return CountRange(least: 1, most: 1) }
    if let exact = node.number?.int { return CountRange(least: exact, most: exact) }
    let range = ObjectReader(node, as: "a range", keys: ["least", "most"], in: file)
    return CountRange(least: range?.integer("least") ?? 0, most: range?.integer("most"))
  }

  func derivation(_ member: JSONMember) -> Derivation? {
    let keys: Set<String> = ["of", "replace", "uppercase", "lowercase", "repeat", "query"]
    guard let object = ObjectReader(member.value, as: "a derived value", keys: keys, in: file),
      let of = object.required("of")
    else { return nil }
    var changes: [Derivation.Change] = []
    if let replace = object["replace"] {
      let place = ObjectReader(replace, as: "replace", keys: ["segment", "at"], in: file)
      changes.append(
        .replace(segment: place?.integer("segment") ?? 1, at: place?.integer("at") ?? 0))
    }
    if let name = object.string("query") { changes.append(.query(name)) }
    if object.bool("uppercase", default: false) { changes.append(.uppercase) }
    if object.bool("lowercase", default: false) { changes.append(.lowercase) }
    if let times = object.integer("repeat") { changes.append(.repeated(max(0, times))) }
    return Derivation(name: member.key, of: ValueTemplate(of.value), changes: changes)
  }

  func together(_ object: ObjectReader) -> Action? {
    let branches = object.array("together").map { steps(Array($0.elements)) }
    let reader = ExpectationReader(file: file, contract: contract, isRaw: false)
    let outcomes = object.array("outcomes").compactMap { node -> TogetherAction.Outcome? in
      guard let expectation = reader.expectation(node, advisory: false, also: ["count", "capture"])
      else { return nil }
      let captured = node["capture"].map { captures(Array($0.members)) } ?? []
      let count = node["count"]?.number?.int
      return TogetherAction.Outcome(count: count, expectation: expectation, captures: captured)
    }
    if branches.count < 2 || branches.contains(where: \.isEmpty) {
      file.complain("expected at least two lists of steps in “together”", at: object.node)
    }
    return .together(
      TogetherAction(
        branches: branches, outcomes: outcomes, repetitions: max(1, object.integer("repeat") ?? 1)))
  }
}
