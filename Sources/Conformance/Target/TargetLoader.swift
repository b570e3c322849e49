import StrictJSON

extension Target {
  /// Reads a target file.
  ///
  /// - Parameters:
  ///   - bytes: What the file holds.
  ///   - path: The file's path, for what is said of it and for what it names relative to itself.
  ///   - suite: The contracts that it may claim to keep.
  ///   - environment: Where `{"env": "NAME"}` parameters are looked up.
  /// - Throws: `Diagnostics` with everything that is wrong with the file.
  public init(
    parsing bytes: [UInt8], path: String, suite: Suite, environment: [String: String]
  ) throws(Diagnostics) {
    let file = FileReader(path: path)
    let loader = TargetLoader(file: file, suite: suite, environment: environment)
    let target = file.parse(bytes).flatMap { loader.target($0.root) }
    guard let target, file.diagnostics.isEmpty else { throw Diagnostics(file.diagnostics) }
    self = target
  }
}

/// Reads a target file's parts.
struct TargetLoader {
  let file: FileReader
  let suite: Suite
  let environment: [String: String]

  private static let keys: Set<String> = [
    "format", "name", "contract", "roles", "http", "parameters", "credentials", "features",
    "lacks", "hooks", "clock", "webhooks", "driver", "page", "traces",
  ]

  func target(_ root: JSONNode) -> Target? {
    guard !isOfOtherKind(root),
      let object = ObjectReader(root, as: "a target file", keys: Self.keys, in: file)
    else { return nil }
    object.checkFormat()
    guard let name = object.requiredString("name"),
      let id = object.requiredString("contract"), let contract = contract(id, object)
    else { return nil }
    var target = Target(
      name: name, contract: id, roles: roles(object), http: object["http"].flatMap(http),
      parameters: parameters(object, of: contract), credentials: credentials(object, of: contract),
      features: [:], lacks: [:], hooks: [:], clock: object["clock"].flatMap(clock),
      webhooks: webhooks(object), driver: nil, page: nil,
      location: object.location, folder: folder)
    object["driver"].map { readDriver($0, into: &target) }
    target.traces = object.strings("traces")
    target.page = object["page"].flatMap { page($0, of: contract) }
    readFeatures(object, of: contract, into: &target)
    for member in object.map("hooks") {
      checkName(member, among: contract.hooks.keys + [Target.drainHook], "hook of \(id)")
      target.hooks[member.key] = binding(member.value)
      guard let hook = contract.hooks[member.key] else { continue }
      for template in target.hooks[member.key]?.templates ?? [] {
        checkReferences(
          of: template, at: member.value, among: contract.parameters.keys + hook.arguments,
          "argument of the hook and no parameter of \(id)")
      }
    }
    return target
  }

  /// Complains of a file of the suite that was given in the target's place.
  private func isOfOtherKind(_ root: JSONNode) -> Bool {
    guard root["roles"] == nil else { return false }
    for (key, kind) in [
      ("vectors", "a vectors file"), ("clauses", "a contract file"),
      ("known", "a known-failures file"),
    ] where root[key] != nil {
      file.complain(
        "expected a target file, with “name”, “contract” and “roles”; received \(kind)", at: root)
      return true
    }
    return false
  }

  private var folder: String? {
    let names = file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return names.isEmpty ? nil : names.joined(separator: "/")
  }

  private func contract(_ id: String, _ object: ObjectReader) -> Contract? {
    if let contract = suite.contract(id) { return contract }
    if let node = object["contract"] {
      let hint = suggestion(for: id, among: suite.contracts.map(\.id))
      file.complain("“\(id)” is no contract of this suite; \(hint)", at: node)
    }
    return nil
  }

  private func checkName<Names: Sequence<String>>(
    _ member: JSONMember, among names: Names, _ what: String
  ) {
    guard !names.contains(where: { $0.isSameText(as: member.key) }) else { return }
    file.complain(
      "“\(member.key)” is no \(what); \(suggestion(for: member.key, among: names))",
      at: member.keyPosition)
  }

  private func roles(_ object: ObjectReader) -> [Role] {
    object.requiredChoices("roles")
  }

  private func parameters(_ object: ObjectReader, of contract: Contract) -> [String: JSON] {
    var values: [String: JSON] = [:]
    for member in object.map("parameters") {
      checkName(member, among: contract.parameters.keys, "parameter of \(contract.id)")
      values[member.key] = parameter(member)
    }
    return values
  }

  private func parameter(_ member: JSONMember) -> JSON? {
    guard member.value.kind == .object, member.value["env"] != nil else {
      if let name = member.value.string.flatMap(Self.shellVariable) {
        file.complain(
          """
          expected the value of “\(member.key)”, received \(member.value.summary), which is not \
          replaced here; did you mean { "env": "\(name)" }?
          """,
          at: member.value)
      }
      return member.value.value
    }
    guard
      let variable = ObjectReader(
        member.value, as: "a parameter from the environment", keys: ["env"], in: file)?
        .string("env")
    else { return nil }
    if let text = environment[variable], !text.isEmpty { return .string(text) }
    file.complain(
      """
      expected the environment variable \(variable) for “\(member.key)”; set it, for example \
      `export \(variable)=…`
      """,
      at: member.value)
    return nil
  }

  /// The variable of a text that a shell would replace: `$NAME` or `${NAME}`.
  private static func shellVariable(_ text: String) -> String? {
    guard text.hasPrefix("$") else { return nil }
    let inner = text.dropFirst()
    let name = inner.hasPrefix("{") && inner.hasSuffix("}") ? inner.dropFirst().dropLast() : inner
    let isName = name.utf8.allSatisfy {
      (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
    }
    return isName && !name.isEmpty ? String(name) : nil
  }

  private func credentials(
    _ object: ObjectReader, of contract: Contract
  ) -> [String: CredentialForm] {
    var forms: [String: CredentialForm] = [:]
    for member in object.map("credentials") {
      checkName(member, among: contract.parameters.keys, "parameter of \(contract.id)")
      let keys: Set<String> = ["header", "value"]
      guard let form = ObjectReader(member.value, as: "a credential", keys: keys, in: file),
        let header = form.requiredString("header"), let value = form.requiredString("value")
      else { continue }
      forms[member.key] = CredentialForm(header: header, value: Template(value))
      checkReferences(
        of: Template(value), at: form["value"], among: contract.parameters.keys,
        "parameter of \(contract.id)")
    }
    return forms
  }

  /// Complains of references that nothing would ever give a value.
  func checkReferences(
    of template: Template, at node: JSONNode?, among names: some Sequence<String>, _ what: String
  ) {
    let known = Set(names)
    for name in template.references where !known.contains(name) {
      let hint = suggestion(for: name, among: known)
      if let node { file.complain("“{\(name)}” names no \(what); \(hint)", at: node) }
    }
  }

  private func readFeatures(
    _ object: ObjectReader, of contract: Contract, into target: inout Target
  ) {
    for member in object.map("features") {
      checkName(member, among: contract.features.keys, "feature of \(contract.id)")
      target.features[member.key] = member.value.bool
      if member.value.bool == nil {
        file.complain("expected true or false, received \(member.value.summary)", at: member.value)
      }
    }
    for member in object.map("lacks") {
      target.lacks[member.key] = member.value.string ?? ""
      if member.value.string == nil {
        file.complain(
          "expected the reason why it is lacking as a string, received \(member.value.summary)",
          at: member.value)
      }
      if contract.features[member.key] != nil {
        target.features[member.key] = false
      } else if let clause = contract.clause(member.key) {
        guard clause.level == .must else { continue }
        file.complain(
          """
          “\(member.key)” is a MUST, which a target cannot lack; list it as a known failure with \
          --known
          """,
          at: member.keyPosition)
      } else {
        let names = contract.features.keys + contract.clauses.map(\.id)
        let hint = suggestion(for: member.key, among: names)
        file.complain(
          "“\(member.key)” is no feature or clause of \(contract.id); \(hint)",
          at: member.keyPosition)
      }
    }
  }

  /// A driver within our own process needs no command, but may have a timeout.
  private func readDriver(_ node: JSONNode, into target: inout Target) {
    guard let driver = ObjectReader(node, as: "a driver", keys: ["command", "timeout"], in: file)
    else { return }
    target.driverTimeout = driver.span("timeout")
    if driver["timeout"] == nil { _ = driver.required("command") }
    guard driver["command"] != nil else { return }
    let words = driver.requiredStrings("command")
    target.driver = words.isEmpty ? nil : words
  }
}
