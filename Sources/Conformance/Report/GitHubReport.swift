/// Workflow commands for GitHub Actions: an annotation for everything that is found, at the place in
/// the vector file that says what was expected.
///
/// GitHub shows ten errors of a step. What many vectors find of one clause at one place is therefore
/// said once, where a vector that cites the clause says it, with the number of the others.
public enum GitHubReport {
  /// What is said once: all findings of one clause at one place of an answer.
  private struct Subject: Hashable {
    var clause: String
    var at: String
    var isError: Bool
  }

  /// The commands, one a line; a gating finding is an error, an advisory one a notice.
  ///
  /// - Parameter result: What was found out, already masked.
  /// - Returns: What the form's file holds.
  public static func report(_ result: RunResult) -> String {
    var order: [Subject] = []
    var found: [Subject: [(finding: Finding, vector: Vector)]] = [:]
    for vector in result.vectors {
      for finding in vector.judgement.findings {
        let subject = Subject(
          clause: finding.clause, at: finding.at, isError: finding.gates && !finding.isKnown)
        if found[subject] == nil { order.append(subject) }
        found[subject, default: []].append((finding, vector.vector))
      }
    }
    let findings = order.sorted { $0.isError && !$1.isError }.compactMap { subject in
      found[subject].flatMap { line(subject, $0) }
    }
    return (findings + result.vectors.compactMap(openLine)).map { $0 + "\n" }.joined()
  }

  private static func line(
    _ subject: Subject, _ found: [(finding: Finding, vector: Vector)]
  ) -> String? {
    let cited = found.first { $0.vector.clauses.contains($0.finding.clause) }
    guard let (finding, vector) = cited ?? found.first else { return nil }
    let others = Set(found.map(\.vector.id)).count - 1
    let rest = others == 0 ? "" : " (and in \(others) other \(others == 1 ? "vector" : "vectors"))"
    return command(
      subject.isError ? "error" : "notice", finding.location,
      title: "\(finding.clause) (\(vector.id))",
      message: "expected \(finding.expected), received \(finding.actual)\(rest)")
  }

  /// What is said of a vector that came to no verdict; nil for the others.
  private static func openLine(_ vector: RunResult.VectorResult) -> String? {
    guard vector.judgement.findings.isEmpty, let reason = vector.reasons.first,
      vector.verdict != .notApplicable
    else { return nil }
    return command(
      "warning", vector.vector.location, title: "\(vector.vector.id) \(vector.verdict.words)",
      message: reason)
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
