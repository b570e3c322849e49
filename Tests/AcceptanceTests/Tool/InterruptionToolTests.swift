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

  @Test("writes the partial report and ends 130", arguments: [SIGINT, SIGTERM, SIGHUP])
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

  @Test("ends at once when it is interrupted again and again, whatever holds it up")
  func insisted() async throws {
    let own = try Folder()
    // A result that is longer than a pipe, whose reader reads its first line and no more.
    let script = #"""
      sh -c 'echo $$ >"$0"; exec "$@"' "$@" 2>>"$1.errors" \
      | { read line; echo "$line" >"$1.begun"; exec sleep 1000; }
      """#
    let words = ["explain"] + Array(repeating: "verso.present.async", count: 400)
    let shell = try ChildProcess(
      ChildCommand(["/bin/sh", "-c", script, "sh", own("pid"), try SDKAcceptance.tool()] + words))
    try await own.waitForLines(1, of: "pid.begun")
    let text = String(decoding: try own.bytes("pid"), as: UTF8.self)
    let tool = try #require(Int32(text.dropLast()))
    let end = ContinuousClock.now + .seconds(60)
    var errors = ""
    while errors.isEmpty, ContinuousClock.now < end {
      kill(tool, SIGINT)
      try await Task.sleep(for: .milliseconds(50))
      errors = String(decoding: (try? own.bytes("pid.errors")) ?? [], as: UTF8.self)
    }
    #expect(errors == "interrupted again: ended at once, with what is written until now\n")
    await shell.terminate(grace: .seconds(1))
  }

  @Test("goes on after the terminal is closed when it was started to do so")
  func detached() async throws {
    let script = #"""
      trap '' HUP; "$0" "$@" & pid=$!
      kill -HUP $pid; wait $pid
      """#
    let words = ["run", "odynn-connect", "--role", "server"] + SampleReports.filters
    let outcome = try await Tool.run(words, shell: script)
    #expect(outcome.exit == 0, "\(outcome)")
  }
}
