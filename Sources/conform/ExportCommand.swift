import Conformance
import Runner
import Specs
import Vectors

/// `conform export`: the data that is built into the tool, as files.
enum ExportCommand: Command {
  static let name = "export"
  static let summary = "Writes the contracts, vectors and schemas that are built into the tool."
  static let operands = "DIR [contract …]"
  static let options: [Option] = [
    Option(name: "force", value: nil, about: "replace files that are there")
  ]

  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    guard let folder = arguments.operands.first else {
      throw UsageError(description: "expected a folder: conform export DIR")
    }
    let suite = try Suite.embedded()
    let contracts = Array(arguments.operands.dropFirst())
    for contract in contracts where suite.contract(contract) == nil {
      let hint = nearest(contract, suite.contracts.map(\.id))
      throw UsageError(description: "“\(contract)” is no contract\(hint)")
    }
    func isWanted(_ path: String) -> Bool {
      let name = path.prefix { $0 != "/" }
      return contracts.isEmpty || name == "schemas" || contracts.contains(String(name))
    }
    let files =
      Specs.files.map { (path: $0.path, text: $0.text) }.filter { isWanted($0.path) }
      .map { (path: "specs/\($0.path)", text: $0.text) }
      + Vectors.files.map { (path: $0.path, text: $0.text) }.filter { isWanted($0.path) }
      .map { (path: "vectors/\($0.path)", text: $0.text) }
    if !arguments.has("force") {
      for file in files where (try? Files.read("\(folder)/\(file.path)")) != nil {
        throw UsageError(
          description: "\(folder)/\(file.path) is there already; name another folder, or --force")
      }
    }
    for file in files { try Files.write(Array(file.text.utf8), to: "\(folder)/\(file.path)") }
    output.write(
      "\(files.count) files in \(folder); to run what they say: conform run --suite \(folder)\n")
    return ExitStatus.conformant
  }
}
