import Foundation
import Reference
import StrictJSON
import Testing
import Transport

/// The command-line tool as a process, as a shell runs it.
enum Tool {
  /// All tests begin at once; of their processes only so many run at a time.
  private static let turnstile = Turnstile(width: 3)

  /// What a call came to.
  struct Outcome {
    /// The exit status; nil when a signal ended it or it ran too long.
    var exit: Int32?
    /// What it wrote to its standard output.
    var output: String
    /// The end of what it wrote to its standard error.
    var errors: String
  }

  /// Runs the tool to its end.
  static func run(_ words: String...) async throws -> Outcome { try await run(words) }

  /// Runs the tool to its end.
  ///
  /// - Parameters:
  ///   - words: Its arguments.
  ///   - script: What a shell does instead, in which `"$0" "$@"` is the tool with its arguments.
  /// - Returns: What it came to.
  /// - Throws: An error when it cannot be started.
  static func run(_ words: [String], shell script: String? = nil) async throws -> Outcome {
    let command = ChildCommand(
      (script.map { ["/bin/sh", "-c", $0] } ?? []) + [try SDKAcceptance.tool()] + words)
    await turnstile.enter()
    let result: ChildResult
    do {
      result = try await ChildProcess.run(command, timeout: .seconds(300), outputCap: 16 << 20)
    } catch {
      await turnstile.leave()
      throw error
    }
    await turnstile.leave()
    var exit: Int32?
    if case .exited(let status) = result.exit { exit = status }
    return Outcome(
      exit: exit, output: String(decoding: result.output, as: UTF8.self),
      errors: String(decoding: result.errorTail, as: UTF8.self))
  }
}

/// Lets so many in at a time, in the order in which they came.
actor Turnstile {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(width: Int) { free = width }

  func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// A folder of a test, which is removed with it.
final class Folder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "conform-test-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func write(_ json: JSON, to name: String) throws -> String {
    try Data(json.serialized(.pretty).utf8).write(to: URL(filePath: self(name)))
    return self(name)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: self(name))))
  }

  func json(_ name: String) throws -> JSON { try JSON(parsing: bytes(name)) }

  /// The names of the files in a folder of it, in order.
  func names(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: self(name)).sorted()
  }

  /// Waits until a file holds some number of lines, for at most five minutes.
  func waitForLines(_ count: Int, of name: String) async throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while true {
      // Looked at after the deadline, too: a busy machine may have woken us late.
      let isLate = ContinuousClock.now >= deadline
      let bytes = (try? bytes(name)) ?? []
      if bytes.count(where: { $0 == 0x0A }) >= count { return }
      if isLate { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("\(name) does not come to \(count) lines")
  }
}

/// Reports of runs against Odynn's reference server, made by the tool once for all tests.
struct SampleReports: Sendable {
  let folder: Folder
  /// The vectors that they are of.
  static let filters = ["--filter", "odynn.session.*", "--filter", "odynn.claim.*"]
  /// What is wrong with the server of the failing run.
  static let fault = "second-connect-accepted"

  /// Runs against the right server as a whole and in three parts, and against a wrong one.
  static let made = Task {
    let folder = try Folder()
    let server = try References.start(contract: "odynn-connect", role: "server")
    defer { server.stop() }
    let target = try folder.write(server.target, to: "target.json")
    let run = ["run", "--target", target] + filters
    #expect(try await Tool.run(run + ["--report", folder("whole")]).exit == 0)
    for part in 1...3 {
      let words = ["--shard", "\(part)/3", "--report", folder("part\(part)"), "--format", "json"]
      let outcome = try await Tool.run(run + words)
      #expect(outcome.exit == 0, "\(outcome)")
    }
    let wrong = try References.start(contract: "odynn-connect", role: "server", fault: fault)
    defer { wrong.stop() }
    let wrongTarget = try folder.write(wrong.target, to: "wrong.json")
    let forms = "json,junit,html,markdown,github,gitlab"
    let failing = try await Tool.run(
      ["run", "--target", wrongTarget] + filters + ["--format", forms]
        + ["--report", folder("wrong"), "--write-known", folder("known.json")])
    #expect(failing.exit == 1, "\(failing)")
    return SampleReports(folder: folder)
  }
}

extension JSON {
  /// A report without what differs between two runs of the same.
  var withoutTimes: JSON {
    var report = self
    for name in ["startedAt", "seconds", "seed"] { report["run"]?[name] = nil }
    report["vectors"] = .array(
      (report["vectors"]?.array ?? []).map { vector in
        var vector = vector
        vector["seconds"] = nil
        for name in vector["choices"]?.object?.keys ?? [] where name.hasSuffix(" time") {
          vector["choices"]?[name] = nil
        }
        if vector["choices"]?.object?.isEmpty == true { vector["choices"] = nil }
        return vector
      })
    return report
  }
}
