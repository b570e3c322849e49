import Conformance
import Runner

/// Writes the reports of a run, and says how it ended.
enum ReportWriter {
  /// The forms that were asked for; all of them without `--format`.
  static func formats(_ arguments: Arguments) throws -> [ReportFolder.Form] {
    guard let list = arguments["format"] else { return ReportFolder.Form.allCases }
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

  /// Prints the summary and writes the reports; gives the exit status of the run.
  ///
  /// A report that cannot be written makes the status 5, unless the run itself ends worse.
  static func finish(
    _ result: RunResult, _ arguments: Arguments, _ formats: [ReportFolder.Form], _ output: Output
  ) throws -> Int32 {
    var exit = result.exitCode()
    if let folder = arguments["report"] {
      do {
        try ReportFolder.write(result, exit: exit, forms: formats, to: folder)
      } catch {
        output.complain("\(error)\n")
        if exit == 0 || exit == 4 || exit == 6 { exit = ExitStatus.harness }
      }
    }
    output.write(TerminalReport.report(result, exit: exit, style: output.style))
    return exit
  }
}
