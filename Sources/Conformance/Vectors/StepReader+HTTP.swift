import StrictJSON

extension StepReader {
  func send(_ object: ObjectReader) -> Action? {
    guard let operation = object.string("send") else { return nil }
    if contract.operations[operation] == nil, let node = object["send"] {
      let hint = suggestion(for: operation, among: contract.operations.keys)
      file.complain("“\(operation)” is no operation of \(contract.id); \(hint)", at: node)
    }
    let isRaw = isRaw(object)
    let headers = object.map("headers").map { member in
      if member.value.string == nil, !member.value.isNull {
        file.complain(
          """
          expected a header's value as a string, or null to send none, received \
          \(member.value.summary)
          """,
          at: member.value)
      }
      return (name: member.key, value: member.value.string.map { Template($0, raw: isRaw) })
    }
    let connection: ConnectionChoice? = object.choice("connection")
    return .send(
      SendAction(
        operation: operation, arguments: arguments(object), headers: headers, body: body(object),
        credential: credential(object),
        method: object.string("method").map { Template($0, raw: isRaw) },
        isFresh: connection == .fresh))
  }

  /// How a request's connection is chosen.
  private enum ConnectionChoice: String, CaseIterable {
    /// One that carried no request before.
    case fresh
  }

  func sendRaw(_ object: ObjectReader) -> Action? {
    guard object.bool("sendRaw", default: true) else {
      file.complain("expected “sendRaw” as true, received false", at: object.node)
      return nil
    }
    guard object.oneOf(["text", "base64"]) != nil else { return nil }
    return body(object).map { .sendRaw(RawAction(body: $0)) }
  }

  func arguments(_ object: ObjectReader) -> [(name: String, value: ValueTemplate)] {
    object.map("with").map { ($0.key, ValueTemplate($0.value.value, raw: isRaw(object))) }
  }

  func body(_ object: ObjectReader) -> BodyTemplate? {
    object.atMostOne(of: ["json", "text", "base64"])
    if let json = object["json"] {
      return .json(JSONBody(ValueTemplate(json.value, raw: isRaw(object))))
    }
    if let text = object.string("text") { return .text(Template(text, raw: isRaw(object))) }
    guard let text = object.string("base64"), let node = object["base64"] else { return nil }
    guard let bytes = Encodings.decodeBase64(text) else {
      object.complain("base64", as: "base64 (RFC 4648)", node)
      return nil
    }
    return .bytes(bytes)
  }

  private func credential(_ object: ObjectReader) -> CredentialChoice {
    guard let node = object["credential"] else { return .standard }
    if node.isNull { return .none }
    if let name = node.string {
      if contract.parameters[name] == nil {
        let hint = suggestion(for: name, among: contract.parameters.keys)
        file.complain("“\(name)” is no parameter of \(contract.id); \(hint)", at: node)
      }
      return .parameter(name)
    }
    guard
      let value = ObjectReader(node, as: "a credential", keys: ["value"], in: file)?
        .requiredString("value")
    else { return .standard }
    return .value(Template(value))
  }

  func hook(_ object: ObjectReader) -> Action? {
    guard let name = object.string("hook") else { return nil }
    guard let hook = contract.hooks[name] else {
      let hint = suggestion(for: name, among: contract.hooks.keys)
      if let node = object["hook"] {
        file.complain("“\(name)” is no hook of \(contract.id); \(hint)", at: node)
      }
      return nil
    }
    for member in object.map("with") where !hook.arguments.contains(member.key) {
      let hint = suggestion(for: member.key, among: hook.arguments)
      file.complain("“\(member.key)” is no argument of \(name); \(hint)", at: member.keyPosition)
    }
    let otherwise = object["else"].map { ValueTemplate($0.value, raw: isRaw(object)) }
    return .hook(HookAction(name: name, arguments: arguments(object), otherwise: otherwise))
  }

  func passTime(_ object: ObjectReader) -> Action? {
    let keys: Set<String> = ["for", "to", "plus"]
    guard let node = object["passTime"],
      let time = ObjectReader(node, as: "“passTime”", keys: keys, in: file),
      let end = time.oneOf(["for", "to"])
    else { return nil }
    let plus = time.duration("plus")
    if end == "for" {
      return time.duration("for").map { .passTime(TimeAction(end: .after($0), plus: plus)) }
    }
    return time.string("to").map {
      .passTime(TimeAction(end: .at(ValueTemplate(.string($0))), plus: plus))
    }
  }
}
