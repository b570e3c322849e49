import StrictJSON

/// What is wrong with a suite that loads: gaps and dead references.
public enum Lint {
  /// Every mistake, in the order of the files.
  ///
  /// A clause of a role that is begun (a vector or rule of the role exists) is tested or excluded;
  /// a vector cites clauses of one role and names those that its expectations speak of.
  public static func diagnostics(of suite: Suite) -> [Diagnostic] {
    var diagnostics = suite.contracts.flatMap { coverage(of: $0, suite) + events(of: $0) }
    for contract in suite.contracts {
      var lint = VectorLint(contract)
      for vector in suite.vectors where vector.contract == contract.id { lint.check(vector) }
      diagnostics += lint.diagnostics
    }
    return diagnostics
  }

  private static func coverage(of contract: Contract, _ suite: Suite) -> [Diagnostic] {
    let tested = testedClauses(of: contract, suite)
    let begun = begunRoles(of: contract, suite)
    return contract.clauses.compactMap { clause in
      let isTested = tested.contains(clause.id)
      if isTested, clause.excluded != nil {
        return Diagnostic(
          "clause “\(clause.id)” is excluded, and tested all the same; remove “excluded”",
          at: clause.location)
      }
      guard begun.contains(clause.role), !isTested, clause.excluded == nil else { return nil }
      return Diagnostic(
        "clause “\(clause.id)” is neither tested nor excluded; add a vector or say why none can be",
        at: clause.location)
    }
  }

  /// Events of an app's rules that no trace of the contract can hold.
  private static func events(of contract: Contract) -> [Diagnostic] {
    contract.order.filter { $0.role == .app }.flatMap { rule in
      let names = rule.markedPatterns.flatMap { $0.0.alternatives.map(\.name) }
      return Set(names).subtracting(contract.traceEvents).sorted().map { name in
        let hint = suggestion(for: name, among: contract.traceEvents)
        return Diagnostic(
          "“\(name)” is no event of an app in \(contract.id); \(hint)", at: rule.location)
      }
    }
  }

  /// The roles that have vectors; the role of an app has rules instead.
  private static func begunRoles(of contract: Contract, _ suite: Suite) -> Set<Role> {
    let ruled = contract.order.filter { $0.role == .app }.map(\.clause)
    return Set(
      citedClauses(of: contract, suite).union(ruled).compactMap { contract.clause($0)?.role })
  }

  /// The clauses that a vector cites, an order rule judges or an invariant holds.
  public static func testedClauses(of contract: Contract, _ suite: Suite) -> Set<String> {
    var tested = citedClauses(of: contract, suite)
    tested.formUnion(contract.order.map(\.clause))
    tested.formUnion(contract.invariants.map(\.clause))
    return tested
  }

  private static func citedClauses(of contract: Contract, _ suite: Suite) -> Set<String> {
    var cited: Set<String> = []
    for vector in suite.vectors where vector.contract == contract.id {
      cited.formUnion(vector.clauses)
    }
    return cited
  }
}

/// Looks through the vectors of one contract, one after the other.
private struct VectorLint {
  let contract: Contract
  private let parameters: Set<String>
  private(set) var diagnostics: [Diagnostic] = []
  /// The id and the clauses of the vector at hand.
  private var id = ""
  private var clauses: [String] = []
  /// What has a value at the step at hand, besides the parameters.
  private var known: Set<String> = []
  private var labels: Set<String> = []

  init(_ contract: Contract) {
    self.contract = contract
    parameters = Set(contract.parameters.keys)
  }

  mutating func check(_ vector: Vector) {
    id = vector.id
    clauses = vector.clauses
    labels = []
    known = Set(vector.fresh.map(\.name))
    known.formUnion(vector.row.keys)
    if vector.endKind == .driver { known.formUnion(["backend", "backendPort"]) }
    checkClauses(of: vector)
    walk(vector.steps)
  }

  private mutating func complain(_ message: String, at location: FileLocation) {
    diagnostics.append(Diagnostic(message, at: location))
  }

  private mutating func checkClauses(of vector: Vector) {
    let first = clauses.first.flatMap { contract.clause($0)?.role }
    guard clauses.dropFirst().contains(where: { contract.clause($0)?.role != first }) else {
      return
    }
    let roles = Set(clauses.compactMap { contract.clause($0)?.role })
    guard roles.count > 1 else { return }
    let names = roles.map(\.rawValue).sorted().joined(separator: " and ")
    complain(
      "expected clauses of one role in “\(vector.id)”, received \(names); make a vector for each",
      at: vector.location)
  }

  private mutating func walk(_ steps: [Step]) {
    for step in steps {
      check(step)
      learn(step)
    }
  }

  private mutating func check(_ step: Step) {
    refer(step.action.references(in: contract), at: step.location)
    checkLabel(step)
    if let expectation = step.expect { check(expectation) }
    for expectation in step.advisories { check(expectation) }
    if let given = step.given { refer(given.references, at: given.location) }
    checkWatch(step)
    if case .together(let together) = step.action {
      let outer = known
      for branch in together.branches {
        known = outer
        walk(branch)
      }
      known = outer
    }
  }

  private mutating func check(_ expectation: Expectation) {
    refer(expectation.references, at: expectation.location)
    guard let clause = expectation.clause else {
      if clauses.count != 1, !expectation.isAdvisory {
        complain(
          "expected “clause” here, since “\(id)” cites \(clauses.count)",
          at: expectation.location)
      }
      return
    }
    guard !clauses.contains(clause) else { return }
    complain(
      "“\(clause)” is not among the clauses that “\(id)” cites; add it there",
      at: expectation.location)
  }

  /// A subscription may receive every event of the tenant, so each watch says which is meant.
  private mutating func checkWatch(_ step: Step) {
    let watch: WatchAction
    switch step.action {
    case .await(let found), .absent(let found), .check(.count(let found, _)): watch = found
    default: return
    }
    guard case .webhook = watch.subject, watch.condition?.isBare ?? true else { return }
    complain(
      """
      expected a “where” on a value of this vector, since a subscription receives every webhook of \
      the tenant
      """,
      at: step.location)
  }

  /// A step that speaks of a call speaks of one that an earlier step began.
  private mutating func checkLabel(_ step: Step) {
    guard case .driver(let action) = step.action else { return }
    if case .start = action, let label = step.label { labels.insert(label) }
    guard let label = action.label, !labels.contains(label) else { return }
    let hint =
      labels.isEmpty
      ? "begin it with “start” and “as”" : suggestion(for: label, among: labels)
    complain("no earlier step began “\(label)”; \(hint)", at: step.location)
  }

  private mutating func refer(_ names: [String], at location: FileLocation) {
    for name in names where !parameters.contains(name) && !known.contains(name) {
      let hint = suggestion(for: name, among: parameters.union(known))
      complain("“{\(name)}” has no value here; \(hint)", at: location)
    }
  }

  private mutating func learn(_ step: Step) {
    known.formUnion(step.captures.map(\.name))
    switch step.action {
    case .derive(let derivations): known.formUnion(derivations.map(\.name))
    case .together(let together):
      known.formUnion(together.outcomes.flatMap { $0.captures.map(\.name) })
    default: break
    }
  }
}
