/// The summary that a person reads at the end of a run: failures first, each with all that is
/// needed to look into it.
public struct TerminalReport: Sendable {
  private let result: RunResult
  private let style: TextStyle
  private var lines: [String] = []
  private let clauses: [String: Clause]

  /// Writes the whole summary.
  ///
  /// - Parameters:
  ///   - result: What was found out, already masked.
  ///   - exit: The exit status of the command.
  ///   - style: How it is coloured.
  /// - Returns: The text, ending in a line feed.
  public static func report(_ result: RunResult, exit: Int32, style: TextStyle) -> String {
    var report = TerminalReport(result, style)
    report.write(exit)
    return printableLines(report.lines, style) + "\n"
  }

  private static func printableLines(_ lines: [String], _ style: TextStyle) -> String {
    lines.joined(separator: "\n")
  }

  private init(_ result: RunResult, _ style: TextStyle) {
    self.result = result
    self.style = style
    clauses = Dictionary(
      result.clauses.map { ($0.clause.id, $0.clause) }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func write(_ exit: Int32) {
    result.vectors.filter { $0.verdict == .failed || $0.verdict == .unexpectedPass }.forEach {
      failure($0)
    }
    foreign()
    if result.isUnreachable { return unreachable(exit) }
    group("Broken on our side or in the target's environment", [.harnessError])
    group("Could not run", [.couldNotRun, .ambiguous])
    advisories()
    notChecked()
    verdict(exit)
  }

  // MARK: - Parts

  private mutating func unreachable(_ exit: Int32) {
    let reasons = result.vectors.flatMap(\.judgement.couldNotRun)
    let reason = reasons.first { $0.hasPrefix("the target cannot be reached") }
    lines.append(style.red("✘ ") + printable(reason ?? "the target cannot be reached"))
    for url in result.subjects.compactMap(\.baseURL) {
      lines.append(
        """
          Is a server listening at \(printable(url))? “http.baseURL” in the target file says where.
        """
      )
    }
    lines.append("")
    verdict(exit)
  }

  private mutating func failure(_ failed: RunResult.VectorResult) {
    lines.append(style.red("✘ ") + style.bold(failed.vector.id) + "  " + failed.vector.title)
    lines.append("  " + style.dim(failed.vector.location.description))
    let cited = Set(failed.vector.clauses)
    for finding in failed.judgement.findings where finding.gates && cited.contains(finding.clause) {
      write(finding)
    }
    if !failed.looksLike.isEmpty {
      lines.append("    looks like " + failed.looksLike.joined(separator: ", "))
    }
    if let reproduce = failed.reproduce { lines.append("    reproduce " + printable(reproduce)) }
    lines.append("")
  }

  private mutating func write(_ finding: Finding) {
    let at = finding.at.isEmpty ? nil : printable(finding.at)
    let place = [finding.stepName, at].compactMap { $0.map { $0 + "  " } }.joined()
    lines.append("  \(place)" + style.dim(finding.location.description))
    lines.append("    expected  " + printable(finding.expected))
    lines.append("    received  " + printable(finding.actual))
    guard let clause = clauses[finding.clause] else { return }
    let binding = finding.gates ? clause.level.rawValue : "\(clause.level.rawValue), advisory"
    lines.append("    clause    \(clause.id) (\(binding)): \(clause.text)")
  }

  /// Gating findings that another vector's set-up showed, on clauses that it does not cite.
  private mutating func foreign() {
    var seen: Set<String> = []
    for vector in result.vectors {
      let cited = Set(vector.vector.clauses)
      for finding in vector.judgement.findings
      where finding.gates && !cited.contains(finding.clause) {
        guard seen.insert(finding.clause).inserted, !isShown(finding.clause) else { continue }
        lines.append(
          style.red("✘ ") + style.bold(finding.clause)
            + "  seen during the set-up of \(vector.vector.id)")
        write(finding)
        lines.append("")
      }
    }
  }

  private func isShown(_ clause: String) -> Bool {
    result.vectors.contains { vector in
      vector.verdict == .failed && vector.vector.clauses.contains(clause)
        && vector.judgement.findings.contains { $0.gates && $0.clause == clause }
    }
  }

  private mutating func group(_ title: String, _ verdicts: [Verdict]) {
    let vectors = result.vectors.filter { verdicts.contains($0.verdict) }
    guard !vectors.isEmpty else { return }
    lines.append(style.yellow(title + ":"))
    let byReason = Dictionary(grouping: vectors) { $0.reasons.joined(separator: "; ") }
    for (reason, vectors) in byReason.sorted(by: { $0.key < $1.key }) {
      lines.append("  " + printable(reason))
      lines += Self.shortList(vectors.map(\.vector.id)).map { "    " + $0 }
    }
    lines.append("")
  }

  private mutating func advisories() {
    let findings = result.vectors.flatMap { vector in
      vector.judgement.findings.filter { !$0.gates }.map { (vector, $0) }
    }
    guard !findings.isEmpty else { return }
    lines.append(style.yellow("Advisory, failing nothing:"))
    let byClause = Dictionary(grouping: findings) { $0.1.clause }
    for (clause, group) in byClause.sorted(by: { $0.key < $1.key }) {
      let (vector, finding) = group[0]
      let more = group.count > 1 ? " and \(group.count - 1) more" : ""
      let place = finding.at.isEmpty ? "" : "\(finding.at): "
      lines.append("  \(clause)  " + style.dim("\(vector.vector.id)\(more)"))
      lines.append(
        "    " + printable("\(place)expected \(finding.expected), received \(finding.actual)"))
      lines.append("    " + style.dim(finding.location.description))
    }
    lines.append("")
  }

  private mutating func notChecked() {
    let vectors = result.vectors.filter { $0.verdict == .notApplicable }
    guard !vectors.isEmpty else { return }
    lines.append("Not checked:")
    let byReason = Dictionary(grouping: vectors) { $0.reasons.first ?? "" }
    for (reason, vectors) in byReason.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "  \(vectors.count) \(vectors.count == 1 ? "vector" : "vectors"): " + printable(reason))
    }
    lines.append("")
  }

  private mutating func verdict(_ exit: Int32) {
    for subject in result.subjects {
      let roles = subject.roles.map(\.rawValue).joined(separator: ", ")
      lines.append(printable("\(subject.contract) \(roles): \(subject.name)"))
      lines += subject.warnings.map { style.red("  WARNING: ") + printable($0) }
    }
    let counts = result.summary
    let parts = Verdict.allCases.compactMap { verdict in
      counts[verdict].map { "\($0) \(verdict.words)" }
    }
    let span = TimeSpan(nanoseconds: Int64(result.seconds * 1e3) * 1_000_000)
    lines.append(
      "\(result.vectors.count) vectors in \(span) of real time: "
        + (parts.isEmpty ? "none" : parts.joined(separator: ", ")))
    lines.append(clauseCounts())
    let word = result.outcome.rawValue
    let shown = result.outcome == .conformant ? style.green(word) : style.red(word)
    lines.append(
      "outcome \(shown), exit status \(exit)" + (result.isInterrupted ? ", interrupted" : ""))
  }

  private func clauseCounts() -> String {
    func count(_ verdict: ClauseVerdict, gates: Bool) -> Int {
      result.clauses.count { $0.verdict == verdict && $0.gates == gates }
    }
    let failed = count(.failed, gates: true)
    return
      """
      \(result.clauses.count) clauses: \(count(.passed, gates: true)) that gate passed, \(failed) \
      failed, \(count(.untested, gates: true)) untested; advisory \(count(.passed, gates: false)) \
      passed, \(count(.failed, gates: false)) failed
      """
  }

  private static func shortList(_ ids: [String]) -> [String] {
    ids.count <= 8 ? ids : Array(ids.prefix(7)) + ["and \(ids.count - 7) more"]
  }
}
