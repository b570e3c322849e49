package import Conformance
import StrictJSON

/// Derives the generated faults of a contract and role from the contract alone.
package struct Mutations {
  private let contract: Contract
  private let surface: ContractSurface
  private let role: Role

  /// Every generated fault, in the order of the contract's files.
  ///
  /// - Parameters:
  ///   - contract: The contract.
  ///   - surface: Its files as JSON.
  ///   - role: Who is under test.
  /// - Returns: Faults of what a documented clause of the role covers; names are unique.
  package static func all(
    of contract: Contract, _ surface: ContractSurface, role: Role
  ) -> [Mutation] {
    let source = Mutations(contract: contract, surface: surface, role: role)
    let all = source.ofAnswers + source.ofRequests + source.ofDeadlines + source.ofWebhooks
    var seen: Set<String> = []
    return all.filter { seen.insert($0.name).inserted }
  }

  /// The clause, when it is documented, of the role and tested at all; nil otherwise.
  private func covering(_ id: String?) -> String? {
    guard let clause = id.flatMap(contract.clause), clause.role == role,
      clause.provenance == .documented, clause.excluded == nil
    else { return nil }
    return clause.id
  }

  // MARK: - Answers

  private var ofAnswers: [Mutation] {
    surface.operations.flatMap { name, operation in
      let shape = shape(name, operation)
      let responses = operation["responses"]?.object?.members ?? []
      let statuses = responses.compactMap { Int($0.key) }
      return responses.flatMap { status, response -> [Mutation] in
        guard let status = Int(status) else { return [] }
        let body = response["body"] ?? .null
        let clause = response["clause"]?.string ?? surface.clause(of: body)
        return ofStatus(status, among: statuses, shape, clause)
          + surface.members(of: body, clause: clause).flatMap { member in
            ofMember(member, "\(name) \(status)") {
              .member(shape, status: status, path: member.path, $0)
            }
          }
      }
    }
  }

  private func ofStatus(
    _ status: Int, among documented: [Int], _ shape: OperationShape, _ clause: String?
  ) -> [Mutation] {
    guard let clause = covering(clause) else { return [] }
    let others = documented + [200, 500].filter { !documented.contains($0) }
    return others.filter { $0 != status }.map { other in
      Mutation(
        name: "\(shape.name) \(status) status replaced by \(other)", kind: .status, clause: clause,
        change: .status(shape, from: status, to: other))
    }
  }

  private func ofMember(
    _ member: MemberShape, _ place: String, _ change: (MemberChange) -> Mutation.Change
  ) -> [Mutation] {
    guard let clause = covering(member.clause) else { return [] }
    var kinds: [(Mutation.Operator, MemberChange)] = []
    if member.isRequired { kinds += [(.dropped, .dropped), (.renamed, .renamed)] }
    if !member.types.isEmpty {
      if !member.types.contains("null") { kinds.append((.nulled, .nulled)) }
      kinds.append((.retyped, .retyped))
    }
    if member.isEnumerated { kinds.append((.value, .changed)) }
    return kinds.map { kind, how in
      Mutation(
        name: "\(place) \(kind.rawValue) /\(member.path.joined(separator: "/"))", kind: kind,
        clause: clause, change: change(how))
    }
  }

  private func shape(_ name: String, _ operation: JSON) -> OperationShape {
    var constants: [String: JSON] = [:]
    if let request = operation["request"] {
      let named = request["$ref"]?.string?.split(separator: "/").last
      let schema = named.flatMap { surface.schemas[String($0)] } ?? request
      for (key, member) in schema["properties"]?.object?.members ?? [] {
        if let constant = member["const"] { constants[key] = constant }
      }
    }
    return OperationShape(
      name: name, method: operation["method"]?.string ?? "GET",
      path: operation["path"]?.string ?? "/", constants: constants)
  }

  // MARK: - Requests of an SDK

  private var ofRequests: [Mutation] {
    guard role == .sdk else { return [] }
    return surface.operations.flatMap { name, operation -> [Mutation] in
      guard let request = operation["request"] else { return [] }
      let shape = shape(name, operation)
      return surface.members(of: request, clause: nil).flatMap { member in
        ofMember(member, "\(name) request") { .requestMember(shape, path: member.path, $0) }
      }
    }
  }

  // MARK: - Time and webhooks

  private var ofDeadlines: [Mutation] {
    contract.timers.flatMap { timer -> [Mutation] in
      guard let clause = covering(timer.clause ?? memberClause(timer.deadline)) else { return [] }
      return [-30, 30].map { seconds in
        Mutation(
          name: "\(timer.name) deadline off by \(seconds) s", kind: .deadline, clause: clause,
          change: .deadline(from: timer.from, deadline: timer.deadline, seconds: seconds))
      }
    }
  }

  private func memberClause(_ pointer: JSONPointer) -> String? {
    surface.operations.lazy.flatMap { _, operation in
      (operation["responses"]?.object?.members ?? []).flatMap { _, response in
        surface.members(of: response["body"] ?? .null, clause: response["clause"]?.string)
      }
    }.first { $0.path == pointer.tokens }?.clause
  }

  private var ofWebhooks: [Mutation] {
    let readers = surface.operations.filter { $0.value["method"]?.string == "GET" }
      .map { shape($0.name, $0.value) }
    return contract.webhooks.sorted { $0.key < $1.key }.flatMap { name, webhook -> [Mutation] in
      guard let clause = covering(webhook.clause) else { return [] }
      let shape = WebhookShape(name: name, texts: webhook.anyString, body: webhook.body)
      let dropped = Mutation(
        name: "\(name) webhook dropped", kind: .webhookDropped, clause: clause,
        change: .webhookDropped(shape))
      let early = Mutation(
        name: "\(name) webhook too early", kind: .webhookEarly, clause: clause,
        change: .webhookEarly(shape, readers: readers))
      return readers.isEmpty ? [dropped] : [dropped, early]
    }
  }
}
