import Foundation
import StrictJSON
import Testing
import Transport

@Suite("The files of docs/ci")
struct CIFileTests {
  @Test("are YAML that keeps to what the system asks of it", arguments: CIFile.all)
  func shape(file: CIFile) throws {
    let documents = try file.documents()
    #expect(!documents.isEmpty)
    for document in documents { #expect(try file.complaints(of: document) == []) }
  }

  @Test("are read by another reader the same", arguments: CIFile.all)
  func otherReader(file: CIFile) async throws {
    let program = """
      import sys
      try:
          import yaml, json
      except ImportError:
          sys.exit(77)
      print(json.dumps(list(yaml.safe_load_all(open(sys.argv[1], encoding="utf-8")))))
      """
    guard
      let result = try? await ChildProcess.run(
        ChildCommand(["python3", "-c", program, file.path]), timeout: .seconds(60)),
      result.exit != .exited(77)
    else { return }
    #expect(result.exit == .exited(0))
    // YAML 1.1 takes the key “on” for the word true.
    let documents = try file.documents().map { document -> JSON in
      var members = document.object ?? [:]
      if let on = members["on"] {
        members["on"] = nil
        members["true"] = on
      }
      return .object(members)
    }
    #expect(try JSON(parsing: result.output) == .array(documents))
  }

  @Test("hold scripts that a shell can read", arguments: CIFile.all)
  func scripts(file: CIFile) async throws {
    let scripts = try file.scripts()
    #expect(!scripts.isEmpty)
    for script in scripts {
      // GitHub puts the values of its expressions into the text before a shell sees it.
      let text = script.split(separator: "${{", omittingEmptySubsequences: false).enumerated()
        .map { $0 == 0 ? $1 : "x" + ($1.split(separator: "}}", maxSplits: 1).last ?? "") }.joined()
      let result = try await ChildProcess.run(
        ChildCommand(["sh", "-n"]), input: Array(text.utf8), timeout: .seconds(60))
      #expect(
        result.exit == .exited(0), "\(script)\n\(String(decoding: result.errorTail, as: UTF8.self))"
      )
    }
  }

  @Test("call the tool with options that it has", arguments: CIFile.all)
  func options(file: CIFile) async throws {
    let calls = try file.scripts().flatMap(CIFile.calls)
    #expect(!calls.isEmpty)
    for (command, options) in calls {
      let help = try await Tool.run(command, "--help")
      #expect(help.exit == 0, "\(command)")
      for option in options {
        #expect(help.output.contains("  \(option) "), "conform \(command) has no \(option)")
      }
    }
  }

  @Test("refer to jobs, stages and volumes that they have")
  func references() throws {
    let github = try #require(try CIFile.all[0].documents()[0]["jobs"]?.object)
    for (_, job) in github {
      if let needed = job["needs"]?.string { #expect(github[needed] != nil, "\(needed)") }
    }
    let gitlab = try #require(try CIFile.all[1].documents()[0].object)
    let stages = gitlab["stages"]?.array ?? []
    for (name, job) in gitlab where name != "stages" && name != "variables" {
      #expect(stages.contains(job["stage"] ?? .null), "\(name)")
      for needed in job["needs"]?.array ?? [] {
        #expect(needed.string.flatMap { gitlab[$0] } != nil, "\(name) needs \(needed)")
      }
    }
    for file in CIFile.all.suffix(2) {
      for document in try file.documents() where document["kind"] == "Job" {
        let pod = try #require(document["spec"]?["template"]?["spec"])
        let volumes = Set((pod["volumes"]?.array ?? []).compactMap { $0["name"]?.string })
        let mounts = pod["containers"]?[0]?["volumeMounts"]?.array ?? []
        #expect(Set(mounts.compactMap { $0["name"]?.string }) == volumes)
        let parts = pod["containers"]?[0]?["env"]?[0]?["value"]?.string
        #expect(
          parts == nil || parts == document["spec"]?["completions"]?.number?.int.map(String.init))
      }
    }
  }

  @Test(
    "would not be read with these mistakes",
    arguments: [
      "a: 1\n\tb: 2", "a: 1\na: 2", "a: 1\n  b: 2", "a:\n  - b\n   - c", "a: [1, 2", "a: \"b",
      "a: b: c", "just text", "a: &x 1", "a:\n    b: 1\n  c: 2",
    ])
  func mistakes(text: String) {
    #expect(throws: YAMLText.Failure.self) { try YAMLText.documents(text) }
  }
}
