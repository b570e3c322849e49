import Conformance
import Runner

/// `conform verify`: holds a report against the transcripts beside it.
enum VerifyCommand: Command {
  static let name = "verify"
  static let summary = "Judges the transcripts beside a report anew and says where they disagree."
  static let operands = "REPORT"
  static let options: [Option] = [SuiteSource.option]

  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    guard let path = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError(description: "expected one report: conform verify REPORT")
    }
    let suite = try SuiteSource.load(arguments)
    let report = try StoredReport(parsing: Files.read(path), path: path)
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let files = try Files.below(folder.isEmpty ? "." : folder, ending: ".jsonl") ?? []
    let transcripts = files.filter { $0.path.contains("transcript.") }
    guard !transcripts.isEmpty else {
      throw UsageError(description: "\(path): expected transcripts beside it; there are none")
    }
    let results = try transcripts.map { file in
      try Rejudging.result(
        of: TranscriptFile(parsing: file.bytes, path: file.path), suite: suite, gate: Gate(),
        path: file.path)
    }
    let found = ReportVerification.disagreements(report, results)
    found.forEach { output.write($0 + "\n") }
    output.write(
      found.isEmpty
        ? "\(report.vectors.count) vectors: the transcripts say what the report says\n"
        : "\(found.count) disagreements\n")
    return found.isEmpty ? 0 : 1
  }
}
