public import StrictJSON

/// A code quality report for GitLab: an issue a finding.
public enum GitLabReport {
  /// The report; a gating finding is `critical`, an advisory one `info`.
  ///
  /// - Parameter result: What was found out, already masked.
  /// - Returns: What the form's file holds.
  public static func report(_ result: RunResult) -> JSON {
    var seen: [String: Int] = [:]
    return .array(
      result.vectors.flatMap { vector in
        vector.judgement.findings.map { finding -> JSON in
          let name = "\(vector.vector.id)\n\(finding.clause)\n\(finding.step)\n\(finding.at)"
          seen[name, default: 0] += 1
          return [
            "description": .string(
              "\(finding.clause): expected \(finding.expected), received \(finding.actual) (\(vector.vector.id))"
            ),
            "check_name": .string(finding.clause),
            "fingerprint": .string(fingerprint(name, seen[name] ?? 1)),
            "severity": .string(finding.gates && !finding.isKnown ? "critical" : "info"),
            "location": [
              "path": .string(finding.location.path),
              "lines": ["begin": .number(JSONNumber(finding.location.line))],
            ],
          ]
        }
      })
  }

  /// The same for the same finding of the next run, whatever values it shows, and another for every
  /// finding of this one.
  private static func fingerprint(_ name: String, _ number: Int) -> String {
    SHA256.hex(Array((number == 1 ? name : "\(name)\n\(number)").utf8))
  }
}
