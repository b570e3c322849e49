/// Judges the transcripts of a run once more: under other rules, or to see that a report is right.
public enum Rejudging {
  /// What transcripts say, judged by a suite.
  ///
  /// - Parameters:
  ///   - file: The transcripts.
  ///   - suite: The suite to judge by.
  ///   - gate: Which clauses decide the outcome.
  ///   - path: The file's path, for what is said of it.
  /// - Returns: The run, as if it had been judged by this suite; vectors that were not performed say
  ///   so.
  /// - Throws: `Diagnostics` when the suite has no such contract.
  public static func result(
    of file: TranscriptFile, suite: Suite, gate: Gate, path: String
  ) throws(Diagnostics) -> RunResult {
    guard let contract = suite.contract(file.header.contract) else {
      let known = suggestion(for: file.header.contract, among: suite.contracts.map(\.id))
      throw Diagnostics([
        Diagnostic(
          "“\(file.header.contract)” is no contract of this suite; \(known)",
          at: FileLocation(path: path, line: 1, column: 1))
      ])
    }
    let context = RunContext(
      contract: contract, target: Target(transcribed: file.header), gate: gate)
    let vectors = suite.vectors(of: contract.id).filter { vector in
      let role = vector.clauses.lazy.compactMap(contract.clause).first?.role
      return role.map(file.header.roles.contains) ?? false
    }
    return RunResult(
      plan: plan(vectors, file, context), records: records(vectors, file, context), suite: suite)
  }

  private static func plan(
    _ vectors: [Vector], _ file: TranscriptFile, _ context: RunContext
  ) -> Plan {
    var plan = Plan([], context: context)
    plan.entries = vectors.map { vector in
      let wasPerformed = file.transcripts[vector.id] != nil
      return Plan.Entry(
        vector: vector,
        disposition: wasPerformed ? .run : .couldNotRun(["the transcript does not have it"]))
    }
    return plan
  }

  private static func records(
    _ vectors: [Vector], _ file: TranscriptFile, _ context: RunContext
  ) -> [Scheduler.Record] {
    vectors.compactMap { vector in
      guard let transcripts = file.transcripts[vector.id] else { return nil }
      let judgements = transcripts.map { judge($0, of: vector, in: context) }
      let merged = judgements.dropFirst().reduce(judgements[0]) { $0.merged(with: $1) }
      return Scheduler.Record(
        vector: vector, transcripts: transcripts, judgement: merged, seconds: 0)
    }
  }
}

extension RunResult {
  fileprivate init(plan: Plan, records: [Scheduler.Record], suite: Suite) {
    let instants = records.flatMap(\.transcripts).compactMap { $0.entries.first?.began }
    self.init(
      plan: plan, records: records, suite: suite,
      startedAt: instants.min() ?? Instant(nanoseconds: 0), seconds: 0, seed: 0,
      isInterrupted: false)
    clock = "recorded"
  }
}

extension Target {
  /// A target as a transcript file knows it.
  fileprivate init(transcribed header: TranscriptFile.Header) {
    self.init(recorded: header.contract, role: header.roles.first ?? .server)
    name = header.target
    roles = header.roles
    features = header.features
    lacks = header.lacks
  }
}
