import Conformance

/// `conform list`: what there is to run.
enum ListCommand: Command {
  static let name = "list"
  static let summary = "Lists contracts, their clauses and their vectors."
  static let operands = "[contract …] [--filter GLOB]"
  static let options: [Option] = [
    Option(name: "clauses", value: nil, about: "list clauses instead of vectors"),
    Option(name: "filter", value: "GLOB", about: "only ids that fit; may be given again"),
    SuiteSource.option,
  ]

  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    let suite = try SuiteSource.load(arguments)
    let request = try RunRequest.contracts(arguments, suite)
    let globs = arguments.all("filter").map { Glob($0) }
    func fits(_ id: String) -> Bool { globs.isEmpty || globs.contains { $0.matches(id) } }
    var rows: [String] = []
    for contract in request {
      if arguments.has("clauses") {
        rows += contract.clauses.filter { fits($0.id) }.map { clause in
          "\(clause.id.padded(to: 48))\(clause.level.rawValue.padded(to: 8))\(clause.role.rawValue)"
        }
      } else {
        rows += suite.vectors(of: contract.id).filter { fits($0.id) }.map {
          "\($0.id.padded(to: 48))\($0.title)"
        }
      }
    }
    guard !rows.isEmpty else {
      throw UsageError(description: "nothing fits; see `conform list` without arguments")
    }
    output.write(rows.joined(separator: "\n") + "\n")
    return ExitStatus.conformant
  }
}

extension RunRequest {
  /// The contracts that the operands name; all without operands.
  static func contracts(_ arguments: Arguments, _ suite: Suite) throws -> [Contract] {
    guard !arguments.operands.isEmpty else { return suite.contracts }
    return try arguments.operands.map { id in
      if let contract = suite.contract(id) { return contract }
      throw UsageError(
        description: "“\(id)” is no contract\(nearest(id, suite.contracts.map(\.id)))")
    }
  }
}
