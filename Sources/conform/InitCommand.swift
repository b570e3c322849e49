import Conformance
import Runner
import StrictJSON

/// `conform init`: a target file to begin with.
enum InitCommand: Command {
  static let name = "init"
  static let summary = "Writes a target file to begin with, and says what to fill in."
  static let operands = "CONTRACT [options]"
  static let options: [Option] = [
    Option(
      name: "role", value: "ROLE", about: "server, sdk, app or page; server, or the only one"),
    Option(name: "output", value: "FILE", about: "where it is written; target.json"),
    Option(name: "force", value: nil, about: "replace a file that is there"),
    SuiteSource.option,
  ]

  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    let suite = try SuiteSource.load(arguments)
    let known = suite.contracts.map(\.id)
    guard let id = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError(
        description: "expected one contract, of \(known.joined(separator: ", "))")
    }
    guard let contract = suite.contract(id) else {
      throw UsageError(description: "“\(id)” is no contract\(nearest(id, known))")
    }
    let role = try role(arguments, contract)
    let path = arguments["output"] ?? "target.json"
    if !arguments.has("force"), (try? Files.read(path)) != nil {
      throw UsageError(
        description: "\(path) is there already; name another with --output, or --force")
    }
    let draft = TargetDraft(for: contract, role: role, vectors: suite.vectors(of: id))
    try Files.write(Array((draft.json.serialized(.pretty) + "\n").utf8), to: path)
    output.write(steps(draft, path))
    return ExitStatus.conformant
  }

  /// The role that was asked for, else `server` where the contract binds one, else its first.
  private static func role(_ arguments: Arguments, _ contract: Contract) throws -> Role {
    let bound = Role.allCases.filter { role in contract.clauses.contains { $0.role == role } }
    guard let role: Role = try arguments.choice("role") else {
      return bound.contains(.server) ? .server : bound.first ?? .server
    }
    guard bound.contains(role) else {
      let known = bound.map(\.rawValue).joined(separator: ", ")
      throw UsageError(
        description: "\(contract.id) says nothing of the role \(role.rawValue); it does of \(known)"
      )
    }
    return role
  }

  private static func steps(_ draft: TargetDraft, _ path: String) -> String {
    var lines = ["\(path) is written. Now:", ""]
    lines.append("- put in it where your implementation is, and what it is called")
    for variable in draft.variables { lines.append("- set the environment variable \(variable)") }
    if !draft.hooks.isEmpty {
      lines.append("- offer these hooks, at the paths or as the commands that the file names:")
      lines += draft.hooks.map { "    \(line($0.name, $0.hook))" }
    }
    if !draft.optionalHooks.isEmpty {
      lines.append("- and these, if you can; what needs them does not apply otherwise:")
      lines += draft.optionalHooks.map { "    \(line($0.name, $0.hook))" }
    }
    lines.append("- see whether all is well: conform doctor --target \(path)")
    lines.append("- run: conform run --target \(path) --report reports")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ name: String, _ hook: Hook) -> String {
    let arguments = hook.arguments.isEmpty ? "" : " (\(hook.arguments.joined(separator: ", ")))"
    return "\(name)\(arguments)" + (hook.about.map { ": \($0)" } ?? "")
  }
}
