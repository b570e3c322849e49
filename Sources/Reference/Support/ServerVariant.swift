/// The ways of a reference server that faults and variants change.
protocol ServerRules: Sendable {
  /// The ways of the faultless one.
  init()
  /// How its answers are spelled and framed.
  var wire: [WireVariant] { get set }
}

/// One way in which a reference server can differ and still keep to its document.
struct ServerVariant<Rules: ServerRules, Parameters>: Sendable {
  /// Its name and what it does.
  var info: VariantInfo
  /// Makes the rules, or who is served, different.
  var apply: @Sendable (inout Rules, inout Parameters) -> Void
  /// The clock that it needs; nil when any will do.
  var clock: ReferenceClock.Mode?

  init(
    _ name: String, _ about: String, clock: ReferenceClock.Mode? = nil,
    _ apply: @escaping @Sendable (inout Rules) -> Void = { _ in }
  ) {
    info = VariantInfo(name: name, about: about)
    self.apply = { rules, _ in apply(&rules) }
    self.clock = clock
  }

  /// A variant of how answers are spelled and framed.
  init(wire: WireVariant) {
    info = wire.info
    apply = { rules, _ in rules.wire.append(wire) }
  }

  /// A variant in who is served.
  static func serving(
    _ name: String, _ about: String, _ apply: @escaping @Sendable (inout Parameters) -> Void
  ) -> ServerVariant {
    var variant = ServerVariant(name, about)
    variant.apply = { _, parameters in apply(&parameters) }
    return variant
  }
}
