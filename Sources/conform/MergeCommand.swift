import Conformance
import Runner
import StrictJSON

/// `conform merge`: joins the reports of a run's shards.
enum MergeCommand: Command {
  static let name = "merge"
  static let summary = "Joins the reports of all shards of a run to the report of the whole."
  static let operands = "REPORT … [--report DIR]"
  static let options: [Option] = [
    Option(name: "report", value: "DIR", about: "write report.json there; printed without it")
  ]

  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    guard !arguments.operands.isEmpty else {
      throw UsageError(description: "expected reports: conform merge REPORT …")
    }
    let parts = try arguments.operands.map { path in
      try StoredReport(parsing: Files.read(path), path: path)
    }
    let whole = try ReportMerge.merge(parts)
    let text = whole.serialized(.pretty) + "\n"
    if let folder = arguments["report"] {
      let claim = try ReportWriter.takeFolder(arguments)
      defer { claim?.end() }
      try Files.write(Array(text.utf8), to: "\(folder)/report.json")
      let outcome = whole["run"]?["outcome"]?.string ?? ""
      output.write(
        "\(parts.count) shards, \(whole["vectors"]?.array?.count ?? 0) vectors: \(outcome)\n")
    } else {
      output.write(text)
    }
    return Int32(whole["run"]?["exit"]?.number?.int ?? 5)
  }
}
