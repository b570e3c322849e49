import Conformance
import Prove
import Runner
import StrictJSON
import Wire

/// `conform prove`: shows that the suite finds every known fault, and no fault where none is.
enum ProveCommand: Command {
  static let name = "prove"
  static let summary = "Runs the suite against faulty and differing references, and counts."
  static let operands = "[contract …] [options]"
  static let options: [Option] = [
    Option(name: "role", value: "ROLE", about: "server, sdk, app or page; all without it"),
    Option(
      name: "only", value: "GLOB",
      about: "only faults, variants and generated faults of that name; may be given again"),
    Option(name: "jobs", value: "N", about: "how many runs go on at once; 8"),
    Option(name: "seed", value: "N", about: "what fresh values are made from; 0"),
    Option(
      name: "equivalents", value: "FILE", about: "generated faults that nothing could tell apart"),
    Option(
      name: "signatures", value: "FILE", about: "write what each fault makes the vectors find"),
    Option(
      name: "coverage", value: "FILE", about: "write what tests every clause, and run nothing"),
    Option(
      name: "whole",
      about: "perform vectors even where they cannot come upon what a fault or variant changes"),
    SuiteSource.option,
  ]

  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    let suite = try SuiteSource.load(arguments)
    if let path = arguments["coverage"] {
      try Files.write(Array(CoverageReport.text(suite).utf8), to: path)
      return ExitStatus.conformant
    }
    let options = try options(arguments, suite)
    if arguments["signatures"] != nil, !options.only.isEmpty {
      throw UsageError(description: "--signatures needs every fault; leave --only out")
    }
    let prover = Prover(
      suite: suite, specs: try SuiteSource.specs(arguments), options: options)
    let started = WireInstant.now()
    let proofs = try await prover.prove(progress: { output.progress($0) }) { proof in
      output.progress("")
      output.write(ProofText.details(proof))
    }
    guard !proofs.isEmpty else {
      throw UsageError(description: "there is no reference for that contract and role")
    }
    let elapsed = Double(WireInstant.now().nanoseconds - started.nanoseconds) / 1e9
    output.write(
      ProofText.table(proofs, elapsed: elapsed) + ProofText.spared(proofs)
        + ProofText.operators(proofs))
    let isInterrupted = proofs.contains { !$0.untried.isEmpty }
    if isInterrupted {
      output.write(ProofText.interruption(proofs))
      return 130
    }
    if let path = arguments["signatures"] {
      let signatures = Signatures.embedded.merging(Signatures(proofs))
      try Files.write(Array((signatures.json.serialized(.pretty) + "\n").utf8), to: path)
    }
    return proofs.allSatisfy(\.holds) ? ExitStatus.conformant : 1
  }

  private static func options(_ arguments: Arguments, _ suite: Suite) throws -> Prover.Options {
    for contract in arguments.operands where suite.contract(contract) == nil {
      let hint = nearest(contract, suite.contracts.map(\.id))
      throw UsageError(description: "“\(contract)” is no contract\(hint)")
    }
    return Prover.Options(
      contracts: arguments.operands, role: try arguments.choice("role"),
      jobs: try arguments.integer("jobs", in: 1...64) ?? 8,
      seed: UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 0),
      only: arguments.all("only").map { Glob($0) },
      equivalents: try arguments["equivalents"].map(equivalents) ?? [:],
      isWhole: arguments.has("whole"))
  }

  /// Names and reasons of generated faults: `{"format": 1, "mutants": {"name": "reason"}}`.
  private static func equivalents(_ path: String) throws -> [String: String] {
    let value: JSON
    do {
      value = try JSON(parsing: Files.read(path))
    } catch let error as JSONSyntaxError {
      throw UsageError(description: "\(path): \(error)")
    }
    guard let mutants = value["mutants"]?.object else {
      throw UsageError(description: "\(path): expected an object “mutants”; there is none")
    }
    return Dictionary(
      mutants.members.map { ($0.key, $0.value.string ?? "") }, uniquingKeysWith: { $1 })
  }
}
