import Conformance
import Runner

/// Further runs of the same, compared with the first.
struct Repetition {
  /// How often each verdict differed, by what differed.
  private var differences: [String: Int] = [:]
  private var count = 0
  /// How each further run ends.
  private var exits: [Int32] = []

  /// Runs again, as often as `--repeat` says, and compares every verdict with the first run's.
  init(
    of first: RunResult, _ known: KnownFailures, _ arguments: Arguments, _ output: Output,
    _ once: (Int) async throws -> RunResult
  ) async throws {
    let times = try arguments.integer("repeat", in: 1...1_000_000) ?? 1
    let expected = first.verdicts
    for round in 1..<times {
      output.progress("run \(round + 1) of \(times)")
      var result = try await once(round)
      let verdicts = result.verdicts
      if Task.isCancelled { break }
      count += 1
      _ = known.apply(to: &result, day: Day.today)
      exits.append(result.exitCode())
      for name in Set(expected.keys).union(verdicts.keys) where expected[name] != verdicts[name] {
        let change = "\(name): \(expected[name] ?? "absent"), then \(verdicts[name] ?? "absent")"
        differences[change, default: 0] += 1
      }
    }
    if times > 1, Task.isCancelled { exits.append(130) }
    output.progress("")
  }

  /// Says what differed; of the statuses of all runs, and 5 when anything differed, the one that
  /// comes first.
  func exit(_ status: Int32, _ output: Output) -> Int32 {
    let status = ExitOrder.first(of: [status] + exits)
    guard count > 0 else { return status }
    for (change, times) in differences.sorted(by: { $0.key < $1.key }) {
      output.write("differs in \(times) of \(count) further runs: \(change)\n")
    }
    output.write("\(count + 1) runs: \(differences.isEmpty ? "no verdict differs" : "flaky")\n")
    return differences.isEmpty ? status : ExitOrder.first(of: [status, ExitStatus.harness])
  }
}

extension RunResult {
  /// The verdict of every vector and clause.
  fileprivate var verdicts: [String: String] {
    var verdicts: [String: String] = [:]
    for vector in vectors { verdicts["vector \(vector.vector.id)"] = vector.verdict.rawValue }
    for clause in clauses { verdicts["clause \(clause.clause.id)"] = clause.verdict.rawValue }
    return verdicts
  }
}

extension RunSubjects {
  /// Performs everything once more, with other fresh values, and writes nothing.
  func repeated(_ request: RunRequest, _ suite: Suite, round: Int) async throws -> RunResult {
    var options = request.options
    options.seed = (options.seed &+ UInt64(round)) % (1 << 53)
    var parts: [RunResult] = []
    for context in contexts {
      let run = try TargetRun(context, request.selection, suite)
      guard !run.isEmpty else { continue }
      parts += await run.results(options, inboxes: inboxes)
    }
    return RunResult(joining: parts)
  }
}
