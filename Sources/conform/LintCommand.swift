import Conformance

/// `conform lint`: what is wrong with the suite itself.
enum LintCommand: Command {
  static let name = "lint"
  static let summary = "Checks the spec files and vectors for mistakes."
  static let operands = "[--suite DIR]"
  static let options: [Option] = [SuiteSource.option]

  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    let suite = try SuiteSource.load(arguments)
    let found = Lint.diagnostics(of: suite)
    for diagnostic in found { output.complain("\(diagnostic)\n") }
    let errors = found.count { $0.severity == .error }
    guard errors == 0 else {
      output.complain("\(errors) \(errors == 1 ? "error" : "errors")\n")
      return ExitStatus.usage
    }
    let clauses = suite.contracts.reduce(0) { $0 + $1.clauses.count }
    output.write(
      """
      \(suite.contracts.count) contracts, \(clauses) clauses and \(suite.vectors.count) vectors: \
      nothing wrong

      """)
    return ExitStatus.conformant
  }
}
