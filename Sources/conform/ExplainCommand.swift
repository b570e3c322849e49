import Conformance

/// `conform explain`: a clause or a vector in plain words.
enum ExplainCommand: Command {
  static let name = "explain"
  static let summary = "Says what a clause requires and what tests it, or what a vector does."
  static let operands = "CLAUSE|VECTOR …"
  static let options: [Option] = [SuiteSource.option]

  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    let suite = try SuiteSource.load(arguments)
    guard !arguments.operands.isEmpty else {
      throw UsageError(description: "expected the id of a clause or a vector")
    }
    for id in arguments.operands {
      guard let text = Explanation.text(of: id, in: suite) else {
        let known = suite.vectors.map(\.id) + suite.contracts.flatMap { $0.clauses.map(\.id) }
        throw UsageError(description: "“\(id)” is no clause and no vector\(nearest(id, known))")
      }
      output.write(text + "\n")
    }
    return ExitStatus.conformant
  }
}
