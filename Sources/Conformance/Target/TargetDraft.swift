public import StrictJSON

/// A target file to begin with: everything that the vectors of a role need, to be filled in.
public struct TargetDraft: Sendable {
  /// The file.
  public let json: JSON
  /// The environment variables that it takes values from, in order.
  public let variables: [String]
  /// The hooks that it offers, in order of their names.
  public let hooks: [(name: String, hook: Hook)]
  /// The hooks that it might offer besides, in order of their names.
  public let optionalHooks: [(name: String, hook: Hook)]

  /// Drafts a target file.
  ///
  /// - Parameters:
  ///   - contract: The contract that the target keeps.
  ///   - role: The role that it plays.
  ///   - vectors: The contract's vectors; those of other roles are left out of account.
  public init(for contract: Contract, role: Role, vectors: [Vector]) {
    let needs = vectors.filter { vector in
      vector.clauses.lazy.compactMap(contract.clause).first?.role == role
    }.map { Needs(of: $0, in: contract) }
    func isNeeded(_ path: KeyPath<Needs, Bool>) -> Bool { needs.contains { $0[keyPath: path] } }
    func names(_ path: KeyPath<Needs, Set<String>>) -> Set<String> {
      needs.reduce(into: []) { $0.formUnion($1[keyPath: path]) }
    }
    let subscription = isNeeded(\.usesWebhooks) ? ["webhook.subscribe"] : []
    let asked = names(\.hooks).union(needs.flatMap(\.alternatives.keys)).union(subscription)
      .sorted().compactMap { name in contract.hooks[name].map { (name: name, hook: $0) } }
    hooks = asked.filter { !$0.hook.isOptional || subscription.contains($0.name) }
    optionalHooks = asked.filter { $0.hook.isOptional && !subscription.contains($0.name) }
    let parameters = Self.parameters(names(\.parameters), of: contract)
    variables = parameters.compactMap { $0.value["env"]?.string }

    var file: JSONObject = [
      "format": 1, "name": .string("My \(contract.title)"), "contract": .string(contract.id),
      "roles": [.string(role.rawValue)],
    ]
    if role == .server || isNeeded(\.usesHTTP) {
      file["http"] = ["baseURL": "http://127.0.0.1:8080", "timeout": "PT10S"]
    }
    if !parameters.isEmpty { file["parameters"] = .object(JSONObject(parameters)) }
    if !hooks.isEmpty {
      file["hooks"] = .object(JSONObject(hooks.map { ($0.name, Self.hook($0.name)) }))
    }
    if isNeeded(\.passesTime), file["http"] != nil {
      file["clock"] = ["advance": Self.hook("clock.advance")]
    }
    if isNeeded(\.usesWebhooks) { file["webhooks"] = ["listen": "127.0.0.1:0"] }
    if isNeeded(\.usesDriver) { file["driver"] = ["command": ["./my-sdk-driver"]] }
    if isNeeded(\.usesTargetPage) {
      file["page"] = Self.page(names(\.elements), names(\.states), names(\.requests))
    }
    if role == .app { file["traces"] = ["app.jsonl"] }
    json = .object(file)
  }

  private static func parameters(
    _ names: Set<String>, of contract: Contract
  ) -> [(key: String, value: JSON)] {
    names.sorted().compactMap { name in
      guard let parameter = contract.parameters[name], parameter.fresh == nil else { return nil }
      if let value = parameter.defaultValue, !parameter.isSecret { return (name, value) }
      return (name, ["env": .string(variable(name, of: contract))])
    }
  }

  /// `ODYNN_API_KEY` for `apiKey` of `odynn-connect`; letters of an acronym stay together.
  private static func variable(_ name: String, of contract: Contract) -> String {
    let vendor = contract.id.prefix { $0 != "-" }
    let letters = Array(name.unicodeScalars)
    var words = ""
    for (index, letter) in letters.enumerated() {
      let isFirst = index == 0 || !letters[index - 1].properties.isUppercase
      let isLast = index + 1 < letters.count && letters[index + 1].properties.isLowercase
      if letter.properties.isUppercase, isFirst || isLast { words.append("_") }
      words.unicodeScalars.append(letter)
    }
    return "\(vendor)_\(words)".uppercased()
  }

  private static func hook(_ name: String) -> JSON {
    ["http": ["method": "POST", "path": .string("/_hooks/\(name)")]]
  }

  private static func page(
    _ elements: Set<String>, _ states: Set<String>, _ requests: Set<String>
  ) -> JSON {
    func locators(_ names: Set<String>) -> JSON {
      .object(JSONObject(names.sorted().map { ($0, ["selector": .string("#\($0)")]) }))
    }
    var page: JSONObject = ["url": "http://127.0.0.1:8080/", "allow": []]
    if !elements.isEmpty { page["elements"] = locators(elements) }
    if !states.isEmpty { page["states"] = locators(states) }
    for name in requests.sorted() { page[name] = ["urlContains": .string("/\(name)")] }
    return .object(page)
  }
}
