public import Conformance

/// What a run asks of one target: the traces that it names are judged, and vectors performed.
public struct TargetRun: Sendable {
  /// The vectors that are asked for.
  public let plan: Plan
  private let suite: Suite
  /// The judge of the traces; nil when there are none or no rule is asked for.
  private let traces: TraceJudge?
  /// The part of a run that this is; nil for a whole one.
  private let shard: Shard?
  /// Whether the whole run asks for nothing either.
  private let isWholeEmpty: Bool

  /// Prepares a run, and judges the traces.
  ///
  /// - Parameters:
  ///   - context: The contract and the target.
  ///   - selection: Which vectors and rules are asked for.
  ///   - suite: The suite that the contract is of.
  /// - Throws: `FileError` for a trace that cannot be read, `Diagnostics` for one that is none.
  public init(_ context: RunContext, _ selection: Plan.Selection, _ suite: Suite) throws {
    self.suite = suite
    let vectors = suite.vectors(of: context.contract.id)
    plan = Plan(vectors, context: context, selection: selection)
    traces = try Self.judge(tracesOf: context, selection)
    shard = selection.shard
    var whole = selection
    whole.shard = nil
    isWholeEmpty = Plan(vectors, context: context, selection: whole).entries.isEmpty
  }

  /// Whether nothing that is asked for is to be had of this target; a part of a run may have nothing
  /// to do and is not empty for that, since all parts tell of the same targets.
  public var isEmpty: Bool { isWholeEmpty && traces == nil }

  /// What should be looked at in the traces, though it fails nothing; masked.
  public var warnings: [String] {
    (traces?.warnings ?? []).map { plan.context.secrets.masked("\($0)") }
  }

  /// Performs and judges the vectors.
  ///
  /// - Parameters:
  ///   - options: How they are performed.
  ///   - browser: The browser that was asked for; nil when none was.
  ///   - inboxes: Inboxes that further runs are to have too; nil for one of this run's own.
  ///   - progress: Told of every vector as it ends.
  /// - Returns: What was found out, masked but for the transcripts; empty when `isEmpty`.
  public func results(
    _ options: Scheduler.Options, browser: String? = nil, inboxes: InboxShelf? = nil,
    progress: @escaping @Sendable (Scheduler.Record) -> Void = { _ in }
  ) async -> [RunResult] {
    var results = traces.map { [share(of: $0.result(suite))] } ?? []
    if asksForVectors {
      results.append(
        await LiveRun.perform(
          plan, suite: suite, options: options, browser: browser, inboxes: inboxes,
          progress: progress))
    }
    return results.map { $0.masked(by: plan.context.secrets) }
  }

  /// The rules of a trace's judgement that this part of the run reports.
  private func share(of result: RunResult) -> RunResult {
    guard let shard else { return result }
    let members = shard.members(of: result.vectors.map(\.vector.id))
    var result = result
    result.vectors.removeAll { !members.contains($0.vector.id) }
    return result
  }

  /// Whether the vectors say anything that the traces did not: those of roles that the target does
  /// not play do not.
  private var asksForVectors: Bool {
    guard traces != nil else { return !isWholeEmpty }
    return plan.entries.contains { entry in
      if case .notApplicable = entry.disposition { return false }
      return true
    }
  }

  private static func judge(
    tracesOf context: RunContext, _ selection: Plan.Selection
  ) throws -> TraceJudge? {
    let target = context.target
    guard target.roles.contains(.app), !target.traces.isEmpty else { return nil }
    var judge = TraceJudge(context: context, role: .app, filters: selection.filters)
    guard !judge.isEmpty else { return nil }
    for name in target.traces {
      let isRelative = !name.hasPrefix("/")
      try judge.judgeFile(isRelative ? (target.folder.map { "\($0)/\(name)" } ?? name) : name)
    }
    return judge
  }
}
