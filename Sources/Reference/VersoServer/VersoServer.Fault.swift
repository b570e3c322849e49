extension VersoServer {
  /// One way in which the server can be wrong, as a real build might be.
  public struct Fault: Sendable {
    /// Its name, the clauses that it breaks, and what it does.
    public var info: FaultInfo
    let apply: @Sendable (inout Rules) -> Void

    init(
      _ name: String, breaks clauses: [String], advisory: Bool = false, _ about: String,
      _ apply: @escaping @Sendable (inout Rules) -> Void
    ) {
      info = FaultInfo(
        name: name, clauses: clauses.map { "verso." + $0 }, about: about, isAdvisory: advisory)
      self.apply = apply
    }

    /// Every fault, in the order of the document.
    public static let all: [Fault] =
      links + lifetimes + uses + endpoint + startMembers + starts + refusals + captures
      + credentials + windows + accounts + syncs + secrets + startedEvents + createdEvents

    /// Looks for a fault by its name.
    ///
    /// - Parameter name: Its kebab-case name.
    /// - Returns: The fault, or nil when there is none.
    public static func named(_ name: String) -> Fault? { all.first { $0.info.name == name } }
  }
}
