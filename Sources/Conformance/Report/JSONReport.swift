public import StrictJSON

/// The report for programs: `report.json`.
public enum JSONReport {
  /// The whole report; ordered by id, with volatile values in `run` and `seconds` only.
  ///
  /// - Parameters:
  ///   - result: What was found out, already masked.
  ///   - exit: The exit status of the command.
  ///   - version: The version of the tool.
  /// - Returns: The report as a JSON value.
  public static func report(_ result: RunResult, exit: Int32, version: String) -> JSON {
    [
      "format": 1,
      "tool": ["name": "conform", "version": .string(version)],
      "run": run(result, exit),
      "targets": .array(result.subjects.map(target)),
      "contracts": .array(result.editions.map(contract)),
      "summary": summary(result),
      "clauses": .array(result.clauses.map(clause)),
      "vectors": .array(result.vectors.map(vector)),
    ]
  }

  private static func run(_ result: RunResult, _ exit: Int32) -> JSON {
    [
      "outcome": .string(result.outcome.rawValue),
      "exit": .number(JSONNumber(Int(exit))),
      "startedAt": .string(result.startedAt.description),
      "seconds": seconds(result.seconds),
      "clock": .string(result.clock),
      "shard": result.shard.map { .string($0) } ?? .null,
      "seed": .number(JSONNumber(String(result.seed)) ?? 0),
      "interrupted": .bool(result.isInterrupted),
    ]
  }

  private static func target(_ subject: RunResult.Subject) -> JSON {
    var object: JSONObject = [
      "name": .string(subject.name), "contract": .string(subject.contract),
      "roles": .array(subject.roles.map { .string($0.rawValue) }),
    ]
    object["baseURL"] = subject.baseURL.map { .string($0) }
    if !subject.warnings.isEmpty {
      object["warnings"] = .array(subject.warnings.map { .string($0) })
    }
    return .object(object)
  }

  private static func contract(_ edition: RunResult.Edition) -> JSON {
    [
      "id": .string(edition.id), "revision": .string(edition.revision),
      "digest": .string(edition.digest), "vectorsDigest": .string(edition.vectorsDigest),
    ]
  }

  private static func summary(_ result: RunResult) -> JSON {
    let counts = result.summary
    var object = JSONObject()
    for verdict in Verdict.allCases {
      object[verdict.rawValue] = .number(JSONNumber(counts[verdict] ?? 0))
    }
    return .object(object)
  }

  private static func clause(_ result: RunResult.ClauseResult) -> JSON {
    [
      "id": .string(result.clause.id), "contract": .string(result.contract),
      "level": .string(result.clause.level.rawValue), "role": .string(result.clause.role.rawValue),
      "provenance": .string(result.clause.provenance.rawValue), "gates": .bool(result.gates),
      "verdict": .string(result.verdict.rawValue),
      "vectors": .array(result.vectors.map { .string($0) }),
    ]
  }

  private static func vector(_ result: RunResult.VectorResult) -> JSON {
    var object: JSONObject = [
      "id": .string(result.vector.id), "contract": .string(result.vector.contract),
      "verdict": .string(result.verdict.rawValue),
      "clauses": .array(result.vector.clauses.map { .string($0) }),
      "seconds": seconds(result.seconds),
      "location": .string(result.vector.location.description),
      "findings": .array(result.judgement.findings.map(finding)),
    ]
    if !result.reasons.isEmpty { object["reasons"] = .array(result.reasons.map { .string($0) }) }
    if !result.judgement.choices.isEmpty { object["choices"] = choices(result.judgement.choices) }
    if !result.looksLike.isEmpty {
      object["looksLike"] = .array(result.looksLike.map { .string($0) })
    }
    object["reproduce"] = result.reproduce.map { .string($0) }
    object["page"] = result.page.map { page($0, result.pictureFile) }
    return .object(object)
  }

  private static func page(_ page: PageLog, _ picture: String?) -> JSON {
    let events = page.events.map { event -> JSON in
      [
        "at": .string(event.at.description), "event": .string(event.kind),
        "text": .string(event.text),
      ]
    }
    var object: JSONObject = ["events": .array(events)]
    object["screenshot"] = picture.map { .string($0) }
    return .object(object)
  }

  private static func choices(_ choices: [String: String]) -> JSON {
    var object = JSONObject()
    for (what, choice) in choices.sorted(by: { $0.key < $1.key }) { object[what] = .string(choice) }
    return .object(object)
  }

  private static func finding(_ finding: Finding) -> JSON {
    [
      "step": .number(JSONNumber(finding.step)), "clause": .string(finding.clause),
      "gates": .bool(finding.gates), "message": .string(finding.message),
      "expected": .string(finding.expected), "actual": .string(finding.actual),
      "at": .string(finding.at), "location": .string(finding.location.description),
    ]
  }

  /// Seconds in steps of a microsecond, so that a report does not change in digits nobody reads.
  private static func seconds(_ seconds: Double) -> JSON {
    let micros = Int64((seconds * 1e6).rounded())
    return .number(TimeSpan(nanoseconds: micros * 1_000).jsonSeconds)
  }
}
