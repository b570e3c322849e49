import Conformance
import Prove
import Runner
import StrictJSON

/// `conform run`: performs vectors against a target, or against the references.
enum RunCommand: Command {
  static let name = "run"
  static let summary = "Performs the vectors against a target and reports what it found."
  static let operands = "[contract …] [options]"
  static let options: [Option] =
    [
      Option(
        name: "target", value: "FILE",
        about: "the target file; without it the references are checked"
      ),
      Option(
        name: "role", value: "ROLE", about: "server, sdk, app or page; all that apply without it"),
      Option(
        name: "filter", value: "GLOB", about: "only vectors whose id fits; may be given again"),
      Option(name: "set", value: "SET", about: "black-box: only what needs no hook and no clock"),
      Option(
        name: "gate", value: "LEVEL", about: "must (standard) or should: which levels fail a run"),
      Option(
        name: "gate-provenance", value: "LIST",
        about: "which provenances fail a run; documented,derived"),
      Option(name: "known", value: "FILE", about: "known failures, which do not fail the run"),
      Option(
        name: "write-known", value: "FILE", about: "draft a known-failures file of what failed"),
      Option(name: "shard", value: "I/N", about: "only the I-th of N parts; see conform merge"),
      Option(
        name: "times", value: "REPORT",
        about: "an older report.json, to give all shards as much to do"),
      Option(name: "jobs", value: "N", about: "how many vectors run at once; 16"),
      Option(
        name: "browser", value: "PATH",
        about: "the Chromium to show pages in; CONFORM_BROWSER, or one that is installed"),
      Option(name: "seed", value: "N", about: "what fresh values are made from; random"),
      Option(
        name: "repeat", value: "N",
        about: "run it all N times; a verdict that differs exits 5, or worse"),
      Option(name: "starve", about: "keep every core busy meanwhile"),
      SuiteSource.option,
    ] + ReportWriter.options

  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    let suite = try SuiteSource.load(arguments)
    let request = try RunRequest(arguments, suite)
    let formats = try ReportWriter.formats(arguments)
    let known = try KnownFailures(arguments, suite)
    let subjects = try RunSubjects(arguments, request, suite)
    defer { subjects.stop() }
    let claim = try ReportWriter.takeFolder(arguments)
    defer { claim?.end() }
    let starvation = arguments.has("starve") ? Starvation() : nil
    defer { starvation?.end() }
    var parts: [RunResult] = []
    var isBroken = false
    var isCutShort = false
    for (index, context) in subjects.contexts.enumerated() {
      let run = try TargetRun(context, request.selection, suite)
      guard !run.isEmpty else { continue }
      for warning in run.warnings { output.complain("\(warning)\n") }
      let (results, wasWritten) = await perform(
        run, subjects.inboxes, suite, request, arguments, output)
      parts += results
      isBroken = isBroken || !wasWritten
      guard !Task.isCancelled else {
        isCutShort = index + 1 < subjects.contexts.count
        break
      }
    }
    guard !parts.isEmpty else {
      let isApp = subjects.contexts.contains { $0.target.roles.contains(.app) }
      let hint =
        "; an app is judged by its recorded traces, which “traces” in its target file names"
      throw UsageError(description: request.emptySelection + (isApp ? hint : ""))
    }
    var result = RunResult(joining: parts)
    result.isInterrupted = result.isInterrupted || isCutShort
    result.shard = request.selection.shard?.description
    if arguments["target"] == nil { result.forgetAddresses() }
    Signatures.embedded.annotate(&result)
    let repetition = try await Repetition(of: result, known, arguments, output) { round in
      try await subjects.repeated(request, suite, round: round)
    }
    let stale = known.apply(to: &result, day: Day.today)
    stale.forEach { output.complain("\($0)\n") }
    if let path = arguments["write-known"] {
      let draft = KnownFailures.draft(of: result).serialized(.pretty) + "\n"
      do {
        try Files.write(Array(draft.utf8), to: path)
      } catch {
        output.complain("\(error)\n")
        isBroken = true
      }
    }
    let exit = ReportWriter.finish(
      result, arguments, formats, output, isStale: !stale.isEmpty, isBroken: isBroken)
    return repetition.exit(exit, output)
  }

  /// Performs what a target is asked for, writing transcripts as it goes when reports are written.
  ///
  /// - Returns: What was found out, masked; and whether all transcripts were written.
  private static func perform(
    _ run: TargetRun, _ inboxes: InboxShelf, _ suite: Suite, _ request: RunRequest,
    _ arguments: Arguments, _ output: Output
  ) async -> ([RunResult], wasWritten: Bool) {
    let context = run.plan.context
    let progress = Progress(output, total: run.plan.runnable.count, what: context.target.name)
    var writer: TranscriptWriter?
    var wasWritten = true
    do {
      writer = try arguments["report"].map { folder in
        let roles = context.target.roles.map(\.rawValue).joined(separator: "-")
        return try TranscriptWriter(
          path: "\(folder)/transcript.\(context.contract.id).\(roles).jsonl",
          header: TranscriptFile.Header(context, suite), secrets: context.secrets)
      }
    } catch {
      output.complain("\(error)\n")
      wasWritten = false
    }
    let results = await run.results(
      request.options, browser: arguments["browser"], inboxes: inboxes
    ) { [writer] in
      progress.note($0)
      writer?.note($0)
    }
    progress.clear()
    do {
      try writer?.check()
    } catch {
      output.complain("\(error)\n")
      wasWritten = false
    }
    return (results, wasWritten)
  }
}

extension RunResult {
  /// Leaves out where the references were reached: they were part of this process and are gone.
  fileprivate mutating func forgetAddresses() {
    for index in subjects.indices { subjects[index].baseURL = nil }
  }
}

extension KnownFailures {
  /// The file that `--known` names; none without it.
  fileprivate init(_ arguments: Arguments, _ suite: Suite) throws {
    guard let path = arguments["known"] else {
      self.init()
      return
    }
    try self.init(parsing: Files.read(path), path: path, suite: suite)
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
    let revisions = Set(suite.contracts.map(\.revision)).sorted()
    if let set, set != "black-box", !revisions.contains(set) {
      let known = (["black-box"] + revisions).joined(separator: ", ")
      throw UsageError(description: "“\(set)” is no requirement set; known here: \(known)")
    }
    selection = Plan.Selection(
      filters: arguments.all("filter").map { Glob($0) }, role: try arguments.choice("role"),
      set: set)
    try selection.readShard(arguments)
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

extension Plan.Selection {
  /// The part of the run that `--shard` asks for, balanced by the times of an older report.
  fileprivate mutating func readShard(_ arguments: Arguments) throws {
    if let text = arguments["shard"] {
      shard = Shard(text)
      guard shard != nil else {
        throw UsageError(
          description: "expected --shard as a part of all, such as 2/5, received “\(text)”")
      }
    }
    guard let path = arguments["times"] else { return }
    let old = try StoredReport(parsing: Files.read(path), path: path)
    times = Dictionary(
      old.vectors.map { ($0.id, $0.seconds) }, uniquingKeysWith: { first, _ in first })
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
