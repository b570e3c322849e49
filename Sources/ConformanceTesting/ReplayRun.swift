import Conformance
import Runner

/// A run that is performed once, whoever asks for its result first.
actor ReplayRun {
  /// What a run found out.
  struct Replayed: Sendable {
    /// All targets together, masked but for the transcripts.
    var result: RunResult
    /// By vector, masked: what was seen of vectors that did not pass or have findings.
    var transcripts: [String: [UInt8]]
    /// What should be looked at, though it fails nothing.
    var warnings: [String]
    /// The failures that are known of, and the entries that no longer say what is.
    var known: KnownFailures
    var stale: [Diagnostic]
    /// Why the reports could not be written; nil when they were, or were not asked for.
    var reportFailure: String?
  }

  private let suite: Suite
  private let subjects: [ConformanceReplay.Subject]
  private let filters: [Glob]
  private let reports: String?
  private let knownFailures: String?
  private var task: Task<Replayed, any Error>?

  init(
    suite: Suite, subjects: [ConformanceReplay.Subject], filters: [Glob], reports: String?,
    knownFailures: String?
  ) {
    self.suite = suite
    self.subjects = subjects
    self.filters = filters
    self.reports = reports
    self.knownFailures = knownFailures
  }

  /// What the run found out; throws why a target could not be used.
  func replayed() async throws -> Replayed {
    let task = self.task ?? Task { try await self.perform() }
    self.task = task
    return try await task.value
  }

  private func perform() async throws -> Replayed {
    let known = try knownFailures.map {
      try KnownFailures(parsing: Files.read($0), path: $0, suite: suite)
    }
    let claim = Result { try reports.map { try ReportFolder.Claim($0) } }
    defer { try? claim.get()?.end() }
    var parts: [RunResult] = []
    var transcripts: [String: [UInt8]] = [:]
    var warnings: [String] = []
    let options = Scheduler.Options(seed: UInt64.random(in: 0..<1 << 53))
    for subject in subjects {
      let (target, stop) = try await subject.target.open(suite, subject.contract)
      defer { stop() }
      guard let run = try targetRun(subject, target), !run.isEmpty else { continue }
      warnings += run.warnings
      for part in await run.results(options) {
        for vector in part.vectors where vector.isOfInterest {
          transcripts[vector.vector.id] = run.plan.context.secrets.masked(vector.transcriptBytes)
        }
        parts.append(part)
      }
    }
    guard !parts.isEmpty else { throw ReplayError.nothingSelected(filters, subjects.map(\.role)) }
    var result = RunResult(joining: parts)
    let stale = known?.apply(to: &result, day: Day.today) ?? []
    return Replayed(
      result: result, transcripts: transcripts, warnings: warnings,
      known: known ?? KnownFailures(), stale: stale,
      reportFailure: write(result, isStale: !stale.isEmpty, claim))
  }

  private func targetRun(
    _ subject: ConformanceReplay.Subject, _ target: Target
  ) throws -> TargetRun? {
    guard let contract = suite.contract(target.contract) else { return nil }
    return try TargetRun(
      RunContext(contract: contract, target: target.playing(subject.role)),
      Plan.Selection(filters: filters, role: subject.role), suite)
  }

  private func write(
    _ result: RunResult, isStale: Bool, _ claim: Result<ReportFolder.Claim?, any Error>
  ) -> String? {
    guard let reports else { return nil }
    do {
      _ = try claim.get()
      try ReportFolder.write(result, exit: result.exitCode(isStale: isStale), to: reports)
      return nil
    } catch {
      return "\(error)"
    }
  }
}

extension RunResult.VectorResult {
  /// Whether a person may want to look into it.
  fileprivate var isOfInterest: Bool {
    !transcripts.isEmpty && (verdict != .passed || !judgement.findings.isEmpty)
  }

  fileprivate var transcriptBytes: [UInt8] {
    Array(transcripts.map(\.text).joined(separator: "\n").utf8)
  }
}
