import StrictJSON

/// Merges the files of one contract's folder into a contract.
struct ContractLoader {
  /// A file that parsed, with its own reader.
  struct Source {
    let reader: FileReader
    let root: JSONNode
  }

  private static let keys: Set<String> = [
    "format", "id", "title", "revision", "documents", "parameters", "features", "hooks", "calls",
    "events", "outcomeOnce", "clauses", "schemas", "operations", "webhooks", "timers",
    "invariants", "order", "page",
  ]

  private let sources: [Source]
  private let files: [ObjectReader]
  private let schemas: ContractSchemas

  /// Reads the merged contract; nil when its identity is missing.
  ///
  /// What is wrong is said in each source's reader.
  static func load(_ sources: [Source]) -> Contract? {
    ContractLoader(sources).contract()
  }

  private init(_ sources: [Source]) {
    self.sources = sources
    files = sources.compactMap {
      ObjectReader($0.root, as: "a contract file", keys: Self.keys, in: $0.reader)
    }
    schemas = ContractSchemas(files: files)
  }

  private func contract() -> Contract? {
    files.forEach { $0.checkFormat() }
    guard let main = files.first(where: { $0["id"] != nil }) else {
      sources.first?.reader.complain(
        "expected “id” in one file of the contract's folder; add it to contract.json",
        at: sources[0].root)
      return nil
    }
    guard let id = main.requiredString("id"), let title = main.requiredString("title"),
      let revision = main.requiredString("revision")
    else { return nil }
    let clauses = files.flatMap { file in
      file.array("clauses").compactMap { clause($0, in: file.file) }
    }
    var contract = Contract(
      id: id, title: title, revision: revision, location: main.location, clauses: clauses)
    readIdentity(into: &contract)
    readSchemas(into: &contract)
    readSurface(into: &contract)
    checkReferences(of: contract)
    return contract
  }

  private func each(_ key: String, _ body: (JSONMember, FileReader) -> Void) {
    for file in files {
      for member in file.map(key) { body(member, file.file) }
    }
  }

  private func readIdentity(into contract: inout Contract) {
    each("documents") { member, file in
      let keys: Set<String> = ["title", "retrieved", "url"]
      let object = ObjectReader(member.value, as: "a document", keys: keys, in: file)
      contract.documents[member.key] = object?.requiredString("title") ?? member.key
    }
    each("parameters") { member, file in
      contract.parameters[member.key] = parameter(member.value, in: file)
    }
    each("features") { member, file in
      let keys: Set<String> = ["default", "about"]
      guard let object = ObjectReader(member.value, as: "a feature", keys: keys, in: file) else {
        return
      }
      let isDefault = object.bool("default", default: false)
      contract.features[member.key] = Feature(isDefault: isDefault, about: object.string("about"))
    }
    each("hooks") { member, file in
      contract.hooks[member.key] = hook(member.value, in: file)
    }
    each("calls") { member, file in
      let keys: Set<String> = ["arguments", "about"]
      guard let object = ObjectReader(member.value, as: "an SDK operation", keys: keys, in: file)
      else { return }
      contract.calls[member.key] = Call(
        arguments: object.strings("arguments"), about: object.string("about"))
    }
    each("events") { member, _ in
      let names = member.value.elements.compactMap(\.string)
      if member.key == "driver" {
        contract.driverEvents.formUnion(names)
      } else {
        contract.traceEvents.formUnion(names)
      }
    }
    contract.page = files.lazy.compactMap { $0["page"]?.value }.first
    contract.outcomeOnce = files.lazy.compactMap { $0.string("outcomeOnce") }.first
  }

  private func readSurface(into contract: inout Contract) {
    for file in files {
      for member in file.map("operations") {
        contract.operations[member.key] = operation(member.value, in: file.file)
      }
      for rule in file.array("order") {
        if let rule = OrderRuleReader(file: file.file, schemas: schemas).rule(rule) {
          contract.order.append(rule)
        }
      }
      contract.invariants += file.array("invariants").compactMap { invariant($0, in: file.file) }
      contract.timers += file.map("timers").compactMap { timer($0, in: file.file) }
    }
    each("webhooks") { member, file in
      contract.webhooks[member.key] = webhook(member.value, in: file)
    }
  }

  private func readSchemas(into contract: inout Contract) {
    each("schemas") { member, file in
      let schema = schemas.compile(named: member.key, standing: member.value, in: file)
      contract.schemas[member.key] = schema
    }
    contract.schemaSource = schemas
  }

  private func checkReferences(of contract: Contract) {
    var seen: [String: Clause] = [:]
    for clause in contract.clauses {
      guard let file = sources.first(where: { $0.reader.path == clause.location.path })?.reader
      else { continue }
      let position = JSONPosition(
        line: clause.location.line, column: clause.location.column, offset: 0)
      if let first = seen[clause.id] {
        file.complain(
          "clause “\(clause.id)” is already at \(first.location); give one of them another id",
          at: position)
      }
      seen[clause.id] = clause
      if contract.documents[clause.document] == nil {
        let hint = suggestion(for: clause.document, among: contract.documents.keys)
        file.complain("“\(clause.document)” is no document of this contract; \(hint)", at: position)
      }
      if let feature = clause.feature, contract.features[feature] == nil {
        let hint = suggestion(for: feature, among: contract.features.keys)
        file.complain("“\(feature)” is no feature of this contract; \(hint)", at: position)
      }
    }
  }
}

// MARK: - The parts

extension ContractLoader {
  private static let clauseKeys: Set<String> = [
    "id", "level", "role", "provenance", "observable", "text", "source", "excluded", "if", "gates",
  ]

  private func clause(_ node: JSONNode, in file: FileReader) -> Clause? {
    guard let object = ObjectReader(node, as: "a clause", keys: Self.clauseKeys, in: file),
      let id = object.requiredString("id"), object.required("level") != nil,
      object.required("role") != nil, object.required("provenance") != nil,
      object.required("observable") != nil,
      let level: Level = object.choice("level"), let role: Role = object.choice("role"),
      let provenance: Provenance = object.choice("provenance"),
      let observable: Observability = object.choice("observable"),
      let text = object.requiredString("text"), let sourceNode = object.required("source"),
      let source = ObjectReader(
        sourceNode, as: "a clause's source", keys: ["document", "section"], in: file)
    else { return nil }
    return Clause(
      id: id, level: level, role: role, provenance: provenance, observable: observable, text: text,
      document: source.requiredString("document") ?? "",
      section: source.requiredString("section") ?? "",
      excluded: object.string("excluded"), feature: object.string("if"),
      mayGate: object.bool("gates", default: true), location: object.location)
  }

  private func parameter(_ node: JSONNode, in file: FileReader) -> Parameter? {
    let keys: Set<String> = ["default", "fresh", "secret", "about", "sentAs"]
    guard let object = ObjectReader(node, as: "a parameter", keys: keys, in: file) else {
      return nil
    }
    var form: CredentialForm?
    if let sentAs = object["sentAs"],
      let sent = ObjectReader(sentAs, as: "sentAs", keys: ["header", "value"], in: file),
      let header = sent.requiredString("header"), let value = sent.requiredString("value")
    {
      form = CredentialForm(header: header, value: Template(value))
    }
    return Parameter(
      defaultValue: object["default"]?.value, fresh: object.choice("fresh"),
      isSecret: object.bool("secret", default: false),
      sentAs: form, about: object.string("about"))
  }

  private func hook(_ node: JSONNode, in file: FileReader) -> Hook? {
    let keys: Set<String> = ["arguments", "optional", "judged", "about", "answer"]
    guard let object = ObjectReader(node, as: "a hook", keys: keys, in: file) else { return nil }
    return Hook(
      arguments: object.strings("arguments"), isOptional: object.bool("optional", default: false),
      isJudged: object.bool("judged", default: false), about: object.string("about"))
  }

  private func operation(_ node: JSONNode, in file: FileReader) -> Operation? {
    let keys: Set<String> = [
      "method", "path", "credential", "headers", "request", "responses", "about",
    ]
    guard let object = ObjectReader(node, as: "an operation", keys: keys, in: file),
      let method = object.requiredString("method"), let path = object.requiredString("path")
    else { return nil }
    let headers = object.map("headers").compactMap { member in
      member.value.string.map { (name: member.key, value: Template($0)) }
    }
    var responses: [(status: Int, response: Operation.Response)] = []
    for member in object.map("responses") {
      guard let status = Int(member.key), (100...599).contains(status) else {
        file.complain(
          "expected a status such as 201, received “\(member.key)”", at: member.keyPosition)
        continue
      }
      let answer = ObjectReader(
        member.value, as: "a response", keys: ["clause", "body", "about"], in: file)
      let body = answer?["body"].flatMap { schemas.compile($0, in: file) }
      responses.append((status, Operation.Response(clause: answer?.string("clause"), body: body)))
    }
    return Operation(
      method: method, path: Template(path), credential: object.string("credential"),
      headers: headers, responses: responses.sorted { $0.status < $1.status })
  }

  private func webhook(_ node: JSONNode, in file: FileReader) -> Webhook? {
    let keys: Set<String> = ["recognise", "clause", "about"]
    guard let object = ObjectReader(node, as: "a webhook", keys: keys, in: file),
      let recogniseNode = object.required("recognise"),
      let recognise = ObjectReader(
        recogniseNode, as: "how a webhook is recognised", keys: ["anyString", "body"], in: file)
    else { return nil }
    var body: [JSONPointer: JSON] = [:]
    for member in recognise.map("body") {
      guard let pointer = file.pointer(member.key, at: member.keyPosition) else { continue }
      body[pointer] = member.value.value
    }
    let texts = recognise["anyString"]?.string.map { [$0] } ?? recognise.strings("anyString")
    return Webhook(anyString: texts, body: body, clause: object.string("clause"))
  }

  private func timer(_ member: JSONMember, in file: FileReader) -> Timer? {
    let keys: Set<String> = ["operation", "from", "deadline", "default", "clause", "about"]
    guard let object = ObjectReader(member.value, as: "a timer", keys: keys, in: file),
      object.required("from") != nil, object.required("deadline") != nil,
      let from = object.pointer("from"), let deadline = object.pointer("deadline"),
      let length = object.requiredString("default")
    else { return nil }
    return Timer(
      name: member.key, operation: object.string("operation"), from: from, deadline: deadline,
      length: Template(length), clause: object.string("clause"))
  }

  private func invariant(_ node: JSONNode, in file: FileReader) -> Invariant? {
    let keys: Set<String> = ["clause", "noSecret", "noPattern", "in", "advisory", "about"]
    guard let object = ObjectReader(node, as: "an invariant", keys: keys, in: file),
      let clause = object.requiredString("clause")
    else { return nil }
    var places: Set<Invariant.Place> = []
    for element in object.array("in") {
      guard let place = element.string.flatMap(Invariant.Place.init(rawValue:)) else {
        let known = Invariant.Place.allCases.map(\.rawValue).joined(separator: ", ")
        file.complain(
          "expected one of \(known), received \(element.value.serialized())", at: element)
        continue
      }
      places.insert(place)
    }
    let rule: Invariant.Rule
    if let parameter = object.string("noSecret") {
      rule = .noSecret(parameter: parameter)
    } else if let pattern = object.string("noPattern") {
      rule = .noPattern(pattern)
    } else {
      file.complain("expected “noSecret” or “noPattern” in an invariant; add one", at: node)
      return nil
    }
    return Invariant(
      clause: clause, rule: rule, places: places,
      isAdvisory: object.bool("advisory", default: false))
  }
}
