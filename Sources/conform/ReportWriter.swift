import Conformance
import Runner

/// Writes the reports of a run, and says how it ended.
enum ReportWriter {
  /// The options that say where and how reports are written.
  static let options: [Option] = [
    Option(name: "report", value: "DIR", about: "write report.json there, and the other forms"),
    Option(
      name: "format", value: "LIST",
      about: "which forms: json, junit, html, markdown, github, gitlab"),
    Option(
      name: "reproducible", value: nil,
      about: "leave out of reports what differs from run to run"),
  ]

  /// The forms that were asked for; the standard ones without `--format`.
  static func formats(_ arguments: Arguments) throws -> [ReportFolder.Form] {
    guard let list = arguments["format"] else { return ReportFolder.Form.standard }
    return try list.split(separator: ",").map { word in
      if let form = ReportFolder.Form(rawValue: String(word)) { return form }
      let known = ReportFolder.Form.allCases.map(\.rawValue)
      throw UsageError(
        description:
          """
          “\(word)” is no report form\(nearest(String(word), known)); known: \
          \(known.joined(separator: ", "))
          """
      )
    }
  }

  /// Takes the folder that reports go to, before anything is sent; nil when none are asked for.
  static func takeFolder(_ arguments: Arguments) throws -> ReportFolder.Claim? {
    try arguments["report"].map { try ReportFolder.Claim($0) }
  }

  /// Prints the summary and writes the reports; gives the exit status of the run.
  ///
  /// A report that cannot be written makes the status 5, unless the run itself ends worse.
  ///
  /// - Parameters:
  ///   - result: What was found out, already masked.
  ///   - arguments: Where reports go.
  ///   - formats: The forms that were asked for.
  ///   - output: Where the summary goes.
  ///   - isStale: Whether the known-failures file no longer says what is.
  ///   - isBroken: Whether something of the run could not be written already.
  /// - Returns: The exit status of the command.
  static func finish(
    _ result: RunResult, _ arguments: Arguments, _ formats: [ReportFolder.Form], _ output: Output,
    isStale: Bool = false, isBroken: Bool = false
  ) -> Int32 {
    var exit = result.exitCode(isStale: isStale)
    if isBroken { exit = ExitOrder.first(of: [exit, ExitStatus.harness]) }
    let result = arguments.has("reproducible") ? result.reproducible : result
    if formats.contains(.github) { output.write(GitHubReport.report(result)) }
    if let folder = arguments["report"] {
      do {
        try ReportFolder.write(result, exit: exit, forms: formats, to: folder)
      } catch {
        output.complain("\(error)\n")
        exit = ExitOrder.first(of: [exit, ExitStatus.harness])
      }
    }
    output.write(TerminalReport.report(result, exit: exit, style: output.style))
    return exit
  }
}
