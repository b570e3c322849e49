import StrictJSON

/// Judges recorded traces against a contract's order rules: pure, offline, and as the bytes come.
///
/// Each trace is judged by itself; what was found adds up. Memory is bounded by the attempts of the
/// trace at hand, not by its events.
public struct TraceJudge: Sendable {
  private let context: RunContext
  private let role: Role
  private let rules: TraceRules
  private let names: Set<String>
  private var judgements: [Judgement]
  private var sources: [String] = []
  private var began: Instant?
  private var current: Current?
  /// What should be looked at, though it fails nothing: unknown events, a cut last line.
  public private(set) var warnings: [Diagnostic] = []

  /// The trace that is being read.
  private struct Current: Sendable {
    var reader: TraceReader
    var run: TraceRun
    var warnings: TraceWarnings
    var hasEvents = false
  }

  /// Prepares to judge traces of one role.
  ///
  /// - Parameters:
  ///   - context: The contract that they are held to, and the target that they are of.
  ///   - role: Who wrote them.
  ///   - filters: Globs of the rules' names (`order.` and the clause), any of which may fit; empty
  ///     for all rules.
  public init(context: RunContext, role: Role, filters: [Glob] = []) {
    self.context = context
    self.role = role
    let contract = context.contract
    names = contract.eventNames(of: role)
    let chosen = contract.order.filter { rule in
      rule.role == role
        && (filters.isEmpty || filters.contains { $0.matches("order.\(rule.clause)") })
    }
    rules = TraceRules(chosen, names: names)
    judgements = chosen.map { _ in Judgement() }
  }

  /// Whether no rule was asked for, or the contract has none of the role.
  public var isEmpty: Bool { rules.rules.isEmpty }

  /// Judges a trace that is there as a whole.
  ///
  /// - Parameters:
  ///   - bytes: What the trace file holds.
  ///   - path: The file's path.
  /// - Throws: `Diagnostics` when the file is no trace of this contract and role.
  public mutating func judge(_ bytes: [UInt8], path: String) throws(Diagnostics) {
    begin(path)
    try take(bytes)
    try end()
  }
}

// MARK: - A trace as its bytes come

extension TraceJudge {
  /// Begins a trace.
  ///
  /// - Parameter path: The file's path, for findings.
  public mutating func begin(_ path: String) {
    current = Current(
      reader: TraceReader(path: path, contract: context.contract.id, role: role),
      run: TraceRun(rules), warnings: TraceWarnings(path: path))
  }

  /// Takes the next bytes of the trace, cut anywhere.
  ///
  /// - Parameter bytes: As many as were read at once.
  /// - Throws: `Diagnostics` when they are no part of a trace of this contract and role.
  public mutating func take(_ bytes: some Collection<UInt8>) throws(Diagnostics) {
    guard var trace = current else { return }
    current = nil
    trace.reader.append(bytes)
    while let root = try trace.reader.next() { try take(root, of: &trace) }
    current = trace
  }

  /// Ends the trace: judges what only its end shows.
  ///
  /// - Throws: `Diagnostics` when what was read is no trace.
  public mutating func end() throws(Diagnostics) {
    guard var trace = current else { return }
    current = nil
    if let root = try trace.reader.last() { try take(root, of: &trace) }
    let isCut = trace.reader.isCut
    let source = trace.reader.source ?? trace.reader.path
    if !sources.contains(where: { $0.isSameText(as: source) }) { sources.append(source) }
    warnings += trace.warnings.diagnostics(of: context.contract, names: names)
    if isCut {
      warn(
        "the last line is cut and was left out; no rule that it may have kept is held against the app",
        trace.reader.path, trace.reader.line)
    }
    for (number, outcome) in trace.run.finish(isWhole: !isCut, hasEvents: trace.hasEvents)
      .enumerated()
    {
      note(outcome, of: number, trace.reader.path)
    }
  }

  private mutating func take(_ root: JSONNode, of trace: inout Current) throws(Diagnostics) {
    let line = trace.reader.line
    guard let named = root["event"], named.kind == .string else {
      throw trace.reader.diagnostics(
        "expected “event” with the event's name, received \(root["event"]?.summary ?? "none")",
        line, (root["event"] ?? root).position.column)
    }
    let stamp = root["at"]
    let at = stamp?.stringBytes.flatMap { Instant(rfc3339: $0) }
    if let stamp, !stamp.isNull { trace.warnings.noteTime(at, line) }
    if began == nil { began = at }
    guard let entry = rules.vocabulary.entry(named: named) else {
      return trace.warnings.noteUnknown(named.string ?? "", line)
    }
    let known = rules.vocabulary.entries[entry]
    guard known.isKnown else { return trace.warnings.noteUnknown(known.name, line) }
    trace.hasEvents = true
    trace.run.take(TraceEvent(line: line, name: known.name, at: at, root: root), entry: entry)
  }

  private mutating func note(_ outcome: OrderOutcome, of number: Int, _ path: String) {
    let rule = rules.rules[number]
    if outcome.isChecked { judgements[number].checked.insert(rule.clause) }
    judgements[number].findings += outcome.findings.map { finding in
      Finding(
        step: 0, clause: rule.clause, gates: context.gates(rule.clause) && !rule.isAdvisory,
        isAdvisory: rule.isAdvisory, message: finding.message, expected: finding.expected,
        actual: finding.received, at: finding.at,
        location: FileLocation(path: path, line: finding.line, column: 1))
    }
    guard outcome.omitted > 0, let last = outcome.findings.last else { return }
    warn(
      "\(rule.clause) is broken \(outcome.omitted) times more; only the first \(OrderOutcome.limit) findings are listed",
      path, last.line)
  }

  private mutating func warn(_ message: String, _ path: String, _ line: Int) {
    warnings.append(
      Diagnostic(
        message, at: FileLocation(path: path, line: line, column: 1), severity: .warning))
  }
}

// MARK: - The result

extension TraceJudge {
  /// What was found out so far, as a run: a vector a rule, and every secret masked.
  ///
  /// - Parameter suite: The suite that the contract is of.
  /// - Returns: The run.
  public func result(_ suite: Suite) -> RunResult {
    let vectors = zip(rules.rules, judgements).enumerated().map { number, found in
      RunResult.VectorResult(found.0, found.1, context.contract, name: vectorName(of: number))
    }.sorted { $0.vector.id.utf8.lexicographicallyPrecedes($1.vector.id.utf8) }
    let name =
      context.target.name.isEmpty ? sources.joined(separator: ", ") : context.target.name
    let result = RunResult(
      subjects: [
        .init(
          name: name, contract: context.contract.id, roles: [role], baseURL: nil,
          warnings: warnings.map(\.description))
      ],
      editions: [RunResult.Edition(context.contract, suite)],
      clauses: RunResult.clauses(context, vectors).filter { $0.clause.role == role }.map {
        $0.untestedUnlessExempt(context)
      },
      vectors: vectors, startedAt: began ?? Instant(nanoseconds: 0), seconds: 0,
      clock: "recorded", seed: 0, shard: nil, isInterrupted: false)
    return result.masked(by: context.secrets)
  }

  /// `order.` and the clause; the second rule of a clause ends in `.2`, and so on.
  private func vectorName(of number: Int) -> String {
    let clause = rules.rules[number].clause
    let earlier = context.contract.order.prefix { $0.location != rules.rules[number].location }
      .count { $0.clause == clause && $0.role == role }
    return "order.\(clause)" + (earlier > 0 ? ".\(earlier + 1)" : "")
  }
}

extension RunResult.VectorResult {
  /// What an order rule found, in the form of a vector without steps.
  fileprivate init(
    _ rule: OrderRule, _ judgement: Judgement, _ contract: Contract, name: String
  ) {
    vector = Vector(
      id: name, title: contract.clause(rule.clause)?.text ?? rule.clause, contract: contract.id,
      clauses: [rule.clause], feature: nil, fresh: [], row: [:], steps: [],
      location: rule.location)
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

extension RunResult.ClauseResult {
  /// A clause whose precondition never occurs in a trace is untested, though its rules do not apply.
  fileprivate func untestedUnlessExempt(_ context: RunContext) -> Self {
    guard verdict == .notApplicable, context.exemption(from: clause) == nil else { return self }
    var copy = self
    copy.verdict = .untested
    return copy
  }
}

extension Contract {
  /// The names of the events that a trace of a role may hold.
  func eventNames(of role: Role) -> Set<String> {
    switch role {
    case .app: traceEvents
    case .sdk: driverEvents
    case .server, .page: traceEvents.union(driverEvents)
    }
  }

  /// The roles of which recorded traces can be judged.
  public var tracedRoles: [Role] {
    Role.allCases.filter { role in order.contains { $0.role == role } }
  }
}

extension Target {
  /// A target that is known by its traces only, and is called what they call themselves.
  public init(recorded contract: String, role: Role) {
    self.init(
      name: "", contract: contract, roles: [role], http: nil, parameters: [:], credentials: [:],
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
