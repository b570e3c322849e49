import StrictJSON

extension ContractLoader {
  func operation(
    _ node: JSONNode, of contract: Contract, in file: FileReader
  ) -> Operation? {
    let keys: Set<String> = [
      "method", "path", "credential", "headers", "request", "responses", "about",
    ]
    guard let object = ObjectReader(node, as: "an operation", keys: keys, in: file),
      let method = object.requiredString("method"), let path = object.requiredString("path")
    else { return nil }
    if let request = object["request"] {
      _ = schemas.compile(request, in: file)
      checkClauses(inside: request, of: contract, in: file)
    }
    return Operation(
      method: method, path: Template(path), credential: credential(object, of: contract),
      headers: headers(object), responses: responses(object, of: contract))
  }

  private func credential(_ object: ObjectReader, of contract: Contract) -> String? {
    guard let name = object.string("credential"), let node = object["credential"] else {
      return nil
    }
    if contract.parameters[name] == nil {
      let hint = suggestion(for: name, among: contract.parameters.keys)
      object.file.complain("“\(name)” is no parameter of \(contract.id); \(hint)", at: node)
    }
    return name
  }

  private func headers(_ object: ObjectReader) -> [(name: String, value: Template)] {
    object.stringMap("headers").map { (name: $0.name, value: Template($0.text)) }
  }

  private func responses(
    _ object: ObjectReader, of contract: Contract
  ) -> [(status: Int, response: Operation.Response)] {
    let file = object.file
    let found = object.map("responses").compactMap {
      member -> (status: Int, response: Operation.Response)? in
      guard member.key.utf8.count == 3, let status = Int(member.key), (100...599).contains(status)
      else {
        file.complain(
          "expected a status such as 201, received “\(member.key)”", at: member.keyPosition)
        return nil
      }
      guard
        let answer = ObjectReader(
          member.value, as: "a response", keys: ["clause", "body", "about"], in: file)
      else { return nil }
      if let body = answer["body"] { checkClauses(inside: body, of: contract, in: file) }
      let body = answer["body"].flatMap { schemas.compile($0, in: file) }
      return (status, Operation.Response(clause: clause(of: answer, in: contract), body: body))
    }
    return found.sorted { $0.status < $1.status }
  }

  func webhook(
    _ node: JSONNode, of contract: Contract, in file: FileReader
  ) -> Webhook? {
    let keys: Set<String> = ["recognise", "clause", "about"]
    guard let object = ObjectReader(node, as: "a webhook", keys: keys, in: file),
      let recogniseNode = object.required("recognise"),
      let recognise = ObjectReader(
        recogniseNode, as: "how a webhook is recognised", keys: ["anyString", "body"], in: file)
    else { return nil }
    if recognise["anyString"] == nil, recognise["body"] == nil {
      file.complain(
        "expected “anyString” or “body” in how a webhook is recognised; add one", at: recogniseNode)
    }
    var body: [JSONPointer: JSON] = [:]
    for member in recognise.map("body") {
      guard let pointer = file.pointer(member.key, at: member.keyPosition) else { continue }
      body[pointer] = member.value.value
    }
    return Webhook(
      anyString: recognise.stringOrStrings("anyString"), body: body,
      clause: clause(of: object, in: contract))
  }

  func timer(
    _ member: JSONMember, of contract: Contract, in file: FileReader
  ) -> Timer? {
    let keys: Set<String> = ["operation", "from", "deadline", "default", "clause", "about"]
    guard let object = ObjectReader(member.value, as: "a timer", keys: keys, in: file),
      object.required("from") != nil, object.required("deadline") != nil,
      object.required("default") != nil, let from = object.pointer("from"),
      let deadline = object.pointer("deadline"), let length = object.duration("default")
    else { return nil }
    let operation = object.string("operation")
    if let operation, contract.operations[operation] == nil, let node = object["operation"] {
      let hint = suggestion(for: operation, among: contract.operations.keys)
      file.complain("“\(operation)” is no operation of \(contract.id); \(hint)", at: node)
    }
    return Timer(
      name: member.key, operation: operation, from: from, deadline: deadline, length: length,
      clause: clause(of: object, in: contract))
  }

  func invariant(
    _ node: JSONNode, of contract: Contract, in file: FileReader
  ) -> Invariant? {
    let keys: Set<String> = ["clause", "noSecret", "noPattern", "in", "advisory", "about"]
    guard let object = ObjectReader(node, as: "an invariant", keys: keys, in: file),
      object.required("clause") != nil, let clause = clause(of: object, in: contract),
      let rule = rule(object, of: contract)
    else { return nil }
    return Invariant(
      clause: clause, rule: rule, places: Set(object.requiredChoices("in")),
      isAdvisory: object.bool("advisory", default: false), pattern: pattern(of: rule))
  }

  private func pattern(of rule: Invariant.Rule) -> ECMAPattern? {
    guard case .noPattern(let text) = rule else { return nil }
    return try? ECMAPattern(text)
  }

  private func rule(_ object: ObjectReader, of contract: Contract) -> Invariant.Rule? {
    switch object.oneOf(["noSecret", "noPattern"]) {
    case "noSecret":
      guard let name = object.string("noSecret") else { return nil }
      if contract.parameters[name] == nil, let node = object["noSecret"] {
        let hint = suggestion(for: name, among: contract.parameters.keys)
        object.file.complain("“\(name)” is no parameter of \(contract.id); \(hint)", at: node)
      }
      return .noSecret(parameter: name)
    case "noPattern":
      guard let pattern = object.string("noPattern"),
        object.file.isPattern(pattern, at: object["noPattern"])
      else { return nil }
      return .noPattern(pattern)
    default: return nil
    }
  }
}

// MARK: - Clauses that are named

extension ContractLoader {
  /// The clause that a key names, which the contract must have.
  func clause(
    of object: ObjectReader, in contract: Contract, at key: String = "clause"
  ) -> String? {
    guard let id = object.string(key) else { return nil }
    check(id, of: contract, at: object[key], in: object.file)
    return id
  }

  func check(
    _ clause: String, of contract: Contract, at node: JSONNode?, in file: FileReader
  ) {
    if let node { _ = file.clause(clause, of: contract, at: node) }
  }

  /// Checks the clauses that the parts of a schema name.
  func checkClauses(inside schema: JSONNode, of contract: Contract, in file: FileReader) {
    if let node = schema["clause"] {
      if let id = node.string {
        check(id, of: contract, at: node, in: file)
      } else {
        file.complain("expected “clause” as a string, received \(node.summary)", at: node)
      }
    }
    for part in schema.subschemas { checkClauses(inside: part, of: contract, in: file) }
  }
}

extension FileReader {
  /// A clause's id in the contract's own copy, so that it is kept once; complains when there is no
  /// such clause, and gives the id as it stands.
  func clause(_ id: String, of contract: Contract, at node: JSONNode) -> String {
    if let known = contract.clauseID(id) { return known }
    let hint = suggestion(for: id, among: contract.clauses.lazy.map(\.id))
    complain("“\(id)” is no clause of \(contract.id); \(hint)", at: node)
    return id
  }
}
