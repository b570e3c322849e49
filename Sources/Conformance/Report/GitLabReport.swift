public import StrictJSON

/// A code quality report for GitLab: an issue a finding.
public enum GitLabReport {
  /// The report; a gating finding is `critical`, an advisory one `info`.
  ///
  /// - Parameter result: What was found out, already masked.
  /// - Returns: What the form's file holds.
  public static func report(_ result: RunResult) -> JSON {
    .array(
      result.vectors.flatMap { vector in
        vector.judgement.findings.map { finding in
          [
            "description": .string(
              "\(finding.clause): expected \(finding.expected), received \(finding.actual) (\(vector.vector.id))"
            ),
            "check_name": .string(finding.clause),
            "fingerprint": .string(fingerprint(finding, vector.vector.id)),
            "severity": .string(finding.gates && !finding.isKnown ? "critical" : "info"),
            "location": [
              "path": .string(finding.location.path),
              "lines": ["begin": .number(JSONNumber(finding.location.line))],
            ],
          ]
        }
      })
  }

  /// The same for the same finding of the next run, whatever values it shows.
  private static func fingerprint(_ finding: Finding, _ vector: String) -> String {
    SHA256.hex(Array("\(vector)\n\(finding.clause)\n\(finding.step)\n\(finding.at)".utf8))
  }
}
