/// One way in which a reference made of rules can be wrong, as a real build might be.
struct ReferenceFault<Rules>: Sendable {
  /// Its name, the clauses that it breaks, and what it does.
  var info: FaultInfo
  /// Makes the rules wrong.
  var apply: @Sendable (inout Rules) -> Void

  init(
    _ name: String, breaks clauses: [String], advisory: Bool = false, _ about: String,
    _ apply: @escaping @Sendable (inout Rules) -> Void
  ) {
    info = FaultInfo(name: name, clauses: clauses, about: about, isAdvisory: advisory)
    self.apply = apply
  }
}

/// One way in which a reference made of rules can differ and still keep to the document.
struct ReferenceVariant<Rules>: Sendable {
  /// Its name and what it does.
  var info: VariantInfo
  /// Makes the rules different.
  var apply: @Sendable (inout Rules) -> Void

  init(_ name: String, _ about: String, _ apply: @escaping @Sendable (inout Rules) -> Void) {
    info = VariantInfo(name: name, about: about)
    self.apply = apply
  }
}
