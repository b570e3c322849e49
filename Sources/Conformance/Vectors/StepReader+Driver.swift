import StrictJSON

extension StepReader {
  /// The keys that name an action on the SDK, each with the keys that go with it.
  static let driverActions: [(name: String, keys: Set<String>)] = [
    ("call", ["with", "requires"]), ("start", ["with"]), ("pending", ["requires"]), ("cancel", []),
    ("finish", ["within", "requires"]),
    ("serve", []), ("refuse", []),
  ]

  func driverAction(_ name: String, _ object: ObjectReader) -> DriverAction? {
    switch name {
    case "call": return call(object, "call").map { .call($0) }
    case "start":
      if object.string("as") == nil {
        file.complain("expected “as” beside “start”, to speak of the call; add it", at: object.node)
      }
      return call(object, "start").map { .start($0) }
    case "pending":
      let isRequired = object.bool("requires", default: false)
      return object.string(name).map { .pending($0, isRequired: isRequired) }
    case "cancel": return object.string(name).map { .cancel($0) }
    case "finish":
      return object.string(name).map {
        .finish(
          FinishAction(
            label: $0, within: object.span("within"), requires: object.string("requires")))
      }
    case "serve": return .serve(object.map("serve").compactMap { route($0, isRaw(object)) })
    case "refuse":
      if object.bool("refuse", default: true) { return .refuse }
      file.complain(
        "expected “refuse” as true, received false", at: object["refuse"] ?? object.node)
      return nil
    default: return nil
    }
  }

  private func call(_ object: ObjectReader, _ key: String) -> CallAction? {
    guard let operation = object.string(key) else { return nil }
    guard let known = contract.calls[operation] else {
      let hint = suggestion(for: operation, among: contract.calls.keys)
      if let node = object[key] {
        file.complain("“\(operation)” is no call of \(contract.id); \(hint)", at: node)
      }
      return nil
    }
    for member in object.map("with") where !known.arguments.contains(member.key) {
      let hint = suggestion(for: member.key, among: known.arguments)
      file.complain(
        "“\(member.key)” is no argument of \(operation); \(hint)", at: member.keyPosition)
    }
    return CallAction(
      operation: operation, arguments: arguments(object), requires: object.string("requires"))
  }

  /// Reads every route of the file, so that one that no step serves is not left unread.
  func readRoutes() {
    for (name, node) in routes { wholeRoutes[name] = route(name, node, nil, false) }
  }

  private static let routeKeys: Set<String> = ["method", "path", "where", "answers"]

  /// A route as a step serves it: true takes the file's route of that name as it is, and a route
  /// without a path takes the rest from there.
  private func route(_ member: JSONMember, _ isRaw: Bool) -> RouteTemplate? {
    let standard = routes[member.key]
    if member.value.bool == true {
      guard let standard else {
        let hint = suggestion(for: member.key, among: routes.keys)
        file.complain(
          "the file has no route “\(member.key)” in “routes”; \(hint)", at: member.keyPosition)
        return nil
      }
      if !isRaw, let known = wholeRoutes[member.key] { return known }
      return route(member.key, standard, nil, isRaw)
    }
    let isWhole = member.value["path"] != nil || member.value.kind != .object
    if !isWhole, standard == nil {
      _ = ObjectReader(member.value, as: "a route", keys: Self.routeKeys, in: file)
      file.complain(
        "the file has no route “\(member.key)” in “routes” to take the “path” from; add it",
        at: member.value)
      return nil
    }
    return route(member.key, member.value, isWhole ? nil : standard, isRaw)
  }

  private func route(
    _ name: String, _ node: JSONNode, _ standard: JSONNode?, _ isRaw: Bool
  ) -> RouteTemplate? {
    guard let object = ObjectReader(node, as: "a route", keys: Self.routeKeys, in: file) else {
      return nil
    }
    let base =
      standard.flatMap { ObjectReader($0, as: "a route", keys: Self.routeKeys, in: file) }
      ?? object
    guard let path = base.requiredString("path") else { return nil }
    let reader = expectations(raw: isRaw)
    let answers = object["answers"] == nil ? base.array("answers") : object.array("answers")
    return RouteTemplate(
      name: name, method: object.string("method") ?? base.string("method"),
      path: Template(path, raw: isRaw),
      condition: (object["where"] ?? base["where"]).flatMap {
        reader.expectation($0, advisory: false)
      },
      answers: answers.enumerated().compactMap { index, node in
        answer(node, isLast: index == answers.count - 1, isRaw)
      })
  }

  private func answer(_ node: JSONNode, isLast: Bool, _ isRaw: Bool) -> AnswerTemplate? {
    let keys: Set<String> = [
      "status", "headers", "json", "text", "base64", "delay", "drop", "truncate", "times",
    ]
    guard let object = ObjectReader(node, as: "an answer", keys: keys, in: file) else { return nil }
    let headers = object.map("headers").flatMap { member in
      lines(of: member).map { (name: member.key, value: Template($0, raw: isRaw)) }
    }
    return AnswerTemplate(
      status: status(object), headers: headers, body: body(object, isRaw),
      delay: object.span("delay") ?? .zero, fault: fault(object),
      times: object.integer("times", from: 1) ?? (isLast ? nil : 1))
  }

  private func status(_ object: ObjectReader) -> Int {
    guard let node = object["status"] else { return 200 }
    if let status = node.number?.int, (100...599).contains(status) { return status }
    object.complain("status", as: "a status such as 404", node)
    return 200
  }

  /// The values of a header: a string, or a list of them for a line each.
  private func lines(of member: JSONMember) -> [String] {
    if let text = member.value.string { return [text] }
    let lines = member.value.elements.compactMap(\.string)
    if member.value.kind != .array || lines.count != member.value.count {
      file.complain(
        "expected a header's value as a string or a list of them, received \(member.value.summary)",
        at: member.value)
    }
    return lines
  }

  private func body(_ object: ObjectReader, _ isRaw: Bool) -> BodyTemplate? {
    guard let json = object["json"] else { return body(object) }
    object.atMostOne(of: ["json", "text", "base64"])
    return .json(JSONBody(ValueTemplate(json.value, raw: isRaw)))
  }

  private func fault(_ object: ObjectReader) -> ServedAnswer.Fault? {
    object.atMostOne(of: ["drop", "truncate"])
    if let bytes = object.integer("truncate") { return .truncate(bytes) }
    guard let node = object["drop"] else { return nil }
    if node.string == "reset" { return .reset }
    if let isDropped = node.bool { return isDropped ? .drop : nil }
    file.complain(
      "expected “drop” as true or \"reset\", received \(node.summary)", at: node)
    return nil
  }
}
