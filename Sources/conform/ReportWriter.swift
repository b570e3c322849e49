import Conformance
import StrictJSON

/// Writes the reports of a run, and says how it ended.
enum ReportWriter {
  /// The forms in which a report can be written beside report.json.
  enum Format: String, CaseIterable {
    case json, junit, markdown
  }

  /// The forms that were asked for; all of them without `--format`.
  static func formats(_ arguments: Arguments) throws -> [Format] {
    guard let list = arguments["format"] else { return Format.allCases }
    return try list.split(separator: ",").map { word in
      if let format = Format(rawValue: String(word)) { return format }
      let known = Format.allCases.map(\.rawValue)
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
    _ result: RunResult, _ arguments: Arguments, _ formats: [Format], _ output: Output
  ) throws -> Int32 {
    var exit = result.exitCode()
    if let folder = arguments["report"] {
      do {
        try write(result, exit, to: folder, formats)
      } catch {
        output.complain("\(error)\n")
        if exit == 0 || exit == 4 || exit == 6 { exit = ExitStatus.harness }
      }
    }
    output.write(TerminalReport.report(result, exit: exit, style: output.style))
    return exit
  }

  private static func write(
    _ result: RunResult, _ exit: Int32, to folder: String, _ formats: [Format]
  ) throws {
    let json = JSONReport.report(result, exit: exit, version: Version.current)
    try Files.write(Array((json.serialized(.pretty) + "\n").utf8), to: "\(folder)/report.json")
    if formats.contains(.junit) {
      try Files.write(Array(JUnitReport.report(result).utf8), to: "\(folder)/junit.xml")
    }
    if formats.contains(.markdown) {
      let text = MarkdownReport.report(result, exit: exit)
      try Files.write(Array(text.utf8), to: "\(folder)/report.md")
    }
  }
}
