import Conformance
import Foundation
import Loopback
import Reference
import Runner
import StrictJSON
import Testing
import Wire

/// A report folder is one run's while it lasts.
@Suite("A report folder")
struct ReportFolderTests {
  /// Calls that write reports, without the folder; a slash begins a file of the sample reports.
  private static let calls = [
    ["run", "odynn-connect", "--role", "server", "--filter", "odynn.session.create"],
    ["judge", "--transcript", "/whole/transcript.odynn-connect.server.jsonl"],
    ["merge", "/part1/report.json", "/part2/report.json", "/part3/report.json"],
  ]

  @Test(
    "that another run writes to is refused, left as it is, and free again later", arguments: calls)
  func taken(words: [String]) async throws {
    let samples = try await SampleReports.made.value.folder
    let folder = try Folder()
    let words =
      words.map { $0.hasPrefix("/") ? samples(String($0.dropFirst())) : $0 }
      + ["--report", folder("r")]
    let claim = try ReportFolder.Claim(folder("r"))
    let refused = try await Tool.run(words)
    #expect(refused.exit == 5, "\(refused)")
    #expect(refused.output == "")
    let sentence = "\(folder("r")): it could not be written: another run is writing its reports"
    #expect(refused.errors.hasPrefix(sentence), "\(refused)")
    #expect(refused.errors.contains("(--report)"))
    #expect(try folder.names("r") == [])
    claim.end()
    let done = try await Tool.run(words)
    #expect(done.exit == (words.contains("judge") ? 4 : 0), "\(done)")
    #expect(try folder.names("r").contains("report.json"))
    #expect(!(try folder.names("r").contains { $0.hasPrefix(".") }), "nothing is left behind")
    try ReportFolder.Claim(folder("r")).end()
  }

  @Test("that cannot be had costs no request")
  func unsent() async throws {
    let folder = try Folder()
    let count = Locked(0)
    let server = try LoopbackServer { _, _ in
      count.withLock { $0 += 1 }
      return .json(404, [])
    }
    defer { server.stop() }
    let target = try folder.write(
      [
        "format": 1, "name": "counting", "contract": "odynn-connect", "roles": ["server"],
        "http": ["baseURL": .string(server.baseURL)], "parameters": ["apiKey": "k-123456"],
      ], to: "t.json")
    let run = ["run", "--target", target, "--filter", "odynn.session.create"]
    try Data().write(to: URL(filePath: folder("file")))
    let claim = try ReportFolder.Claim(folder("taken"))
    defer { claim.end() }
    for name in ["taken", "file", "file/below"] {
      let outcome = try await Tool.run(run + ["--report", folder(name)])
      #expect(outcome.exit == 5, "\(outcome)")
      let cause = name == "taken" ? "another run" : "not a directory"
      #expect(
        outcome.errors.hasPrefix("\(folder(name)): it could not be written: \(cause)"), "\(outcome)"
      )
    }
    #expect(count.withLock { $0 } == 0)
    _ = try await Tool.run(run)
    #expect(count.withLock { $0 } > 0)
  }

  @Test(
    "that may not be written is refused", .enabled("root may write anywhere") { geteuid() != 0 })
  func readOnly() throws {
    let folder = try Folder()
    let path = folder("r")
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o555])
    let error = #expect(throws: FileError.self) { try ReportFolder.Claim(path) }
    #expect(error?.description == "\(path): it could not be written: permission denied")
  }

  @Test("that may be written and not looked into is taken without a lock")
  func unlockable() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder("r"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o333])
    try ReportFolder.Claim(folder("r")).end()
  }
}

/// A folder that files are read from.
@Suite("A folder of files")
struct FileFolderTests {
  @Test("that is not there is none, and what it holds comes in order")
  func order() throws {
    let folder = try Folder()
    #expect(try Files.below(folder("none"), ending: ".json") == nil)
    for name in ["b", "a", "c.txt"] { try folder.write([], to: name) }
    let suite = try #require(try Files.below(folder.path, ending: "")?.map(\.path))
    #expect(suite == [folder("a"), folder("b"), folder("c.txt")])
  }

  @Test(
    "of which a part cannot be read is refused, not taken for less or for none",
    .enabled("root may read anything") { geteuid() != 0 })
  func unreadable() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder("below"), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0])
    let error = #expect(throws: FileError.self) {
      _ = try Files.below(folder.path, ending: ".json")
    }
    #expect(error?.description.contains("expected a folder that can be read") == true)
  }
}
