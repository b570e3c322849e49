/// The report for job summaries and merge requests: Markdown as GitHub and GitLab render it.
public enum MarkdownReport {
  /// The whole document.
  ///
  /// - Parameters:
  ///   - result: What was found out, already masked.
  ///   - exit: The exit status of the command.
  /// - Returns: The text of the document.
  public static func report(_ result: RunResult, exit: Int32) -> String {
    var lines = ["# Conformance: \(result.outcome.rawValue)", ""]
    lines += result.subjects.map { subject in
      let roles = subject.roles.map(\.rawValue).joined(separator: ", ")
      return "- **\(escaped(subject.name))** against `\(subject.contract)` (\(roles))"
    }
    lines += result.subjects.flatMap(\.warnings).map { "- ⚠️ \(escaped($0))" }
    lines += ["", counts(result), ""]
    lines += section(
      "Failed", result.vectors.filter { $0.verdict == .failed || $0.verdict == .unexpectedPass })
    lines += section("Broken on our side", result.vectors.filter { $0.verdict == .harnessError })
    lines += section(
      "Could not run",
      result.vectors.filter { $0.verdict == .couldNotRun || $0.verdict == .ambiguous })
    lines += advisories(result)
    lines += clauses(result)
    lines += notChecked(result)
    lines.append("Exit status \(exit).")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func counts(_ result: RunResult) -> String {
    let counts = result.summary
    let parts = Verdict.allCases.compactMap { verdict in
      counts[verdict].map { "\($0) \(verdict.words)" }
    }
    return parts.isEmpty ? "Nothing was run." : parts.joined(separator: ", ") + "."
  }

  private static func section(_ title: String, _ results: [RunResult.VectorResult]) -> [String] {
    guard !results.isEmpty else { return [] }
    var lines = ["## \(title)", ""]
    for result in results.prefix(sectionLimit) {
      lines += ["### `\(result.vector.id)`", "", escaped(result.vector.title), ""]
      lines += result.reasons.map { "- \(escaped($0))" }
      lines += result.judgement.findings.filter(\.gates).map(finding)
      if !result.looksLike.isEmpty {
        lines.append("- looks like \(result.looksLike.map { "`\($0)`" }.joined(separator: ", "))")
      }
      lines.append("")
      if let reproduce = result.reproduce { lines += [fenced(reproduce), ""] }
      if let page = result.page { lines += log(page, result) }
    }
    let rest = results.dropFirst(sectionLimit)
    if !rest.isEmpty {
      let names = rest.prefix(1_000).map { "`\($0.vector.id)`" }.joined(separator: ", ")
      lines += ["And \(rest.count) more, which report.json tells of: \(names)", ""]
    }
    return lines
  }

  /// How many vectors of a section are told of in full: a job summary may have 1 MiB.
  private static let sectionLimit = 100

  /// What the page did, as it came, and what it looked like.
  private static func log(_ page: PageLog, _ result: RunResult.VectorResult) -> [String] {
    var lines = page.events.map { "- \($0.at) page \($0.kind): \(code($0.text))" }
    if !lines.isEmpty { lines.append("") }
    if let picture = result.pictureFile {
      lines += ["![The page at the vector's end](\(picture))", ""]
    }
    return lines
  }

  private static func finding(_ finding: Finding) -> String {
    """
    - \(finding.stepName.map { $0 + ", " } ?? "")`\(finding.clause)`: expected \(code(finding.expected)), received \
    \(code(finding.actual)) at `\(finding.location)`
    """
  }

  private static func advisories(_ result: RunResult) -> [String] {
    let findings = result.vectors.flatMap { vector in
      vector.judgement.findings.filter { !$0.gates }.map { (vector.vector.id, $0) }
    }
    guard !findings.isEmpty else { return [] }
    let rest = findings.count - 5 * sectionLimit
    let more = rest > 0 ? ["- and \(rest) more, which report.json tells of"] : []
    return ["## Advisory", ""]
      + findings.prefix(5 * sectionLimit).map { "- `\($0.0)` " + finding($0.1).dropFirst(2) } + more
      + [""]
  }

  private static func clauses(_ result: RunResult) -> [String] {
    guard !result.clauses.isEmpty else { return [] }
    let rows = result.clauses.map { clause in
      """
      | `\(clause.clause.id)` | \(clause.clause.level.rawValue) | \(clause.gates ? "yes" : "no") | \
      \(clause.verdict.rawValue) |
      """
    }
    return ["## Clauses", "", "| clause | level | gates | verdict |", "|---|---|---|---|"] + rows
      + [""]
  }

  private static func notChecked(_ result: RunResult) -> [String] {
    let skipped = result.vectors.filter { $0.verdict == .notApplicable }
    guard !skipped.isEmpty else { return [] }
    let rows = skipped.map { "- `\($0.vector.id)`: \(escaped($0.reasons.first ?? ""))" }
    return ["## Not checked", ""] + rows + [""]
  }

  /// Text that a target may have written, with nothing in it that Markdown or HTML would act on.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\\", "`", "*", "_", "[", "]", "#", "|", "!", "~", "@": result += "\\\(scalar)"
      case "\n", "\r": result += " "
      case "\u{0}"..."\u{1F}", "\u{7F}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func code(_ text: String) -> String {
    let line = String(text.unicodeScalars.map { $0.value < 0x20 ? "\u{FFFD}" : Character($0) })
    let ticks = String(repeating: "`", count: longestRun(of: "`", in: line) + 1)
    return "\(ticks) \(line) \(ticks)"
  }

  private static func fenced(_ text: String) -> String {
    let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
    let plain = text.unicodeScalars.map { scalar -> Character in
      scalar.value < 0x20 && scalar != "\n" ? "\u{FFFD}" : Character(scalar)
    }
    return "\(fence)sh\n\(String(plain))\n\(fence)"
  }

  /// Counted in scalars: a mark that combines with a backtick does not keep it from closing code.
  private static func longestRun(of scalar: Unicode.Scalar, in text: String) -> Int {
    var longest = 0
    var current = 0
    for next in text.unicodeScalars {
      current = next == scalar ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}

extension Verdict {
  /// The verdict in words.
  var words: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .knownFailure: "failed as known"
    case .unexpectedPass: "passed unexpectedly"
    case .notApplicable: "not applicable"
    case .couldNotRun: "could not run"
    case .ambiguous: "ambiguous"
    case .harnessError: "broken on our side"
    }
  }
}
