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
  /// Starts it with the named faults and variants, all of which it has, on a port (0: any).
  var start:
    @Sendable (_ faults: [String], _ variants: [String], _ port: UInt16) throws -> RunningReference
}
