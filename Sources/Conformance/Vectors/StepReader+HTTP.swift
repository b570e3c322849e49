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
      (name: member.key, value: member.value.string.map { Template($0, raw: isRaw) })
    }
    return .send(
      SendAction(
        operation: operation, arguments: arguments(object), headers: headers, body: body(object),
        credential: credential(object), method: object.string("method"),
        isFresh: object.string("connection") == "fresh"))
  }

  func arguments(_ object: ObjectReader) -> [(name: String, value: ValueTemplate)] {
    object.map("with").map { ($0.key, ValueTemplate($0.value.value, raw: isRaw(object))) }
  }

  func body(_ object: ObjectReader) -> BodyTemplate? {
    if let json = object["json"] {
      return .json(JSONBody(ValueTemplate(json.value, raw: isRaw(object))))
    }
    if let text = object.string("text") { return .text(Template(text, raw: isRaw(object))) }
    guard let text = object.string("base64"), let node = object["base64"] else { return nil }
    guard let bytes = Encodings.decodeBase64(text) else {
      file.complain("expected base64, received “\(text.prefix(40))”", at: node)
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
    return .hook(HookAction(name: name, arguments: arguments(object)))
  }

  func passTime(_ object: ObjectReader) -> Action? {
    let keys: Set<String> = ["for", "to", "plus"]
    guard let node = object["passTime"],
      let time = ObjectReader(node, as: "passTime", keys: keys, in: file)
    else { return nil }
    let plus = time.string("plus").map { Template($0) }
    checkDuration(time["plus"], plus)
    if let span = time.string("for") {
      checkDuration(time["for"], Template(span))
      return .passTime(TimeAction(end: .after(Template(span)), plus: plus))
    }
    guard let to = time.required("to") else { return nil }
    return .passTime(TimeAction(end: .at(ValueTemplate(to.value)), plus: plus))
  }

  private func checkDuration(_ node: JSONNode?, _ template: Template?) {
    guard let node, let text = template?.constant, TimeSpan(iso8601: text) == nil else { return }
    file.complain("expected a duration such as PT119S, received “\(text)”", at: node)
  }
}
