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

  var json: JSON {
    [
      "version": .string(version), "outcome": .string(result.outcome.rawValue),
      "exit": .whole(Int(exit)), "startedAt": .string(result.startedAt.description),
      "seconds": .string(
        TimeSpan(nanoseconds: Int64(result.seconds * 1e3) * 1_000_000).description),
      "clock": .string(result.clock), "interrupted": .bool(result.isInterrupted),
      "subjects": .array(result.subjects.map(subject)),
      "counts": .object(counts), "clauses": .array(result.clauses.map(clause)),
      "vectors": .array(result.vectors.map(vector)),
    ]
  }

  private var counts: JSONObject {
    var object = JSONObject()
    for verdict in Verdict.allCases {
      object[verdict.words] = .whole(result.summary[verdict] ?? 0)
    }
    return object
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

  private func vector(_ result: RunResult.VectorResult) -> JSON {
    [
      "id": .string(result.vector.id), "title": .string(result.vector.title),
      "verdict": .string(result.verdict.rawValue), "words": .string(result.verdict.words),
      "location": .string(result.vector.location.description),
      "clauses": .array(result.vector.clauses.map { .string($0) }),
      "reasons": .array(result.reasons.map { .string($0) }),
      "findings": .array(result.judgement.findings.map(finding)),
      "reproduce": .string(result.reproduce ?? ""), "steps": .array(steps(result)),
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

  /// The vector's steps, each with what the last performance showed of it.
  private func steps(_ result: RunResult.VectorResult) -> [JSON] {
    let entries = result.transcripts.last?.entries ?? []
    return result.vector.steps.enumerated().map { index, step in
      let seen = entries.filter { $0.step.first == index + 1 }
      return [
        "what": .string(step.summary), "said": .array(step.saidLines.map { .string($0) }),
        "seen": .array(seen.compactMap(HTMLEntry.init).map(\.json)),
      ]
    } + unasked(entries)
  }

  private func unasked(_ entries: [Transcript.Entry]) -> [JSON] {
    let seen = entries.filter(\.step.isEmpty).compactMap(HTMLEntry.init)
    guard !seen.isEmpty else { return [] }
    return [["what": "what came of itself", "said": [], "seen": .array(seen.map(\.json))]]
  }
}
