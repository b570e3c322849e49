import Conformance
import Runner

/// `conform judge`: judges recorded traces, offline.
enum JudgeCommand: Command {
  static let name = "judge"
  static let summary = "Judges recorded traces against a contract, without running anything."
  static let operands = "--trace FILE … --contract CONTRACT --role ROLE [--report DIR]"
  static let options: [Option] =
    [
      Option(name: "trace", value: "FILE", about: "a trace; may be given again"),
      Option(
        name: "contract", value: "CONTRACT", about: "the contract that the traces are held to"),
      Option(name: "role", value: "ROLE", about: "who wrote them: app or sdk"),
      Option(
        name: "gate", value: "LEVEL", about: "must (standard) or should: which levels fail a run"),
      Option(name: "gate-provenance", value: "LIST", about: "which provenances fail a run"),
      Option(
        name: "transcript", value: "FILE",
        about: "a transcript of `conform run` instead of a trace, judged once more"),
      SuiteSource.option,
    ] + ReportWriter.options

  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    let suite = try SuiteSource.load(arguments)
    let formats = try ReportWriter.formats(arguments)
    if !arguments.all("transcript").isEmpty {
      return try rejudge(arguments, suite, formats, output)
    }
    guard let id = arguments["contract"], let contract = suite.contract(id) else {
      let known = suite.contracts.map(\.id)
      let given = arguments["contract"].map { "“\($0)” is no contract\(nearest($0, known))" }
      throw UsageError(
        description: given ?? "expected --contract, one of \(known.joined(separator: ", "))")
    }
    guard let role: Role = try arguments.choice("role") else {
      throw UsageError(description: "expected --role, such as app")
    }
    guard contract.tracedRoles.contains(role) else {
      let known = contract.tracedRoles.map(\.rawValue).joined(separator: ", ")
      throw UsageError(
        description:
          "no rule of \(contract.id) judges a recorded trace of the role \(role.rawValue); "
          + (known.isEmpty ? "none has any" : "rules are there for: \(known)"))
    }
    let paths = arguments.all("trace") + arguments.operands
    guard !paths.isEmpty else { throw UsageError(description: "expected --trace FILE") }
    let context = RunContext(
      contract: contract, target: Target(recorded: contract.id, role: role),
      gate: try Gate(arguments))
    var judge = TraceJudge(context: context, role: role)
    for path in paths { try judge.judgeFile(path) }
    let claim = try ReportWriter.takeFolder(arguments)
    defer { claim?.end() }
    for warning in judge.warnings { output.complain("\(warning)\n") }
    return ReportWriter.finish(judge.result(suite), arguments, formats, output)
  }

  private static func rejudge(
    _ arguments: Arguments, _ suite: Suite, _ formats: [ReportFolder.Form], _ output: Output
  ) throws -> Int32 {
    let gate = try Gate(arguments)
    let results = try arguments.all("transcript").map { path in
      let file = try TranscriptFile(parsing: Files.read(path), path: path)
      if file.isTruncated { output.complain("\(path): the last line is cut and was left out\n") }
      return try Rejudging.result(of: file, suite: suite, gate: gate, path: path)
    }
    let claim = try ReportWriter.takeFolder(arguments)
    defer { claim?.end() }
    return ReportWriter.finish(RunResult(joining: results), arguments, formats, output)
  }
}
