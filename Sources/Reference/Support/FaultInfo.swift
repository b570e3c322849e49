/// One way in which a reference can be wrong on purpose, as a real build might be.
public struct FaultInfo: Sendable, Hashable {
  /// Kebab-case, unique within one contract and role.
  public var name: String
  /// Every clause that a build with this fault breaks, in the order of the document.
  public var clauses: [String]
  /// What the build does, one sentence.
  public var about: String
  /// Whether it departs only from what the document shows by example or leaves open, so that a
  /// fair suite reports it without failing the build.
  public var isAdvisory: Bool
  /// The rules of the reference that it changes, by name.
  ///
  /// It does not show before one of them is asked for; nil when it may show without.
  public var rules: Set<String>?

  /// Creates a description of a fault.
  ///
  /// - Parameters:
  ///   - name: Its kebab-case name.
  ///   - clauses: Every clause that it breaks.
  ///   - about: What the build does, one sentence.
  ///   - isAdvisory: Whether it departs only from what the document shows by example.
  public init(name: String, clauses: [String], about: String, isAdvisory: Bool = false) {
    self.name = name
    self.clauses = clauses
    self.about = about
    self.isAdvisory = isAdvisory
  }
}

/// One way in which a reference can differ and still keep to the document.
public struct VariantInfo: Sendable, Hashable {
  /// Kebab-case, unique within one contract and role.
  public var name: String
  /// What the build does, one sentence.
  public var about: String
  /// The rules of the reference that it changes, by name.
  ///
  /// It does not show before one of them is asked for; nil when it may show without.
  public var rules: Set<String>?

  /// Creates a description of a variant.
  ///
  /// - Parameters:
  ///   - name: Its kebab-case name.
  ///   - about: What the build does, one sentence.
  public init(name: String, about: String) {
    self.name = name
    self.about = about
  }
}
