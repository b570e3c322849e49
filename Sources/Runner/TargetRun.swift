public import Conformance

/// What a run asks of one target: the traces that it names are judged, and vectors performed.
public struct TargetRun: Sendable {
  /// The vectors that are asked for.
  public let plan: Plan
  private let suite: Suite
  /// The judge of the traces; nil when there are none or no rule is asked for.
  private let traces: TraceJudge?

  /// Prepares a run, and judges the traces.
  ///
  /// - Parameters:
  ///   - context: The contract and the target.
  ///   - selection: Which vectors and rules are asked for.
  ///   - suite: The suite that the contract is of.
  /// - Throws: `FileError` for a trace that cannot be read, `Diagnostics` for one that is none.
  public init(_ context: RunContext, _ selection: Plan.Selection, _ suite: Suite) throws {
    self.suite = suite
    plan = Plan(suite.vectors(of: context.contract.id), context: context, selection: selection)
    traces = try Self.judge(tracesOf: context, selection)
  }

  /// Whether nothing that is asked for is to be had of this target.
  public var isEmpty: Bool { plan.entries.isEmpty && traces == nil }

  /// What should be looked at in the traces, though it fails nothing; masked.
  public var warnings: [String] {
    (traces?.warnings ?? []).map { plan.context.secrets.masked("\($0)") }
  }

  /// Performs and judges the vectors.
  ///
  /// - Parameters:
  ///   - options: How they are performed.
  ///   - browser: The browser that was asked for; nil when none was.
  ///   - progress: Told of every vector as it ends.
  /// - Returns: What was found out, masked but for the transcripts; empty when `isEmpty`.
  public func results(
    _ options: Scheduler.Options, browser: String? = nil,
    progress: @escaping @Sendable (Scheduler.Record) -> Void = { _ in }
  ) async -> [RunResult] {
    var results = traces.map { [$0.result(suite)] } ?? []
    if asksForVectors {
      results.append(
        await LiveRun.perform(
          plan, suite: suite, options: options, browser: browser, progress: progress))
    }
    return results.map { $0.masked(by: plan.context.secrets) }
  }

  /// Whether the vectors say anything that the traces did not: those of roles that the target does
  /// not play do not.
  private var asksForVectors: Bool {
    guard traces != nil else { return !plan.entries.isEmpty }
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
