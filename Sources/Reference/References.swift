/// The catalogue of reference implementations.
public enum References {
  /// One line for each contract and role.
  static var catalogue: [ReferenceEntry] {
    [
      OdynnServer.entry,
      VersoServer.entry,
      OdynnConnect.entry,
      VersoConnect.entry,
      AccruePage.entry,
      AccrueNative.entry,
    ] + CheggoutSDK.entries + ReferenceApp.all.map(\.entry)
  }

  /// Starts a reference on loopback.
  ///
  /// - Parameters:
  ///   - contract: The contract's id: `odynn-connect`.
  ///   - role: Who it plays: `server`, `sdk`, `app` or `page`.
  ///   - fault: The name of one fault, several joined by `+`, or nil for a faultless one.
  ///   - variant: The name of one variant, several joined by `+`, or nil for the plain one.
  ///   - port: The port to listen at; 0 takes a free one.
  /// - Returns: The running reference with a target file that points at it.
  /// - Throws: `ReferenceError` for a name that the catalogue lacks, or why the port is not to be
  ///   had.
  public static func start(
    contract: String, role: String, fault: String? = nil, variant: String? = nil, port: UInt16 = 0
  ) throws -> RunningReference {
    guard let entry = entry(contract: contract, role: role) else {
      throw ReferenceError.unknownReference(
        contract: contract, role: role, known: catalogue.map { "\($0.contract) \($0.role)" })
    }
    let faults = try names(fault, among: entry.faults.map(\.name), ReferenceError.unknownFault)
    let variants = try names(
      variant, among: entry.variants.map(\.name), ReferenceError.unknownVariant)
    return try entry.start(faults, variants, port)
  }

  /// Lists the roles that have a reference.
  ///
  /// - Returns: Contract and role, in the catalogue's order.
  public static func all() -> [(contract: String, role: String)] {
    catalogue.map { ($0.contract, $0.role) }
  }

  /// Lists the faults of a reference.
  ///
  /// - Parameters:
  ///   - contract: The contract's id.
  ///   - role: Who it plays.
  /// - Returns: Its faults; empty when there is no such reference.
  public static func faults(contract: String, role: String) -> [FaultInfo] {
    entry(contract: contract, role: role)?.faults ?? []
  }

  /// Lists the legal differences of a reference.
  ///
  /// - Parameters:
  ///   - contract: The contract's id.
  ///   - role: Who it plays.
  /// - Returns: Its variants; empty when there is no such reference.
  public static func variants(contract: String, role: String) -> [VariantInfo] {
    entry(contract: contract, role: role)?.variants ?? []
  }

  /// What tells which rules of a reference its page asks for.
  ///
  /// - Parameters:
  ///   - contract: The contract's id.
  ///   - role: Who it plays.
  /// - Returns: The watch; nil when there is no such reference, or it tells nothing.
  public static func watch(contract: String, role: String) -> RuleWatch? {
    entry(contract: contract, role: role)?.watch
  }

  private static func entry(contract: String, role: String) -> ReferenceEntry? {
    catalogue.first { $0.contract == contract && $0.role == role }
  }

  private static func names(
    _ text: String?, among known: [String],
    _ unknown: (String, [String]) -> ReferenceError
  ) throws -> [String] {
    let names = (text ?? "").split(separator: "+").map(String.init)
    if let stranger = names.first(where: { !known.contains($0) }) {
      throw unknown(stranger, known)
    }
    return names
  }
}
