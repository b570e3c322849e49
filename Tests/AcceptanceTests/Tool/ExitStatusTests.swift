import Conformance
import Foundation
import Loopback
import Reference
import Runner
import StrictJSON
import Testing
import Transport

/// What the tool's exit status says, as DESIGN and README promise it: 0 conformant, 1 not, 2 a wrong
/// call or file, 3 no target, 4 not everything could run, 5 the harness, 6 stale known failures.
@Suite("The exit status of the tool")
struct ExitStatusTests {
  private static let server = ["run", "odynn-connect", "--role", "server"]

  @Test("is 0 for the reference in another process, and 1 with a fault, which is named")
  func served() async throws {
    for (fault, exit) in [(nil, 0), ("second-connect-accepted", 1)] as [(String?, Int32)] {
      let folder = try Folder()
      var words = ["serve", "odynn-connect", "--write-target", folder("t.json")]
      if let fault { words += ["--fault", fault] }
      let server = try ChildProcess(ChildCommand([try SDKAcceptance.tool()] + words))
      defer { kill(server.identifier, SIGKILL) }
      _ = try #require(try await server.output.next(timeout: .seconds(60)), "it did not start")
      let outcome = try await Tool.run(
        ["run", "odynn-connect", "--target", folder("t.json"), "--role", "server"]
          + ["--filter", "odynn.claim.*"])
      #expect(outcome.exit == exit, "\(outcome)")
      guard fault != nil else { continue }
      let clauses = outcome.output.split(separator: "\n").filter { $0.contains("odynn.session.") }
      #expect(clauses.contains { $0.contains("odynn.session.second-connect-rejected") })
    }
  }

  @Test("is 3 where nothing listens, and the address is named")
  func unreachable() async throws {
    let folder = try Folder()
    let gone = try LoopbackServer { _, _ in .json(200, []) }
    gone.stop()
    let target = try folder.write(
      Self.target(gone.baseURL, hooks: ["device.connect"]), to: "gone.json")
    let outcome = try await Tool.run("run", "--target", target)
    #expect(outcome.exit == 3, "\(outcome)")
    #expect(outcome.output.contains("exit status 3"))
    #expect(outcome.output.contains(gone.baseURL.replacing("http://", with: "")), "\(outcome)")
  }

  @Test("is 4 for a server without hooks, and says which hook would let what run")
  func withoutHooks() async throws {
    let folder = try Folder()
    let reference = try References.start(contract: "odynn-connect", role: "server")
    defer { reference.stop() }
    var file = reference.target
    file["hooks"] = nil
    file["clock"] = nil
    let target = try folder.write(file, to: "t.json")
    let outcome = try await Tool.run(
      "run", "--target", target, "--filter", "odynn.session.create", "--filter", "odynn.claim.*")
    #expect(outcome.exit == 4, "\(outcome)")
    #expect(outcome.output.contains("odynn.claim.first-device"))
    #expect(outcome.output.contains("device.connect"))
    #expect(outcome.output.contains("outcome incomplete"))
  }

  @Test(
    "is 2 for a call that cannot be meant, with a hint",
    arguments: [
      (["run", "--filter", "nomatch"], "no vector matches filter nomatch"),
      (["run", "odynn-conect"], "did you mean “odynn-connect”?"),
      (["run", "--targt", "x"], "did you mean “--target”?"),
      (["frobnicate"], "“frobnicate” is no command"),
      (["run", "--target"], "expected FILE after --target"),
      (["run", "--report", ""], "expected DIR after --report"),
      (["run", "--report="], "expected DIR after --report"),
      (["run", "--jobs", "0"], "--jobs"),
      (["run", "--role", "servr"], "server"),
      (["run", "--target", "/nowhere/t.json"], "/nowhere/t.json: expected a file"),
      (["run", "--shard", "3/2"], "expected --shard as a part of all, such as 2/5"),
      (["run", "--set", "1999"], "“1999” is no requirement set"),
      (["run", "--format", "yaml"], "yaml"),
      (["explain", "odynn.session.creat"], "odynn.session.create"),
      (["judge", "--contract", "odynn-connect", "--role", "app"], "expected --trace FILE"),
    ])
  func usage(words: [String], hint: String) async throws {
    let outcome = try await Tool.run(words)
    #expect(outcome.exit == 2, "\(outcome)")
    #expect(outcome.errors.contains(hint), "\(outcome)")
    #expect(outcome.output == "", "a wrong call has no result")
  }

  @Test("is 2 for a wrong file, and the complaint has its place")
  func places() async throws {
    let folder = try Folder()
    let target = folder("t.json")
    try Data("{\n  \"format\": 1,\n  \"naem\": \"x\"\n}\n".utf8).write(to: URL(filePath: target))
    let outcome = try await Tool.run("run", "--target", target)
    #expect(outcome.exit == 2, "\(outcome)")
    #expect(outcome.errors.contains("\(target):3:3: "), "\(outcome)")
    let suite = try Self.copySuite(to: folder)
    let lint = try await Tool.run("lint", "--suite", suite)
    #expect(lint.exit == 0, "\(lint)")
    let path = "\(suite)/vectors/odynn-connect/sessions.json"
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    let wrong = text.replacing("\"expect\"", with: "\"expcet\"", maxReplacements: 1)
    try #require(wrong != text)
    try Data(wrong.utf8).write(to: URL(filePath: path))
    for words in [["lint"], Self.server] {
      let outcome = try await Tool.run(words + ["--suite", suite])
      #expect(outcome.exit == 2, "\(outcome)")
      let place = try #require(
        outcome.errors.firstMatch(of: #/sessions\.json:(\d+):(\d+): .*expcet/#))
      let line = text.split(separator: "\n", omittingEmptySubsequences: false)[
        try #require(Int(place.1)) - 1]
      #expect(line.dropFirst(try #require(Int(place.2)) - 1).hasPrefix("\"expect\""))
      #expect(outcome.errors.contains("expect"))
    }
  }

  @Test("is 0 for the explanation of every clause, of every vector and of every table")
  func explanations() throws {
    let suite = try Suite.embedded()
    let tables = suite.vectors.compactMap { vector in
      vector.id.firstIndex(of: "/").map { String(vector.id[..<$0]) }
    }
    #expect(!tables.isEmpty)
    for id in suite.contracts.flatMap({ $0.clauses.map(\.id) }) + suite.vectors.map(\.id) + tables {
      let text = try #require(Explanation.text(of: id, in: suite), "\(id) is not explained")
      #expect(text.hasPrefix(id))
      #expect(text.split(separator: "\n").count > 3, "\(id)")
    }
  }

  @Test("is 5 when a report cannot be written, and says why")
  func unwritable() async throws {
    let folder = try Folder()
    try Data().write(to: URL(filePath: folder("file")))
    let outcome = try await Tool.run(
      Self.server + ["--filter", "odynn.session.create", "--report", folder("file/reports")])
    #expect(outcome.exit == 5, "\(outcome)")
    #expect(outcome.output == "", "what cannot be reported is not run")
    let path = folder("file/reports")
    #expect(outcome.errors == "\(path): it could not be written: not a directory\n")
  }

  @Test("is 5 when a draft of known failures cannot be written, and the reports are there")
  func undrafted() async throws {
    let folder = try Folder()
    try Data().write(to: URL(filePath: folder("file")))
    let draft = folder("file/known.json")
    let outcome = try await Tool.run(
      Self.server + ["--filter", "odynn.session.create", "--report", folder("r")]
        + ["--write-known", draft])
    #expect(outcome.exit == 5, "\(outcome)")
    #expect(outcome.output.contains("exit status 5"))
    #expect(outcome.errors == "\(draft): it could not be written: not a directory\n")
    #expect(try folder.json("r/report.json")["run"]?["exit"] == 5)
  }

  @Test("is 0 or 1 for a trace, whose wrong line is named")
  func traces() async throws {
    let folder = try Folder()
    let app = try #require(ReferenceApp.all.first { $0.contract == "odynn-connect" })
    let fault = try #require(app.faults.first { $0.name == "close-before-cancel" })
    for (faults, exit) in [([], 0), ([fault.name], 1)] as [(Set<String>, Int32)] {
      let scenario = try #require(app.scenarioOfFault[fault.name])
      let trace = try #require(app.trace(of: scenario, faults: faults, variants: []))
      try Data(trace.utf8).write(to: URL(filePath: folder("a.jsonl")))
      let outcome = try await Tool.run(
        "judge", "--contract", "odynn-connect", "--role", "app", "--trace", folder("a.jsonl"))
      #expect(outcome.exit == exit, "\(outcome)")
      if exit == 1 { #expect(outcome.output.contains("a.jsonl:"), "\(outcome)") }
    }
  }

  @Test("and what is written hold no secret and, into a pipe, no colour")
  func output() async throws {
    let folder = try Folder()
    let reference = try References.start(
      contract: "odynn-connect", role: "server", fault: "key-in-connect-url")
    defer { reference.stop() }
    let target = try folder.write(reference.target, to: "t.json")
    let key = try #require(reference.target["parameters"]?["apiKey"]?.string)
    let outcome = try await Tool.run(
      "run", "--target", target, "--filter", "odynn.session.create", "--report", folder("r"))
    #expect(outcome.exit == 1, "\(outcome)")
    #expect(!outcome.output.contains("\u{1B}") && !outcome.errors.contains("\u{1B}"))
    for name in try folder.names("r") {
      let text = String(decoding: try folder.bytes("r/\(name)"), as: UTF8.self)
      #expect(!text.contains(key), "\(name) holds the key")
      #expect(!text.contains("\u{1B}"), "\(name) holds a control sequence")
    }
  }

  private static func target(_ baseURL: String, hooks: [String]) -> JSON {
    [
      "format": 1, "name": "gone", "contract": "odynn-connect", "roles": ["server"],
      "http": ["baseURL": .string(baseURL)], "parameters": ["apiKey": "k-123456"],
      "hooks": .object(
        JSONObject(
          hooks.map { ($0, ["http": ["method": "POST", "path": .string("/_hooks/\($0)")]]) })),
    ]
  }

  /// The suite's files in a folder, to be changed there.
  private static func copySuite(to folder: Folder) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let suite = folder("suite")
    try FileManager.default.createDirectory(
      at: URL(filePath: suite), withIntermediateDirectories: true)
    for name in ["Sources/Specs", "vectors"] {
      let copy = URL(filePath: suite).appending(path: name.split(separator: "/").last ?? "")
      try FileManager.default.copyItem(at: root.appending(path: name), to: copy)
    }
    try FileManager.default.moveItem(atPath: "\(suite)/Specs", toPath: "\(suite)/specs")
    return suite
  }
}
