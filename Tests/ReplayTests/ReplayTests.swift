import Conformance
import ConformanceTesting
import Foundation
import Reference
import Testing

/// Replays every vector against the references, or against the target that `CONFORM_TARGET` names.
@Suite("Replay")
struct ReplayTests {
  private static let replay =
    ReplayEnvironment.targetFile.map { ConformanceReplay(targetFile: $0, reports: reports) }
    ?? ConformanceReplay(references, reports: reports)

  @Test("Vector", arguments: replay.cases)
  func vector(_ item: ConformanceReplay.Case) async throws {
    try await Self.replay.check(item)
  }

  private static var references: [ConformanceReplay.Subject] {
    References.all().compactMap { contract, name in
      guard let role = Role(rawValue: name) else { return nil }
      return ConformanceReplay.Subject(
        contract: contract, role: role,
        target: .started {
          let reference = try References.start(contract: contract, role: name)
          return ReplayTarget.Started(
            target: reference.target, driver: reference.driver, stop: reference.stop)
        })
    }
  }

  private static var reports: String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "reports").path(percentEncoded: false)
  }
}
