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
  let schemas: ContractSchemas

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

  /// Every member under a key of every file; complains of a name that a file gave before.
  private func each(_ key: String, _ body: (JSONMember, FileReader) -> Void) {
    var places: [String: FileLocation] = [:]
    for file in files {
      for member in file.map(key) {
        if let first = places[member.key] {
          file.file.complain(
            "“\(member.key)” is already in “\(key)” at \(first); remove one of them",
            at: member.keyPosition)
        }
        places[member.key] = file.file.location(of: member.keyNode)
        body(member, file.file)
      }
    }
  }

  private func readIdentity(into contract: inout Contract) {
    each("documents") { member, file in
      let keys: Set<String> = ["title", "retrieved", "url"]
      let object = ObjectReader(member.value, as: "a document", keys: keys, in: file)
      for key in ["retrieved", "url"] { _ = object?.string(key) }
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
      contract.features[member.key] = Feature(isDefault: isDefault, about: object["about"]?.string)
    }
    each("hooks") { member, file in
      contract.hooks[member.key] = hook(member.value, in: file)
    }
    each("calls") { member, file in
      let keys: Set<String> = ["arguments", "about"]
      guard let object = ObjectReader(member.value, as: "an SDK operation", keys: keys, in: file)
      else { return }
      contract.calls[member.key] = Call(
        arguments: object.strings("arguments"), about: object["about"]?.string)
    }
    for file in files { readEvents(file, into: &contract) }
    for file in files where file["outcomeOnce"] != nil {
      contract.outcomeOnce = clause(of: file, in: contract, at: "outcomeOnce")
    }
  }

  private func readEvents(_ file: ObjectReader, into contract: inout Contract) {
    guard let node = file["events"],
      let events = ObjectReader(node, as: "“events”", keys: ["driver", "app"], in: file.file)
    else { return }
    contract.driverEvents.formUnion(events.strings("driver"))
    contract.traceEvents.formUnion(events.strings("app"))
  }

  private func readSurface(into contract: inout Contract) {
    each("operations") { member, file in
      contract.operations[member.key] = operation(member.value, of: contract, in: file)
    }
    for file in files {
      guard let node = file["page"] else { continue }
      contract.page = PageContractReader(file: file.file, schemas: schemas).page(node)
    }
    each("webhooks") { member, file in
      contract.webhooks[member.key] = webhook(member.value, of: contract, in: file)
    }
    each("timers") { member, file in
      if let timer = timer(member, of: contract, in: file) { contract.timers.append(timer) }
    }
    for file in files {
      contract.invariants += file.array("invariants").compactMap {
        invariant($0, of: contract, in: file.file)
      }
      contract.order += file.array("order").compactMap { node in
        guard let rule = OrderRuleReader(file: file.file, schemas: schemas).rule(node) else {
          return nil
        }
        check(rule.clause, of: contract, at: node["clause"], in: file.file)
        return rule
      }
    }
  }

  private func readSchemas(into contract: inout Contract) {
    each("schemas") { member, file in
      let schema = schemas.compile(named: member.key, standing: member.value, in: file)
      contract.schemas[member.key] = schema
      checkClauses(inside: member.value, of: contract, in: file)
    }
    contract.schemaSource = schemas
  }

  private func checkReferences(of contract: Contract) {
    var seen: [String: FileLocation] = [:]
    for file in files {
      for node in file.array("clauses") {
        checkReferences(of: node, in: file.file, contract)
        guard let place = node["id"], let id = place.string else { continue }
        if let first = seen[id] {
          file.file.complain(
            "clause “\(id)” is already at \(first); give one of them another id", at: place)
        }
        seen[id] = file.file.location(of: node)
      }
    }
  }

  private func checkReferences(of clause: JSONNode, in file: FileReader, _ contract: Contract) {
    let document = clause["source"]?["document"]
    if let document, let name = document.string, contract.documents[name] == nil {
      let hint = suggestion(for: name, among: contract.documents.keys)
      file.complain("“\(name)” is no document of this contract; \(hint)", at: document)
    }
    if let feature = clause["if"], let name = feature.string, contract.features[name] == nil {
      let hint = suggestion(for: name, among: contract.features.keys)
      file.complain("“\(name)” is no feature of this contract; \(hint)", at: feature)
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
      sentAs: form, about: object["about"]?.string)
  }

  private func hook(_ node: JSONNode, in file: FileReader) -> Hook? {
    let keys: Set<String> = ["arguments", "optional", "judged", "about"]
    guard let object = ObjectReader(node, as: "a hook", keys: keys, in: file) else { return nil }
    return Hook(
      arguments: object.strings("arguments"), isOptional: object.bool("optional", default: false),
      isJudged: object.bool("judged", default: false), about: object["about"]?.string)
  }
}
