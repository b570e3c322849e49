import StrictJSON

/// Holds a report against what its transcripts say.
public enum ReportVerification {
  /// Compares a report with its transcripts.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - results: What its transcripts say, judged anew.
  /// - Returns: Where they disagree, a sentence each; empty when they agree.
  public static func disagreements(_ report: StoredReport, _ results: [RunResult]) -> [String] {
    var found = editions(report, results)
    let judged = Dictionary(
      results.flatMap(\.vectors).map { ($0.vector.id, $0) }, uniquingKeysWith: { first, _ in first }
    )
    for vector in report.vectors {
      guard let anew = judged[vector.id], !anew.transcripts.isEmpty else {
        if vector.ran {
          found.append(
            "\(vector.id): the report says \(vector.verdict.rawValue), the transcripts do not have it"
          )
        }
        continue
      }
      found += disagreements(vector, anew)
    }
    return found + clauses(report, results) + summary(report)
  }

  private static func editions(_ report: StoredReport, _ results: [RunResult]) -> [String] {
    let stated = report.editions
    return results.flatMap(\.editions).compactMap { edition in
      guard let digest = stated[edition.id]?["digest"]?.string, digest != edition.digest else {
        return nil
      }
      return
        "\(edition.id): the report was judged by other spec files (\(digest)) than these (\(edition.digest))"
    }
  }

  private static func disagreements(
    _ vector: StoredReport.Vector, _ anew: RunResult.VectorResult
  ) -> [String] {
    let stated = vector.verdict
    let isSame =
      stated == anew.verdict || (stated == .knownFailure && anew.verdict == .failed)
      || (stated == .unexpectedPass && anew.verdict == .passed)
    guard isSame else {
      return [
        "\(vector.id): the report says \(stated.rawValue), its transcript says \(anew.verdict.rawValue)"
      ]
    }
    let said = Set(vector.findings.map { "\($0.clause) \($0.at)" })
    let found = Set(anew.judgement.findings.map { "\($0.clause) \($0.at)" })
    guard said != found else { return [] }
    let missing = found.subtracting(said).sorted().map {
      "\(vector.id): the report does not have the finding \($0)"
    }
    let extra = said.subtracting(found).sorted().map {
      "\(vector.id): the transcript does not show the finding \($0)"
    }
    return missing + extra
  }

  /// Clauses whose verdict is better in the report than in the transcripts, or worse.
  private static func clauses(_ report: StoredReport, _ results: [RunResult]) -> [String] {
    let judged = Dictionary(
      results.flatMap(\.clauses).map { ($0.clause.id, $0.verdict) },
      uniquingKeysWith: { first, _ in first })
    return (report.root["clauses"]?.elementArray ?? []).compactMap { clause in
      guard let id = clause["id"]?.string, let stated = clause["verdict"]?.string,
        let anew = judged[id], anew.rawValue != stated, stated != "notApplicable",
        anew != .notApplicable
      else { return nil }
      return "\(id): the report says \(stated), the transcripts say \(anew.rawValue)"
    }
  }

  /// Whether the report's own summary counts its own vectors.
  private static func summary(_ report: StoredReport) -> [String] {
    Verdict.allCases.compactMap { verdict in
      let counted = report.vectors.count { $0.verdict == verdict }
      let stated = report.root["summary"]?[verdict.rawValue]?.number?.int ?? 0
      guard counted != stated else { return nil }
      return "the summary says \(stated) \(verdict.rawValue), the report has \(counted)"
    }
  }
}
