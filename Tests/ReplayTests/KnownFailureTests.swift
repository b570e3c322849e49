import Conformance
import ConformanceTesting
import Foundation
import Reference
import Testing

/// Known failures in the test runner: they are known issues, and an entry that is out of date fails.
@Suite(
  "Replay with known failures",
  .enabled("CONFORM_ROLE asks for another role") {
    ["", "sdk"].contains(ProcessInfo.processInfo.environment["CONFORM_ROLE"] ?? "")
  })
struct KnownFailureTests {
  private static let link = "verso.present.rejected.403"

  /// A replay of two vectors against an SDK that loses the status of a refusal.
  private func replay(knowing known: String, fault: String? = "status-lost") -> ConformanceReplay {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "conform-known-\(UUID().uuidString).json"
    ).path(percentEncoded: false)
    _ = FileManager.default.createFile(atPath: path, contents: Data(known.utf8))
    return ConformanceReplay(
      contract: "verso-connect", role: .sdk,
      target: .started {
        let reference = try References.start(
          contract: "verso-connect", role: "sdk", fault: fault)
        return ReplayTarget.Started(
          target: reference.target, driver: reference.driver, stop: reference.stop)
      }, filters: [Self.link, "verso.present.async"], knownFailures: path)
  }

  private func file(_ entries: String...) -> String {
    #"{"format": 1, "known": [\#(entries.joined(separator: ", "))]}"#
  }

  private func entry(vector: String = link, _ more: String = "") -> String {
    """
    {"vector": "\(vector)", "clause": "verso.error.rejected-403", "reason": "the status is lost",
     "owner": "Ada"\(more)}
    """
  }

  @Test("A failure that is known is a known issue, and the run has nothing else to say")
  func known() async throws {
    let replay = replay(knowing: file(entry()))
    try #require(replay.cases.prefix(2).map(\.id) == ["verso.present.async", Self.link])
    for item in replay.cases { try await replay.check(item) }
  }

  @Test("A failure that is not known is an issue")
  func unknown() async throws {
    let replay = replay(knowing: file())
    try await withKnownIssue {
      try await replay.check(replay.cases[1])
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("verso.error.rejected-403") }
    }
    try await replay.check(replay.cases[0])
  }

  @Test(
    "An entry that is out of date is an issue of the run as a whole",
    arguments: [
      (link, "", "passed"), ("none.*", "", "matched nothing"),
      (link, #", "expires": "2020-01-31""#, "expired on 2020-01-31"),
    ])
  func stale(vector: String, more: String, says: String) async throws {
    let replay = replay(knowing: file(entry(vector: vector, more)), fault: nil)
    try await withKnownIssue {
      try await replay.check(replay.cases[2])
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains(says) }
    }
    try await replay.check(replay.cases[0])
  }

  @Test("A file that cannot be used is an issue that says where")
  func unusable() async throws {
    let replay = replay(knowing: file(#"{"vector": "x", "clause": "no.such.clause"}"#))
    try await withKnownIssue {
      try await replay.check(replay.cases[0])
    } matching: { issue in
      issue.sourceLocation?.fileID.contains("conform-known-") ?? false
    }
  }
}
