import Conformance
import Foundation
import Reference
import Runner
import StrictJSON
import Testing
import Transport

/// A run that lasts for minutes, since its server has no clock that can be advanced, is ended.
@Suite("A run that is ended before its end", .serialized)
struct InterruptionToolTests {
  private static let transcript = "report/transcript.odynn-connect.server.jsonl"

  /// Begins a run, waits until something of it is on disk, ends it by a signal, and gives how the
  /// process ended.
  private func end(by signal: Int32, in folder: Folder) async throws -> ChildExit? {
    let server = try References.start(contract: "odynn-connect", role: "server")
    defer { server.stop() }
    var file = server.target
    file["clock"] = nil
    let target = try folder.write(file, to: "target.json")
    let child = try ChildProcess(
      ChildCommand(
        [try SDKAcceptance.tool(), "run", "--target", target, "--report", folder("report")]
          + ["--filter", "odynn.session.create*", "--filter", "odynn.timer.*"]))
    try await folder.waitForLines(4, of: Self.transcript)
    #expect(child.exit == nil)
    #expect(throws: FileError.self) { try ReportFolder.Claim(folder("report")) }
    kill(child.identifier, signal)
    return await child.waitForExit(timeout: .seconds(240))
  }

  @Test("writes the partial report and ends 130", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) async throws {
    let folder = try Folder()
    #expect(try await end(by: signal, in: folder) == .exited(130))
    let report = try folder.json("report/report.json")
    #expect(report["run"]?["exit"] == 130)
    #expect(report["run"]?["interrupted"] == true)
    #expect(report["run"]?["outcome"] == "incomplete")
    #expect((report["summary"]?["passed"]?.number?.int ?? 0) > 0)
    let open = (report["vectors"]?.array ?? []).filter { $0["verdict"] == "couldNotRun" }
    #expect(!open.isEmpty)
    #expect(open.allSatisfy { $0["reasons"] == ["the run was interrupted"] })
    let names = try folder.names("report")
    #expect(names.contains("report.html") && names.contains("junit.xml"))
    let verified = try await Tool.run("verify", folder("report/report.json"))
    #expect(verified.exit == 0, "\(verified)")
  }

  @Test("leaves a transcript that is whole up to its last line when it is killed")
  func killed() async throws {
    let folder = try Folder()
    #expect(try await end(by: SIGKILL, in: folder) == .signalled(SIGKILL))
    try ReportFolder.Claim(folder("report")).end()
    let bytes = try folder.bytes(Self.transcript)
    let file = try TranscriptFile(parsing: bytes, path: "t.jsonl")
    #expect(file.header.contract == "odynn-connect")
    #expect(file.transcripts.count >= 3)
    #expect(!file.isTruncated)
    let cut = Data(bytes.dropLast(40))
    try cut.write(to: URL(filePath: folder("cut.jsonl")))
    for (path, isCut) in [(folder(Self.transcript), false), (folder("cut.jsonl"), true)] {
      let judged = try await Tool.run("judge", "--transcript", path)
      #expect(judged.exit == 4, "\(judged)")
      #expect(judged.output.contains("outcome incomplete"))
      #expect(judged.errors.contains("the last line is cut and was left out") == isCut)
    }
  }
}
