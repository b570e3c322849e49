import StrictJSON
import Wire

/// What the HTML report shows, as the data that its script reads.
struct HTMLData {
  private let result: RunResult
  private let exit: Int32
  private let version: String

  init(_ result: RunResult, exit: Int32, version: String) {
    self.result = result
    self.exit = exit
    self.version = version
  }

  /// How many bytes of what was seen the file may hold before it leaves out that of vectors which
  /// passed; the transcripts beside it have it.
  static let seenLimit = 16 << 20

  var json: JSON {
    let seen = result.vectors.map(steps)
    let isTrimmed = seen.reduce(0) { $0 + $1.bytes } > Self.seenLimit
    return [
      "version": .string(version), "outcome": .string(result.outcome.rawValue),
      "exit": .whole(Int(exit)), "when": .string(when),
      "clock": .string(result.clock), "interrupted": .bool(result.isInterrupted),
      "subjects": .array(result.subjects.map(subject)),
      "counts": counts, "clauses": .array(result.clauses.map(clause)),
      "isTrimmed": .bool(isTrimmed),
      "vectors": .array(
        zip(result.vectors, seen).map { vector, steps in
          let isLeftOut = isTrimmed && vector.verdict == .passed
          return self.vector(vector, isLeftOut ? steps.withoutSeen : steps.steps)
        }),
    ]
  }

  /// When the run began and how long it took; empty for a report that is to be reproducible.
  private var when: String {
    guard result.startedAt.nanoseconds != 0 else { return "" }
    let span = TimeSpan(nanoseconds: Int64(result.seconds * 1e3) * 1_000_000)
    return "\(result.startedAt), \(span)"
  }

  /// How many vectors ended each way, in the order in which a reader asks.
  private var counts: JSON {
    let order: [Verdict] = [
      .failed, .unexpectedPass, .harnessError, .couldNotRun, .ambiguous, .knownFailure, .passed,
      .notApplicable,
    ]
    return .array(
      order.map { verdict in
        [
          "verdict": .string(verdict.rawValue), "words": .string(verdict.words),
          "count": .whole(result.summary[verdict] ?? 0),
        ]
      })
  }

  private func subject(_ subject: RunResult.Subject) -> JSON {
    [
      "name": .string(subject.name), "contract": .string(subject.contract),
      "roles": .string(subject.roles.map(\.rawValue).joined(separator: ", ")),
      "url": .string(subject.baseURL ?? ""),
      "warnings": .array(subject.warnings.map { .string($0) }),
    ]
  }

  private func clause(_ result: RunResult.ClauseResult) -> JSON {
    let clause = result.clause
    return [
      "id": .string(clause.id), "contract": .string(result.contract),
      "level": .string(clause.level.rawValue), "role": .string(clause.role.rawValue),
      "provenance": .string(clause.provenance.rawValue), "gates": .bool(result.gates),
      "verdict": .string(result.verdict.rawValue), "known": .bool(result.isKnown),
      "text": .string(clause.text), "source": .string("\(clause.document), “\(clause.section)”"),
      "excluded": .string(clause.excluded ?? ""),
      "vectors": .array(result.vectors.map { .string($0) }),
    ]
  }

  private func vector(_ result: RunResult.VectorResult, _ steps: [JSON]) -> JSON {
    [
      "id": .string(result.vector.id), "contract": .string(result.vector.contract),
      "title": .string(result.vector.title),
      "verdict": .string(result.verdict.rawValue), "words": .string(result.verdict.words),
      "location": .string(result.vector.location.description),
      "clauses": .array(result.vector.clauses.map { .string($0) }),
      "reasons": .array(result.reasons.map { .string($0) }),
      "findings": .array(result.judgement.findings.map(finding)),
      "reproduce": .string(result.reproduce ?? ""), "steps": .array(steps),
    ]
  }

  private func finding(_ finding: Finding) -> JSON {
    [
      "step": .whole(finding.step), "clause": .string(finding.clause),
      "gates": .bool(finding.gates), "known": .bool(finding.isKnown),
      "expected": .string(finding.expected), "actual": .string(finding.actual),
      "at": .string(finding.at), "location": .string(finding.location.description),
    ]
  }

  /// A vector's steps as they are shown.
  private struct Steps {
    var steps: [JSON]
    /// How long what was seen of them is.
    var bytes: Int

    /// The steps without what was seen of them.
    var withoutSeen: [JSON] {
      steps.map { step in
        var step = step
        step["seen"] = []
        return step
      }
    }
  }

  /// The vector's steps, each with what the last performance showed of it.
  private func steps(_ result: RunResult.VectorResult) -> Steps {
    let entries = result.transcripts.last?.entries ?? []
    var bytes = 0
    func seen(_ entries: [Transcript.Entry]) -> JSON {
      let shown = entries.compactMap(HTMLEntry.init)
      bytes += shown.reduce(0) { $0 + $1.byteCount }
      return .array(shown.map(\.json))
    }
    var steps = result.vector.steps.enumerated().map { index, step -> JSON in
      [
        "what": .string(step.summary), "said": .array(step.saidLines.map { .string($0) }),
        "seen": seen(entries.filter { $0.step.first == index + 1 }),
      ]
    }
    let unasked = entries.filter { $0.step.isEmpty && HTMLEntry($0) != nil }
    if !unasked.isEmpty {
      steps.append(["what": "what came of itself", "said": [], "seen": seen(unasked)])
    }
    return Steps(steps: steps, bytes: bytes)
  }
}
