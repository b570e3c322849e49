import Conformance
import Runner
import StrictJSON

/// `conform diff`: what changed between two runs, or between two editions of the contracts.
enum DiffCommand: Command {
  static let name = "diff"
  static let summary =
    "Says what changed from one report to the next, and whether it breaks anything."
  static let operands = "OLD NEW [options]"
  static let options: [Option] = [
    Option(name: "renames", value: "FILE", about: "a JSON object of new vector ids by old ones"),
    Option(name: "contracts", value: nil, about: "OLD and NEW are suites: compare their contracts"),
    Option(name: "json", value: nil, about: "print JSON instead of Markdown"),
  ]

  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    guard arguments.operands.count == 2 else {
      throw UsageError(description: "expected two reports: conform diff OLD NEW")
    }
    if arguments.has("contracts") { return try compareContracts(arguments, output) }
    let (old, new) = (arguments.operands[0], arguments.operands[1])
    let difference = ReportDifference(
      from: try StoredReport(parsing: Files.read(old), path: old),
      to: try StoredReport(parsing: Files.read(new), path: new), renames: try renames(arguments))
    output.write(
      arguments.has("json") ? difference.json.serialized(.pretty) + "\n" : difference.markdown)
    return difference.answer == .breaking ? 1 : 0
  }

  private static func renames(_ arguments: Arguments) throws -> [String: String] {
    guard let path = arguments["renames"] else { return [:] }
    let json: JSON
    do {
      json = try JSON(parsing: Files.read(path))
    } catch let error as JSONSyntaxError {
      throw UsageError(description: "\(path):\(error)")
    }
    guard let object = json.object else {
      throw UsageError(description: "\(path): expected an object of new ids by old ones")
    }
    var renames: [String: String] = [:]
    for (old, new) in object { renames[old] = new.string }
    return renames
  }

  private static func compareContracts(_ arguments: Arguments, _ output: Output) throws -> Int32 {
    let suites = try arguments.operands.map { try SuiteSource.load(folder: $0) }
    let difference = ContractDifference(from: suites[0], to: suites[1])
    output.write(difference.markdown)
    return difference.weight == .major ? 1 : 0
  }
}
