import Conformance
import Reference
import Runner
import StrictJSON

/// The targets of a run: the one of a target file, or the references, which run while this does.
struct RunSubjects {
  /// A context a target, in the order in which they are run.
  private(set) var contexts: [RunContext] = []
  /// Where their webhooks come in, in every repetition.
  let inboxes = InboxShelf()
  private var references: [RunningReference] = []

  init(_ arguments: Arguments, _ request: RunRequest, _ suite: Suite) throws {
    if let path = arguments["target"] {
      contexts = [try Self.context(path, request, suite)]
    } else {
      try startReferences(request, suite)
    }
  }

  /// Ends the references and the inboxes.
  func stop() {
    inboxes.close()
    references.forEach { $0.stop() }
  }

  private static func context(
    _ path: String, _ request: RunRequest, _ suite: Suite
  ) throws -> RunContext {
    let target = try Target(
      parsing: Files.read(path), path: path, suite: suite, environment: Environment.current)
    guard request.contracts.isEmpty || request.contracts.contains(target.contract),
      let contract = suite.contract(target.contract)
    else {
      throw UsageError(
        description:
          """
          \(path) is a target of \(target.contract), not of \
          \(request.contracts.joined(separator: ", "))
          """
      )
    }
    if let role = request.selection.role, !target.roles.contains(role) {
      let roles = target.roles.map(\.rawValue).joined(separator: ", ")
      throw UsageError(description: "\(path) plays the role \(roles), not \(role.rawValue)")
    }
    return RunContext(
      contract: contract, target: target.playing(request.selection.role), gate: request.gate)
  }

  private mutating func startReferences(_ request: RunRequest, _ suite: Suite) throws {
    for (id, roleName) in References.all() {
      guard let contract = suite.contract(id), let role = Role(rawValue: roleName),
        request.contracts.isEmpty || request.contracts.contains(id),
        request.selection.role == nil || request.selection.role == role
      else { continue }
      let reference = try References.start(contract: id, role: roleName)
      references.append(reference)
      var target = try Target(
        parsing: reference.target.serializedBytes(), path: "(reference)", suite: suite,
        environment: Environment.current)
      target.makeDriver = reference.driver
      contexts.append(RunContext(contract: contract, target: target, gate: request.gate))
    }
    guard !contexts.isEmpty else {
      throw UsageError(
        description: "there is no reference for that contract and role; name a target with --target"
      )
    }
  }
}
