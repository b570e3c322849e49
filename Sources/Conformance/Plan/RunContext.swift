import StrictJSON

/// What all vectors of one target share: its contract, its values and its secrets.
public final class RunContext: Sendable {
  /// The contract that the target is held to.
  public let contract: Contract
  /// The target.
  public let target: Target
  /// The values of the contract's parameters: the target's, else the contract's defaults.
  public let parameters: Bindings
  /// What is masked in everything that leaves the process.
  public let secrets: Secrets
  /// Which clauses decide the outcome.
  public let gate: Gate
  /// The clauses that decide the outcome.
  private let gating: Set<String>
  /// The parameters that are made anew in every vector, since the target gives none; by name.
  let freshParameters: [(name: String, kind: FreshKind)]

  /// Joins a target to its contract.
  public init(contract: Contract, target: Target, gate: Gate = Gate()) {
    self.contract = contract
    self.target = target
    self.gate = gate
    var values = Bindings()
    var secrets = Secrets()
    for (name, parameter) in contract.parameters {
      guard let value = target.parameters[name] ?? parameter.defaultValue else { continue }
      values[name] = value
      if parameter.isSecret { secrets.add(Bindings.text(of: value), named: name) }
    }
    parameters = values
    freshParameters = contract.parameters.compactMap { name, parameter in
      guard let kind = parameter.fresh, values[name] == nil else { return nil }
      return (name, kind)
    }.sorted { $0.name < $1.name }
    self.secrets = secrets
    gating = Set(contract.clauses.filter(gate.includes).map(\.id))
  }

  /// Whether nothing gives a parameter a value.
  func lacks(parameter name: String) -> Bool {
    parameters[name] == nil && contract.parameters[name]?.fresh == nil
  }

  /// The header that carries a parameter as a credential; nil when nothing says how it travels.
  func credentialForm(of parameter: String) -> CredentialForm? {
    target.credentials[parameter] ?? contract.parameters[parameter]?.sentAs
  }

  /// Whether a clause decides the outcome of a run.
  public func gates(_ clause: String) -> Bool {
    gating.contains(clause)
  }

  /// Why the target need not keep a clause; nil when it must.
  public func exemption(from clause: Clause) -> String? {
    if let feature = clause.feature, !target.has(feature, of: contract) {
      return absence(of: feature)
    }
    return target.lacks[clause.id].map {
      """
      the target says that it lacks it: \($0); take \(clause.id) out of “lacks” in the target file \
      to have these checked
      """
    }
  }

  /// That the target does not have a feature, why, and what would have it checked.
  func absence(of feature: String) -> String {
    let absent = "the target does not have the feature “\(feature)”"
    if let reason = target.lacks[feature] {
      return """
        \(absent): \(reason); take it out of “lacks” in the target file to have these checked
        """
    }
    return """
      \(absent); set it to true in “features” of the target file to have these checked
      """
  }
}
