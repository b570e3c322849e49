/// The report for CI systems: JUnit XML, a test suite a contract and a test case a vector.
public enum JUnitReport {
  /// The whole document.
  ///
  /// A gating finding is a `failure`; what could not run or broke is an `error`; what does not
  /// apply is `skipped`; advisory findings go to `system-out`.
  ///
  /// - Parameter result: What was found out, already masked.
  /// - Returns: The text of the document.
  public static func report(_ result: RunResult) -> String {
    var xml = XMLText()
    xml.declaration()
    xml.open("testsuites", counts(result.vectors, name: "conform", seconds: result.seconds))
    let contracts = Set(result.vectors.map(\.vector.contract)).sorted()
    for contract in contracts {
      let vectors = result.vectors.filter { $0.vector.contract == contract }
      let seconds = vectors.reduce(0) { $0 + $1.seconds }
      xml.open("testsuite", counts(vectors, name: contract, seconds: seconds))
      vectors.forEach { testCase($0, &xml) }
      xml.close("testsuite")
    }
    xml.close("testsuites")
    return xml.text
  }

  private static func counts(
    _ vectors: [RunResult.VectorResult], name: String, seconds: Double
  ) -> [(String, String)] {
    func count(_ verdicts: Verdict...) -> String {
      String(vectors.count { verdicts.contains($0.verdict) })
    }
    return [
      ("name", name), ("tests", String(vectors.count)),
      ("failures", count(.failed, .unexpectedPass)),
      ("errors", count(.couldNotRun, .harnessError, .ambiguous)),
      ("skipped", count(.notApplicable, .knownFailure)), ("time", time(seconds)),
    ]
  }

  private static func testCase(_ result: RunResult.VectorResult, _ xml: inout XMLText) {
    let location = result.vector.location
    xml.open(
      "testcase",
      [
        ("classname", result.vector.contract), ("name", result.vector.id),
        ("time", time(result.seconds)), ("file", location.path), ("line", String(location.line)),
      ])
    let findings = result.judgement.findings
    switch result.verdict {
    case .failed:
      let gating = findings.filter { $0.gates && result.vector.clauses.contains($0.clause) }
      let message = gating.first.map { "\($0.clause): \($0.message)" } ?? result.vector.title
      xml.element(
        "failure", [("message", message), ("type", "nonconformant")], text(gating, result))
    case .couldNotRun, .harnessError, .ambiguous:
      let reasons = result.reasons.joined(separator: "\n")
      xml.element(
        "error", [("message", result.reasons.first ?? ""), ("type", result.verdict.rawValue)],
        reasons)
    case .notApplicable:
      xml.element("skipped", [("message", result.reasons.first ?? "")], nil)
    case .knownFailure:
      xml.element("skipped", [("message", "a known failure")], nil)
    case .unexpectedPass:
      xml.element(
        "failure",
        [("message", "passed although it is listed as a known failure"), ("type", "stale")], nil)
    case .passed: break
    }
    let advisory = findings.filter { !$0.gates }
    if !advisory.isEmpty { xml.element("system-out", [], text(advisory, result)) }
    xml.close("testcase")
  }

  private static func text(_ findings: [Finding], _ result: RunResult.VectorResult) -> String {
    var lines = findings.map { finding in
      """
      \(finding.stepName.map { $0 + ", " } ?? "")\(finding.clause) at \(finding.location)
        expected \(finding.expected)
        received \(finding.actual)
      """
    }
    if let reproduce = result.reproduce { lines.append("reproduce: \(reproduce)") }
    return lines.joined(separator: "\n")
  }

  private static func time(_ seconds: Double) -> String {
    let micros = Int64((seconds * 1e6).rounded())
    return String(TimeSpan(nanoseconds: micros * 1_000).description.dropLast(2))
  }
}
