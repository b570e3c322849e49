/// One reference in the catalogue: who it plays, how it can be wrong or different, how it starts.
struct ReferenceEntry: Sendable {
  /// The contract's id: `odynn-connect`.
  var contract: String
  /// The role: `server`, `sdk`, `app` or `page`.
  var role: String
  /// Its faults.
  var faults: [FaultInfo]
  /// Its legal differences.
  var variants: [VariantInfo]
  /// What tells which rules a page of it asks for; nil when nothing does.
  var watch: RuleWatch?
  /// Starts it with the named faults and variants, all of which it has, on a port (0: any).
  var start:
    @Sendable (_ faults: [String], _ variants: [String], _ port: UInt16) throws -> RunningReference
}

extension ReferenceEntry {
  /// The line of a reference that is made of rules, which its faults and variants change.
  ///
  /// - Parameters:
  ///   - title: What it is called, without its differences.
  ///   - contract: The contract's id.
  ///   - role: Who it plays.
  ///   - rules: The rules of the faultless one.
  ///   - faults: What makes the rules wrong.
  ///   - variants: What makes them different.
  ///   - watch: What tells which rules a page of it asks for.
  ///   - asked: The names of rules that have to be asked for before these rules show; nil when they
  ///     may show without.
  ///   - start: Starts it with the rules as they became, under a name, on a port (0: any).
  init<Rules: Sendable>(
    _ title: String, contract: String, role: String, rules: Rules,
    faults: [ReferenceFault<Rules>], variants: [ReferenceVariant<Rules>],
    watch: RuleWatch? = nil, asked: (Rules) -> Set<String>? = { _ in nil },
    start:
      @escaping @Sendable (_ rules: Rules, _ name: String, _ port: UInt16) throws ->
      RunningReference
  ) {
    func changes(_ apply: (inout Rules) -> Void) -> Set<String>? {
      var changed = rules
      apply(&changed)
      return asked(changed)
    }
    let faultInfos = faults.map { fault in
      var info = fault.info
      info.rules = changes(fault.apply)
      return info
    }
    let variantInfos = variants.map { variant in
      var info = variant.info
      info.rules = changes(variant.apply)
      return info
    }
    self.init(
      contract: contract, role: role, faults: faultInfos, variants: variantInfos, watch: watch
    ) { faultNames, variantNames, port in
      var changed = rules
      for variant in variants where variantNames.contains(variant.info.name) {
        variant.apply(&changed)
      }
      for fault in faults where faultNames.contains(fault.info.name) { fault.apply(&changed) }
      return try start(changed, Self.name(title, faultNames + variantNames), port)
    }
  }

  /// What a reference with some differences is called.
  static func name(_ title: String, _ differences: [String]) -> String {
    differences.isEmpty ? title : "\(title) with \(differences.joined(separator: ", "))"
  }
}
