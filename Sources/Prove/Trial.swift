import Conformance
import Reference
import Runner
import StrictJSON

/// One run of a reference, with whatever is wrong or different about it.
struct Trial: Sendable {
  let suite: Suite
  let contract: Contract
  let role: Role
  let seed: UInt64
  let gate = Gate()
  /// The browsers of all trials.
  let shelf: BrowserShelf
  /// What pages answered in earlier trials of the role.
  let memory = PageMemory()

  /// Starts the reference, performs vectors against it and judges its traces, and ends it.
  ///
  /// - Parameters:
  ///   - fault: The reference's fault; nil for none.
  ///   - variant: The reference's variant; nil for the plain one.
  ///   - mutator: What stands between it and the runner; nil for nothing.
  ///   - vectors: The vectors to perform; nil for all of the role.
  ///   - reach: What takes note of the rules that its pages ask for; nil for nothing.
  /// - Returns: What was found out.
  /// - Throws: Why the reference does not start, or gives a target that cannot be used.
  func run(
    fault: String? = nil, variant: String? = nil, mutator: Mutator? = nil,
    vectors: [Vector]? = nil, reach: RuleReach? = nil
  ) async throws -> RunResult {
    let reference = try References.start(
      contract: contract.id, role: role.rawValue, fault: fault, variant: variant)
    defer { reference.stop() }
    var target = try Target(
      parsing: reference.target.serializedBytes(), path: "(reference)", suite: suite,
      environment: [:])
    target.makeDriver = reference.driver
    let context = RunContext(contract: contract, target: target, gate: gate)
    var parts: [RunResult] = []
    if role == .app, !target.traces.isEmpty { parts.append(try recorded(context)) }
    let plan = Plan(
      vectors ?? suite.vectors(of: contract.id), context: context,
      selection: Plan.Selection(role: role))
    if !plan.entries.isEmpty {
      let options = Scheduler.Options(seed: seed)
      parts.append(
        await LiveRun.perform(
          plan, suite: suite, options: options, shelf: shelf,
          adjust: { ports in
            reach?.install(on: &ports)
            mutator?.install(on: &ports)
            memory.install(on: &ports)
          }))
    }
    guard !parts.isEmpty else {
      throw ProofError(description: "no vector and no rule of \(contract.id) \(role.rawValue)")
    }
    return RunResult(joining: parts)
  }

  private func recorded(_ context: RunContext) throws -> RunResult {
    var judge = TraceJudge(context: context, role: role)
    for path in context.target.traces {
      try judge.judgeFile(path)
    }
    return judge.result(suite)
  }
}

/// Why a proof cannot be made.
package struct ProofError: Error, CustomStringConvertible {
  /// A sentence.
  package var description: String
}

extension RunResult {
  /// The clauses that failed, advisory ones included.
  var failedClauses: Set<String> {
    Set(clauses.filter { $0.verdict == .failed }.map(\.clause.id))
  }

  /// The gating clauses that failed.
  var failedGatingClauses: Set<String> {
    Set(clauses.filter { $0.verdict == .failed && $0.gates }.map(\.clause.id))
  }

  /// The clauses that some finding names.
  var blamedClauses: Set<String> {
    Set(vectors.flatMap { $0.judgement.findings.map(\.clause) })
  }

  /// The first finding on a clause: the vector and what it says; nil when there is none.
  func firstFinding(on clause: String) -> String? {
    for vector in vectors {
      let finding = vector.judgement.findings.first { $0.clause == clause }
      if let finding { return "\(vector.vector.id): \(finding.message)" }
    }
    return nil
  }

  /// What broke on our side, each sentence once.
  var brokenByUs: [String] {
    let sentences = vectors.filter { $0.verdict == .harnessError }.flatMap(\.reasons)
    return Set(sentences).sorted()
  }
}
