import Conformance
import Testing

extension ConformanceReplay {
  /// Waits for the verdict of a case and tells Swift Testing of it.
  ///
  /// A gating finding is an issue at its place in the vector file, a known one when the file of known
  /// failures has it; an advisory one is a warning. A case that does not apply or could not run is
  /// cancelled with the reason.
  ///
  /// - Parameter item: One of `cases`.
  /// - Throws: What cancels the test case.
  public func check(_ item: Case) async throws {
    do {
      if case .problem(let problem) = item.kind { throw problem }
      guard let replayed = try await run?.replayed() else { return }
      switch item.kind {
      case .problem: return
      case .run: checkRun(replayed)
      case .vector: try check(vector: item.id, replayed)
      }
    } catch let diagnostics as Diagnostics {
      for item in diagnostics.items {
        Issue.record(
          Comment(rawValue: item.message), sourceLocation: item.location?.inSources ?? origin)
      }
    } catch let error as CancelledCase {
      try Test.cancel(Comment(rawValue: error.reason), sourceLocation: error.location)
    } catch {
      Issue.record(Comment(rawValue: "\(error)"), sourceLocation: origin)
    }
  }

  private func check(vector id: String, _ replayed: ReplayRun.Replayed) throws {
    guard let vector = replayed.result.vectors.first(where: { $0.vector.id == id }) else {
      Issue.record("the run says nothing of this vector", sourceLocation: origin)
      return
    }
    if let transcript = replayed.transcripts[id] {
      Attachment.record(transcript, named: "\(id).txt")
    }
    let report = ReplayReport(vector, in: replayed.result)
    for (finding, text) in report.findings {
      record(finding, text, knownBy: finding.isKnown ? replayed.known : nil, of: id)
    }
    let location = vector.vector.location.inSources
    let reasons = vector.reasons.joined(separator: "; ")
    switch vector.verdict {
    case .harnessError:
      Issue.record(Comment(rawValue: reasons), sourceLocation: location)
    case .notApplicable:
      throw CancelledCase(reason: "not applicable: \(reasons)", location: location)
    case .couldNotRun, .ambiguous:
      throw CancelledCase(reason: "could not run: \(reasons)", location: location)
    case .passed, .failed, .knownFailure, .unexpectedPass: break
    }
  }

  private func record(
    _ finding: Finding, _ text: String, knownBy known: KnownFailures?, of vector: String
  ) {
    let location = finding.location.inSources
    func record() {
      Issue.record(
        Comment(rawValue: text), severity: finding.gates ? .error : .warning,
        sourceLocation: location)
    }
    guard let known else { return record() }
    let entry = known.entry(for: finding, of: vector)
    withKnownIssue(
      entry.map { "\($0.reason) (\($0.owner))" }, sourceLocation: location
    ) { record() }
  }

  private func checkRun(_ replayed: ReplayRun.Replayed) {
    let result = replayed.result
    for stale in replayed.stale {
      Issue.record(
        Comment(rawValue: stale.message), sourceLocation: stale.location?.inSources ?? origin)
    }
    for warning in replayed.warnings {
      Issue.record(Comment(rawValue: warning), severity: .warning, sourceLocation: origin)
    }
    if let failure = replayed.reportFailure {
      Issue.record(Comment(rawValue: failure), sourceLocation: origin)
    }
    if result.isUnreachable {
      Issue.record("the target cannot be reached", sourceLocation: origin)
    } else if !result.clauses.contains(where: { $0.verdict == .passed || $0.verdict == .failed }) {
      Issue.record(
        "expected at least one clause to be checked, received none", sourceLocation: origin)
    } else if result.outcome == .incomplete {
      let open = result.vectors.count { $0.verdict == .couldNotRun || $0.verdict == .ambiguous }
      Issue.record(
        "the run is incomplete: \(open) of \(result.vectors.count) vectors could not run",
        severity: .warning, sourceLocation: origin)
    }
  }
}

/// A case that is to be cancelled.
private struct CancelledCase: Error {
  var reason: String
  var location: SourceLocation
}
