import StrictJSON

/// Judges recorded traces against a contract's order rules: pure, and offline.
public struct TraceJudge {
  private let contract: Contract
  private let role: Role
  private let gate: Gate
  private let rules: [OrderRule]
  private var judgements: [Judgement]
  private var sources: [String] = []
  private var began: Instant?
  /// What should be looked at, though it fails nothing: unknown events, a cut last line.
  public private(set) var warnings: [Diagnostic] = []

  /// Prepares to judge traces of one role.
  ///
  /// - Parameters:
  ///   - contract: The contract that they are held to.
  ///   - role: Who wrote them.
  ///   - gate: Which clauses decide the outcome.
  ///   - filters: Globs of the rules' names (`order.` and the clause), any of which may fit; empty
  ///     for all rules.
  public init(
    contract: Contract, role: Role, gate: Gate = Gate(), filters: [Glob] = []
  ) {
    self.contract = contract
    self.role = role
    self.gate = gate
    rules = contract.order.filter { rule in
      rule.role == role
        && (filters.isEmpty || filters.contains { $0.matches("order.\(rule.clause)") })
    }
    judgements = rules.map { _ in Judgement() }
  }

  /// Whether no rule was asked for.
  public var isEmpty: Bool { rules.isEmpty }

  /// Judges one trace beside those before it.
  ///
  /// - Parameters:
  ///   - bytes: What the trace file holds.
  ///   - path: The file's path.
  /// - Throws: `Diagnostics` when the file is no trace of this contract and role.
  public mutating func judge(_ bytes: [UInt8], path: String) throws(Diagnostics) {
    let reader = TraceReader(path: path, contract: contract.id, role: role)
    let trace = try reader.read(bytes)
    sources.append(trace.source)
    began = began ?? trace.events.first?.at
    warn(trace, path)
    for index in rules.indices {
      let rule = rules[index]
      let found = OrderJudge(rule: rule).findings(trace.events)
      if found.applied { judgements[index].checked.insert(rule.clause) }
      let clauseGates = contract.clause(rule.clause).map(gate.includes) ?? false
      judgements[index].findings += found.differences.map { line, difference in
        Finding(
          step: line, clause: rule.clause, gates: clauseGates && !rule.isAdvisory,
          isAdvisory: rule.isAdvisory, message: difference.sentence,
          expected: difference.expected, actual: difference.received, at: difference.at,
          location: FileLocation(path: path, line: max(1, line), column: 1))
      }
    }
  }

  private mutating func warn(_ trace: TraceReader.Trace, _ path: String) {
    var seen: Set<String> = []
    for event in trace.events where !contract.traceEvents.contains(event.name) {
      guard seen.insert(event.name).inserted else { continue }
      warnings.append(
        Diagnostic(
          """
          “\(event.name)” is no event of \(contract.id); \
          \(suggestion(for: event.name, among: contract.traceEvents))
          """,
          at: FileLocation(path: path, line: event.line, column: 1), severity: .warning))
    }
    guard trace.isTruncated else { return }
    warnings.append(
      Diagnostic(
        "the last line is cut and was left out",
        at: FileLocation(path: path, line: (trace.events.last?.line ?? 1) + 1, column: 1),
        severity: .warning))
  }

  /// What was found out so far, as a run: a vector a rule.
  public func result(_ suite: Suite) -> RunResult {
    let context = RunContext(
      contract: contract,
      target: Target(recorded: sources.joined(separator: ", "), contract: contract.id, role: role),
      gate: gate)
    let vectors = zip(rules, judgements).map { rule, judgement in
      RunResult.VectorResult(rule, judgement, contract, among: rules)
    }.sorted { $0.vector.id.utf8.lexicographicallyPrecedes($1.vector.id.utf8) }
    return RunResult(
      subjects: [
        .init(name: context.target.name, contract: contract.id, roles: [role], baseURL: nil)
      ],
      editions: [RunResult.Edition(contract, suite)],
      clauses: RunResult.clauses(context, vectors), vectors: vectors,
      startedAt: began ?? Instant(nanoseconds: 0), seconds: 0, clock: "recorded", seed: 0,
      shard: nil, isInterrupted: false)
  }
}

extension RunResult.VectorResult {
  /// What an order rule found, in the form of a vector without steps.
  init(_ rule: OrderRule, _ judgement: Judgement, _ contract: Contract, among rules: [OrderRule]) {
    let same = rules.filter { $0.clause == rule.clause }
    let number = same.firstIndex { $0.location == rule.location } ?? 0
    vector = Vector(
      id: "order.\(rule.clause)" + (number > 0 ? ".\(number + 1)" : ""),
      title: contract.clause(rule.clause)?.text ?? rule.clause, contract: contract.id,
      clauses: [rule.clause], feature: nil, fresh: [], row: [:], steps: [], location: rule.location)
    self.judgement = judgement
    if judgement.checked.isEmpty {
      self.judgement.notApplicable = "what the rule speaks of never happened in the trace"
    }
    transcripts = []
    seconds = 0
    reproduce = nil
    verdict = self.judgement.verdict(cited: vector.clauses)
  }
}

extension Target {
  /// A target that is known by its traces only.
  init(recorded name: String, contract: String, role: Role) {
    self.init(
      name: name, contract: contract, roles: [role], http: nil, parameters: [:], credentials: [:],
      features: [:], lacks: [:], hooks: [:], clock: nil,
      webhooks: WebhookAccess(listen: "127.0.0.1:0", publicURL: nil, grace: .zero, isFixed: false),
      driver: nil, page: nil, location: nil, folder: nil)
  }

  /// The same target, held to one of its roles only; nil holds it to all.
  public func playing(_ role: Role?) -> Target {
    guard let role else { return self }
    var copy = self
    copy.roles = [role]
    return copy
  }
}
