import Conformance
import ConformanceTesting
import Testing

private let replay = ConformanceReplay(
  contract: "verso-connect", role: .sdk,
  target: .sdk("Tiny Verso") { TinyVersoDriver() })

@Test("Verso Connect", arguments: replay.cases)
func conforms(_ vector: ConformanceReplay.Case) async throws {
  try await replay.check(vector)
}
