/// One difference between what a contract requires and what was seen, on exactly one clause.
public struct Finding: Sendable, Hashable {
  /// The step, counted from 1; 0 for what no step shows by itself.
  public var step: Int
  /// The clause that it is a finding on.
  public var clause: String
  /// Whether it fails a run: its clause gates and its expectation is not advisory.
  public var gates: Bool
  /// Whether the expectation said of itself that it only informs.
  public var isAdvisory: Bool
  /// A sentence.
  public var message: String
  /// What was expected, as one line.
  public var expected: String
  /// What was received, as one line.
  public var actual: String
  /// Where, such as `/status` or `/body/id`.
  public var at: String
  /// The place in the vector file that says so, or in the trace that shows it.
  public var location: FileLocation
  /// Whether the known-failures file lists it.
  public var isKnown = false

  /// Which step shows it, as a phrase; nil when none does by itself.
  var stepName: String? { step > 0 ? "step \(step)" : nil }
}

/// What the judge says of one performed vector.
public struct Judgement: Sendable {
  /// In the order of the steps.
  public var findings: [Finding] = []
  /// The clauses of which a check was made.
  public var checked: Set<String> = []
  /// What was missing, and why; empty when every step could be performed.
  public var couldNotRun: [String] = []
  /// What broke on our side or in the target's environment.
  public var harnessErrors: [String] = []
  /// Why it does not apply after all; nil when it does.
  public var notApplicable: String?
  /// The deadline that a step came too close to; nil when none did.
  public var edge: Instant?
  /// Whether the target could not be reached at some step.
  public var isUnreachable = false
  /// What the target chose where the contract leaves a choice, by what was chosen.
  public var choices: [String: String] = [:]

  /// How the vector ends by itself, before known failures are looked up.
  ///
  /// - Parameter cited: The clauses that the vector checks.
  /// - Returns: The verdict.
  func verdict(cited: [String]) -> Verdict {
    let failed = findings.contains { $0.gates && cited.contains($0.clause) }
    if failed { return .failed }
    if !harnessErrors.isEmpty { return .harnessError }
    if edge != nil { return .ambiguous }
    if !couldNotRun.isEmpty { return .couldNotRun }
    return notApplicable == nil ? .passed : .notApplicable
  }
}

/// How a vector ends.
public enum Verdict: String, Sendable, Hashable, CaseIterable {
  case passed, failed
  /// It failed as the known-failures file says.
  case knownFailure
  /// It passed although the known-failures file says that it fails.
  case unexpectedPass
  /// It does not apply to the target.
  case notApplicable
  /// Something that it needs was missing.
  case couldNotRun
  /// It came too close to a deadline every time.
  case ambiguous
  /// Our side, or the target's environment, broke.
  case harnessError
}
