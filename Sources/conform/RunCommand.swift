import Conformance
import Runner
import StrictJSON

/// `conform run`: performs vectors against a target, or against the references.
enum RunCommand: Command {
  static let name = "run"
  static let summary = "Performs the vectors against a target and reports what it found."
  static let operands = "[contract …] [options]"
  static let options: [Option] = [
    Option(
      name: "target", value: "FILE", about: "the target file; without it the references are checked"
    ),
    Option(
      name: "role", value: "ROLE", about: "server, sdk, app or page; all that apply without it"),
    Option(name: "filter", value: "GLOB", about: "only vectors whose id fits; may be given again"),
    Option(name: "set", value: "SET", about: "black-box: only what needs no hook and no clock"),
    Option(
      name: "gate", value: "LEVEL", about: "must (standard) or should: which levels fail a run"),
    Option(
      name: "gate-provenance", value: "LIST",
      about: "which provenances fail a run; documented,derived"),
    Option(name: "report", value: "DIR", about: "write report.json there, and the other forms"),
    Option(name: "format", value: "LIST", about: "which forms: json, junit, markdown"),
    Option(name: "jobs", value: "N", about: "how many vectors run at once; 16"),
    Option(name: "seed", value: "N", about: "what fresh values are made from; random"),
    SuiteSource.option,
  ]

  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    let suite = try SuiteSource.load(arguments)
    let request = try RunRequest(arguments, suite)
    let formats = try ReportWriter.formats(arguments)
    let subjects = try RunSubjects(arguments, request, suite)
    defer { subjects.stop() }
    var parts: [RunResult] = []
    for context in subjects.contexts {
      let run = try TargetRun(context, request.selection, suite)
      guard !run.isEmpty else { continue }
      for warning in run.warnings { output.complain("\(warning)\n") }
      let progress = Progress(output, total: run.plan.runnable.count, what: context.target.name)
      parts += await run.results(request.options) { progress.note($0) }
      progress.clear()
      if Task.isCancelled { break }
    }
    guard !parts.isEmpty else { throw UsageError(description: request.emptySelection) }
    return try ReportWriter.finish(RunResult(joining: parts), arguments, formats, output)
  }
}

/// What `run` is asked for, apart from the target.
struct RunRequest {
  var contracts: [String]
  var selection: Plan.Selection
  var gate: Gate
  var options: Scheduler.Options

  init(_ arguments: Arguments, _ suite: Suite) throws {
    contracts = arguments.operands
    for contract in contracts where suite.contract(contract) == nil {
      let hint = nearest(contract, suite.contracts.map(\.id))
      throw UsageError(description: "“\(contract)” is no contract\(hint)")
    }
    let set = arguments["set"]
    if let set, set != "black-box" {
      throw UsageError(description: "“\(set)” is no requirement set; known here: black-box")
    }
    selection = Plan.Selection(
      filters: arguments.all("filter").map { Glob($0) }, role: try arguments.choice("role"),
      set: set)
    gate = try Gate(arguments)
    let seed = arguments["seed"].map { UInt64($0) } ?? UInt64.random(in: 0..<1 << 53)
    guard let seed else {
      throw UsageError(description: "expected --seed as a whole number from 0")
    }
    options = Scheduler.Options(
      width: try arguments.integer("jobs", in: 1...1024) ?? 16, seed: seed)
  }

  /// What to say when nothing was selected.
  var emptySelection: String {
    let parts = [
      contracts.isEmpty ? nil : "contract \(contracts.joined(separator: ", "))",
      selection.role.map { "role \($0.rawValue)" },
      selection.filters.isEmpty
        ? nil : "filter \(selection.filters.map(\.pattern).joined(separator: ", "))",
      selection.set.map { "set \($0)" },
    ].compactMap { $0 }
    return
      """
      no vector matches \(parts.isEmpty ? "the target" : parts.joined(separator: ", ")); see \
      `conform list`
      """
  }
}

extension Gate {
  /// The clauses that decide the outcome, as `--gate` and `--gate-provenance` say.
  init(_ arguments: Arguments) throws {
    self.init()
    switch arguments["gate"] {
    case nil, "must": break
    case "should": levels = [.must, .should]
    case let other?:
      throw UsageError(description: "expected --gate must or should, received “\(other)”")
    }
    guard let list = arguments["gate-provenance"] else { return }
    provenances = Set(
      try list.split(separator: ",").map { word in
        guard let provenance = Provenance(rawValue: String(word)) else {
          let known = Provenance.allCases.map(\.rawValue)
          throw UsageError(
            description: "“\(word)” is no provenance; known: \(known.joined(separator: ", "))")
        }
        return provenance
      })
  }
}
