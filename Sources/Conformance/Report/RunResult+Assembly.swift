extension RunResult {
  /// Puts together what was found out about one target.
  ///
  /// - Parameters:
  ///   - plan: What was planned.
  ///   - records: What became of the vectors that ran.
  ///   - suite: The suite that the plan was made from.
  ///   - startedAt: Our own time when the run began.
  ///   - seconds: How long it lasted.
  ///   - seed: What fresh values were made from.
  ///   - isInterrupted: Whether it was ended before its end.
  public init(
    plan: Plan, records: [Scheduler.Record], suite: Suite, startedAt: Instant, seconds: Double,
    seed: UInt64, isInterrupted: Bool
  ) {
    let context = plan.context
    let byID = Dictionary(records.map { ($0.vector.id, $0) }, uniquingKeysWith: { $1 })
    let vectors = plan.entries.map { VectorResult($0, byID[$0.vector.id], context) }
    let target = context.target
    self.init(
      subjects: [
        Subject(
          name: target.name, contract: target.contract, roles: target.roles,
          baseURL: target.http?.baseURL, warnings: target.warnings)
      ],
      editions: [Edition(context.contract, suite)],
      clauses: Self.clauses(context, vectors), vectors: vectors, startedAt: startedAt,
      seconds: seconds, clock: target.clock == nil ? "real" : "virtual", seed: seed, shard: nil,
      isInterrupted: isInterrupted)
  }

  /// The verdict of every clause of the roles under test.
  static func clauses(_ context: RunContext, _ vectors: [VectorResult]) -> [ClauseResult] {
    var citing: [String: [VectorResult]] = [:]
    for result in vectors {
      for clause in result.vector.clauses { citing[clause, default: []].append(result) }
    }
    let findings = Dictionary(grouping: vectors.flatMap(\.judgement.findings), by: \.clause)
    let checked = vectors.reduce(into: Set<String>()) { $0.formUnion($1.judgement.checked) }
    return context.contract.clauses.filter { context.target.roles.contains($0.role) }.map {
      clause in
      let cited = citing[clause.id] ?? []
      return ClauseResult(
        clause: clause, contract: context.contract.id, gates: context.gate.includes(clause),
        verdict: verdict(
          of: clause, context, cited, findings[clause.id] ?? [], checked.contains(clause.id)),
        vectors: cited.map(\.vector.id).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }.sorted { $0.clause.id.utf8.lexicographicallyPrecedes($1.clause.id.utf8) }
  }

  private static func verdict(
    of clause: Clause, _ context: RunContext, _ cited: [VectorResult], _ findings: [Finding],
    _ wasChecked: Bool
  ) -> ClauseVerdict {
    if context.exemption(from: clause) != nil { return .notApplicable }
    let decisive = context.gate.includes(clause) ? findings.filter(\.gates) : findings
    if !decisive.isEmpty { return .failed }
    if wasChecked { return .passed }
    let isOff = !cited.isEmpty && cited.allSatisfy { $0.verdict == .notApplicable }
    return isOff ? .notApplicable : .untested
  }
}

extension RunResult.VectorResult {
  init(_ entry: Plan.Entry, _ record: Scheduler.Record?, _ context: RunContext) {
    vector = entry.vector
    judgement = record?.judgement ?? Judgement()
    transcripts = record?.transcripts ?? []
    seconds = record?.seconds ?? 0
    switch entry.disposition {
    case .notApplicable(let reason):
      judgement.notApplicable = reason
      verdict = .notApplicable
    case .couldNotRun(let reasons):
      judgement.couldNotRun = reasons
      verdict = .couldNotRun
    case .run:
      if record == nil { judgement.couldNotRun.append("the run was interrupted") }
      verdict = judgement.verdict(cited: vector.clauses)
    }
    page =
      verdict == .passed && judgement.findings.isEmpty
      ? nil : transcripts.last.flatMap(PageLog.init)
    reproduce = judgement.findings.first.flatMap { finding in
      transcripts.last.flatMap { $0.curl(step: finding.step, context) }
    }
  }
}

extension RunResult.Edition {
  init(_ contract: Contract, _ suite: Suite) {
    id = contract.id
    revision = contract.revision
    digest = contract.digest
    vectorsDigest = suite.vectorsDigests[contract.id] ?? ""
  }
}

extension Target {
  /// What is not as it should be for a release.
  var warnings: [String] {
    http?.tls?.isInsecure == true
      ? ["the server's certificate was not checked (“insecure” in the target file)"] : []
  }
}
