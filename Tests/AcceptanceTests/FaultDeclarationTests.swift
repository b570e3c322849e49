import Conformance
import Reference
import Runner
import Testing

@Suite("What the faults of the references say of themselves")
struct FaultDeclarationTests {
  /// A contract and a role that has a reference.
  struct Part: Sendable, CustomTestStringConvertible {
    var contract: String
    var role: String
    var testDescription: String { "\(contract) \(role)" }

    static let all = References.all().map { Part(contract: $0.contract, role: $0.role) }
  }

  @Test("Each breaks clauses of its contract, at least one of its own role", arguments: Part.all)
  func clauses(_ part: Part) throws {
    let contract = try #require(try Suite.embedded().contract(part.contract))
    let faults = References.faults(contract: part.contract, role: part.role)
    #expect(!faults.isEmpty)
    for fault in faults {
      let unknown = fault.clauses.filter { contract.clause($0) == nil }
      #expect(unknown == [], "\(fault.name) breaks what is no clause")
      let roles = fault.clauses.compactMap { contract.clause($0)?.role.rawValue }
      #expect(roles.contains(part.role), "\(fault.name) breaks nothing of its role")
    }
  }

  @Test(
    "No two faults of one reference have the same name, and no two variants", arguments: Part.all)
  func names(_ part: Part) {
    let faults = References.faults(contract: part.contract, role: part.role).map(\.name)
    #expect(Set(faults).count == faults.count)
    let variants = References.variants(contract: part.contract, role: part.role).map(\.name)
    #expect(Set(variants).count == variants.count)
  }
}
