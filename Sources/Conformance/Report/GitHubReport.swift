/// Workflow commands for GitHub Actions: an annotation a finding, at the place in the vector file
/// that says what was expected.
public enum GitHubReport {
  /// The commands, one a line; a gating finding is an error, an advisory one a notice.
  ///
  /// - Parameter result: What was found out, already masked.
  /// - Returns: What the form's file holds.
  public static func report(_ result: RunResult) -> String {
    var lines: [String] = []
    for vector in result.vectors {
      for finding in vector.judgement.findings {
        let level = finding.gates && !finding.isKnown ? "error" : "notice"
        lines.append(
          command(
            level, finding.location, title: "\(finding.clause) (\(vector.vector.id))",
            message: "expected \(finding.expected), received \(finding.actual)"))
      }
      guard vector.judgement.findings.isEmpty, let reason = vector.reasons.first,
        vector.verdict != .notApplicable
      else { continue }
      lines.append(
        command(
          "warning", vector.vector.location, title: "\(vector.vector.id) \(vector.verdict.words)",
          message: reason))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func command(
    _ level: String, _ location: FileLocation, title: String, message: String
  ) -> String {
    let place = "file=\(property(location.path)),line=\(location.line),col=\(location.column)"
    return "::\(level) \(place),title=\(property(title))::\(data(message))"
  }

  /// What a command's message escapes: `%`, carriage return and line feed.
  private static func data(_ text: String) -> String {
    printable(text).replacing("%", with: "%25").replacing("\r", with: "%0D")
      .replacing("\n", with: "%0A")
  }

  /// What a command's property escapes besides: `:` and `,`.
  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
