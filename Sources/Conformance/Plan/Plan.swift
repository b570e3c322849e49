/// Which vectors apply to a target, which of them can run, and why the others cannot.
public struct Plan: Sendable {
  /// What becomes of one vector.
  public enum Disposition: Sendable, Hashable {
    case run
    /// It does not apply; why.
    case notApplicable(String)
    /// It applies, but something that it needs is missing; what, and what would let it run.
    case couldNotRun([String])
  }

  /// One vector and what becomes of it.
  public struct Entry: Sendable {
    /// The vector.
    public var vector: Vector
    /// What becomes of it.
    public var disposition: Disposition
  }

  /// Which vectors are asked for.
  public struct Selection: Sendable {
    /// Globs of ids, any of which may fit; empty for all.
    public var filters: [Glob]
    /// The role under test; nil for all that the target plays.
    public var role: Role?
    /// The requirement set, such as `black-box`; nil for all vectors.
    public var set: String?
    /// The part of a run that several machines share; nil for all of it.
    public var shard: Shard?
    /// How long each vector took before, to give all parts as much to do; may be empty.
    public var times: [String: Double] = [:]

    /// Makes a selection.
    public init(filters: [Glob] = [], role: Role? = nil, set: String? = nil) {
      self.filters = filters
      self.role = role
      self.set = set
    }
  }

  /// What is shared by all of them.
  public var context: RunContext
  /// In the order of the vectors.
  public var entries: [Entry]

  /// Plans a run; pure.
  ///
  /// - Parameters:
  ///   - vectors: The contract's vectors.
  ///   - context: The contract and the target.
  ///   - selection: Which of them are asked for; the others are left out altogether.
  public init(_ vectors: [Vector], context: RunContext, selection: Selection = Selection()) {
    self.context = context
    let members = selection.shard.map {
      $0.members(of: vectors.map(\.id), seconds: selection.times)
    }
    entries = vectors.compactMap { vector in
      guard selection.includes(vector, context), members?.contains(vector.id) ?? true else {
        return nil
      }
      return Entry(vector: vector, disposition: Self.disposition(of: vector, context))
    }
  }

  /// The vectors that can run, in order.
  public var runnable: [Vector] {
    entries.filter { $0.disposition == .run }.map(\.vector)
  }

  /// Says of some vectors that they cannot run after all.
  ///
  /// - Parameters:
  ///   - reason: Why.
  ///   - condition: Which of those that could run.
  public mutating func withhold(_ reason: String, where condition: (Vector) -> Bool) {
    for index in entries.indices where entries[index].disposition == .run {
      if condition(entries[index].vector) { entries[index].disposition = .couldNotRun([reason]) }
    }
  }

  private static func disposition(of vector: Vector, _ context: RunContext) -> Disposition {
    let clauses = vector.clauses.compactMap(context.contract.clause)
    if let role = clauses.first?.role, !context.target.roles.contains(role) {
      return .notApplicable(
        """
        the target does not play the role \(role.rawValue); add it to “roles” in the target file to \
        have these checked
        """)
    }
    if let feature = vector.feature, !context.target.has(feature, of: context.contract) {
      return .notApplicable(context.absence(of: feature))
    }
    let exemptions = clauses.compactMap(context.exemption)
    if !clauses.isEmpty, exemptions.count == clauses.count { return .notApplicable(exemptions[0]) }
    return needs(of: vector, context)
  }

  private static func needs(of vector: Vector, _ context: RunContext) -> Disposition {
    let needs = Needs(of: vector, in: context.contract)
    let target = context.target
    var missing: [String] = []
    for name in needs.hooks.sorted() where target.hooks[name] == nil {
      if context.contract.hooks[name]?.isOptional == true {
        return .notApplicable(
          """
          the target does not offer the optional hook \(name); add it to “hooks” in the target file \
          to have these checked
          """)
      }
      missing.append(
        "the target does not offer the hook \(name); add it to “hooks” in the target file")
    }
    for (hook, names) in needs.alternatives.sorted(by: { $0.key < $1.key })
    where target.hooks[hook] == nil && names.contains(where: context.lacks) {
      missing.append(
        "the target offers neither the hook \(hook) nor “\(names.joined(separator: "”, “"))” in “parameters”"
      )
    }
    for name in needs.parameters.sorted() where context.lacks(parameter: name) {
      missing.append("the target gives no “\(name)”; add it to “parameters” in the target file")
    }
    if needs.usesHTTP, target.http == nil {
      missing.append("the target has no HTTP server; add “http” to the target file")
    }
    if needs.usesDriver, !target.hasDriver {
      missing.append("the target has no SDK driver; add “driver” to the target file")
    }
    missing += missingOfPage(needs, target)
    missing += Waits(of: vector, in: context).obstacles
    if needs.usesWebhooks, !target.canSendWebhooks {
      missing.append(
        """
        the target's webhooks reach nobody; offer the hook webhook.subscribe, or set “publicURL” \
        or a fixed “listen” port in “webhooks”
        """
      )
    }
    return missing.isEmpty ? .run : .couldNotRun(missing)
  }

  private static func missingOfPage(_ needs: Needs, _ target: Target) -> [String] {
    guard let page = target.page else {
      return needs.usesTargetPage ? ["the target has no page; add “page” to the target file"] : []
    }
    func missing(_ names: Set<String>, _ known: some Sequence<String>, _ key: String) -> [String] {
      names.subtracting(known).sorted().map { name in
        "the target does not say how “\(name)” is found; add it to \(key) in the target file"
      }
    }
    return missing(needs.elements, page.elements.keys, "“elements” of “page”")
      + missing(needs.states, page.states.keys, "“states” of “page”")
      + missing(needs.requests, page.requests.keys, "“page”")
  }
}

extension Plan.Selection {
  func includes(_ vector: Vector, _ context: RunContext) -> Bool {
    if !filters.isEmpty, !filters.contains(where: { $0.matches(vector.id) }) { return false }
    let needed = vector.clauses.lazy.compactMap(context.contract.clause).first?.role
    if let role, needed != role { return false }
    guard let set else { return true }
    guard set == "black-box" else { return vector.since <= set }
    let needs = Needs(of: vector, in: context.contract)
    return needs.hooks.isEmpty && !needs.passesTime
  }
}

extension Target {
  /// Whether a webhook of it can reach us.
  var canSendWebhooks: Bool {
    hooks["webhook.subscribe"] != nil || webhooks.isFixed
  }
}
