import Conformance
import Reference
import Testing

/// Every reference SDK is accepted, and every fault of one is caught and named.
@Suite("Reference SDKs", .serialized, .sweep)
struct SDKFaultTests {
  @Test(
    "The reference is conformant",
    arguments: SDKAcceptance.contracts, SDKAcceptance.Way.allCases)
  func reference(contract: String, way: SDKAcceptance.Way) async throws {
    let suite = try SDKAcceptance.suite()
    let result = try await SDKAcceptance.run(contract, way, in: suite)
    #expect(result.troubles == [])
    #expect(result.blamed == [])
    #expect(result.exitCode() == 0)
  }

  @Test("Every variant is accepted", arguments: SDKAcceptance.contracts)
  func variants(contract: String) async throws {
    let suite = try SDKAcceptance.suite()
    for variant in References.variants(contract: contract, role: "sdk") {
      let result = try await SDKAcceptance.run(
        contract, variant: variant.name, .inProcess, in: suite)
      #expect(result.failedGatingClauses == [], "\(variant.name)")
      #expect(result.exitCode() == 0, "\(variant.name)")
    }
  }

  @Test(
    "Every fault is caught, and no clause fails but its own", arguments: SDKAcceptance.contracts)
  func faults(contract: String) async throws {
    let suite = try SDKAcceptance.suite()
    try await forEach(References.faults(contract: contract, role: "sdk"), atOnce: 4) { fault in
      let isLong = SDKAcceptance.showsPages(contract)
      let result = try await SDKAcceptance.run(
        contract, fault: fault.name, .inProcess, citing: isLong ? fault.clauses : nil, in: suite)
      let declared = Set(fault.clauses)
      #expect(!result.blamed.isDisjoint(with: declared), "\(fault.name) survived")
      let others = result.failedClauses.subtracting(declared).sorted()
      #expect(others == [], "\(fault.name) fails clauses that it does not break")
      #expect(result.exitCode() == (fault.isAdvisory ? 0 : 1), "\(fault.name)")
    }
  }

  @Test(
    "Every fault is caught over standard input and output",
    arguments: SDKAcceptance.quickContracts)
  func faultsOfPrograms(contract: String) async throws {
    let suite = try SDKAcceptance.suite()
    try await forEach(References.faults(contract: contract, role: "sdk"), atOnce: 2) { fault in
      let result = try await SDKAcceptance.run(
        contract, fault: fault.name, .standardIO, citing: fault.clauses, in: suite)
      #expect(!result.blamed.isDisjoint(with: fault.clauses), "\(fault.name) survived")
      #expect(
        result.vectors.allSatisfy { $0.verdict != .harnessError },
        "\(fault.name): \(result.troubles)")
    }
  }

  /// Does something for every element, a few at once.
  private func forEach<Element: Sendable>(
    _ elements: [Element], atOnce width: Int,
    _ body: @escaping @Sendable (Element) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, element) in elements.enumerated() {
        if index >= width { try await group.next() }
        group.addTask { try await body(element) }
      }
      try await group.waitForAll()
    }
  }
}
