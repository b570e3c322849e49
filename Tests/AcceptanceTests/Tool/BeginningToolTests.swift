import Conformance
import Foundation
import Reference
import Runner
import StrictJSON
import Testing

/// The commands that one begins with: init, doctor and export.
@Suite("conform init, doctor and export")
struct BeginningToolTests {
  /// A contract and a role that it binds.
  struct Part: Sendable, CustomTestStringConvertible {
    var contract: String
    var role: Role
    var testDescription: String { "\(contract) \(role.rawValue)" }

    static let all = References.all().compactMap { contract, role in
      Role(rawValue: role).map { Part(contract: contract, role: $0) }
    }
  }

  private static let suite = Result { try SDKAcceptance.suite() }

  @Test("A drafted target file is read, and lets every vector run", arguments: Part.all)
  func draft(part: Part) throws {
    let suite = try Self.suite.get()
    let contract = try #require(suite.contract(part.contract))
    let vectors = suite.vectors(of: part.contract).filter { vector in
      vector.clauses.lazy.compactMap(contract.clause).first?.role == part.role
    }
    let draft = TargetDraft(for: contract, role: part.role, vectors: vectors)
    let values = Dictionary(uniqueKeysWithValues: draft.variables.map { ($0, "value of \($0)") })
    let target = try Target(
      parsing: draft.json.serializedBytes(), path: "target.json", suite: suite,
      environment: values)
    #expect(target.roles == [part.role])
    let plan = Plan(vectors, context: RunContext(contract: contract, target: target))
    #expect(plan.obstacles.filter { !$0.isLegal } == [])
    #expect(plan.runnable.isEmpty == vectors.isEmpty)
    let schema = try CompiledSchema(
      compiling: JSONDocument(parsing: Data.specs("schemas/target.schema.json")).root)
    let document = try JSONDocument(parsing: draft.json.serializedBytes())
    #expect(schema.validate(document.root).map(\.description) == [])
    for variable in draft.variables {
      #expect(throws: Diagnostics.self) {
        try Target(
          parsing: draft.json.serializedBytes(), path: "target.json", suite: suite,
          environment: values.filter { $0.key != variable })
      }
    }
  }

  @Test("Variables are named after vendor and parameter, acronyms kept whole")
  func variables() throws {
    let suite = try Self.suite.get()
    let contract = try #require(suite.contract("cheggout-sdk"))
    let draft = TargetDraft(for: contract, role: .sdk, vectors: suite.vectors(of: "cheggout-sdk"))
    #expect(draft.variables.contains("CHEGGOUT_USER_ID"), "\(draft.variables)")
  }

  @Test("init writes the file, says what to do, and replaces nothing unasked")
  func initialise() async throws {
    let folder = try Folder()
    let path = folder("my.json")
    let first = try await Tool.run("init", "odynn-connect", "--output", path)
    #expect(first.exit == 0, "\(first)")
    #expect(first.output.hasPrefix("\(path) is written. Now:\n"))
    #expect(first.output.contains("set the environment variable ODYNN_API_KEY"))
    #expect(first.output.contains("device.connect (sessionId)"))
    #expect(first.output.contains("conform doctor --target \(path)"))
    #expect(try folder.json("my.json")["parameters"]?["apiKey"]?["env"] == "ODYNN_API_KEY")
    let again = try await Tool.run("init", "odynn-connect", "--output", path)
    #expect(again.exit == 2)
    #expect(again.errors == "\(path) is there already; name another with --output, or --force\n")
    let forced = try await Tool.run("init", "odynn-connect", "--output", path, "--force")
    #expect(forced.exit == 0)
    let typo = try await Tool.run("init", "odyn-connect")
    #expect(typo.exit == 2)
    #expect(typo.errors.contains("did you mean “odynn-connect”?"))
    let role = try await Tool.run("init", "odynn-connect", "--role", "page")
    #expect(role.exit == 2)
    #expect(role.errors.contains("says nothing of the role page"))
  }

  @Test("doctor finds nothing wrong with a reference, and says what is wrong with others")
  func doctor() async throws {
    let folder = try Folder()
    let server = try References.start(contract: "odynn-connect", role: "server")
    let target = try folder.write(server.target, to: "target.json")
    let well = try await Tool.run("doctor", "--target", target)
    #expect(well.exit == 0, "\(well)")
    #expect(well.output.contains("ok       server    http://127.0.0.1:"))
    #expect(well.output.contains("can run\n"))
    #expect(well.output.hasSuffix("nothing stands in the way\n"))
    #expect(!well.output.contains("problem"))

    var lame = server.target
    lame["hooks"]?["device.connect"] = nil
    lame["hooks"]?["user.completeSignIn"] = ["command": ["./is-not-there", "{sessionId}"]]
    lame["clock"] = nil
    let lameTarget = try folder.write(lame, to: "lame.json")
    let poor = try await Tool.run("doctor", "--target", lameTarget)
    #expect(poor.exit == 4, "\(poor)")
    #expect(poor.output.contains("does not offer the hook device.connect; add it to “hooks”"))
    #expect(poor.output.contains("./is-not-there is no program that can be started"))
    #expect(poor.output.contains("time is real"))

    server.stop()
    let gone = try await Tool.run("doctor", "--target", target)
    #expect(gone.exit == 3, "\(gone)")
    #expect(gone.output.contains("is not reached"))
    #expect(gone.output.contains("→ start it, or correct “http” in \(target)"))
    let none = try await Tool.run("doctor", "--target", folder("none.json"))
    #expect(none.exit == 2)
  }

  @Test("doctor looks at the machine alone, and asks for a browser only when told to")
  func machine() async throws {
    let alone = try await Tool.run("doctor")
    #expect(alone.exit == 0, "\(alone)")
    #expect(alone.output.contains("ok       libcurl"))
    let browser = try await Tool.run("doctor", "--browser", "/nowhere/chromium")
    #expect(browser.exit == 5)
    #expect(browser.output.contains("problem  browser"))
  }

  @Test("What export writes is the suite")
  func export() async throws {
    let folder = try Folder()
    let written = try await Tool.run("export", folder("suite"))
    #expect(written.exit == 0, "\(written)")
    let lint = try await Tool.run("lint", "--suite", folder("suite"))
    #expect(lint.exit == 0)
    #expect(lint.output == (try await Tool.run("lint")).output)
    let exported = try await Tool.run("list", "odynn-connect", "--suite", folder("suite"))
    #expect(exported.output == (try await Tool.run("list", "odynn-connect")).output)
    #expect(try folder.names("suite/specs").contains("schemas"))
    let again = try await Tool.run("export", folder("suite"))
    #expect(again.exit == 2)
    #expect(again.errors.contains("is there already"))
    let one = try await Tool.run("export", folder("one"), "accrue-wallet")
    #expect(one.exit == 0)
    #expect(try folder.names("one/vectors") == ["accrue-wallet"])
    #expect(try await Tool.run("list", "--suite", folder("one")).exit == 0)
  }
}

extension Data {
  /// A spec file of the checkout.
  fileprivate static func specs(_ path: String) throws -> [UInt8] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: root.appending(path: "Sources/Specs/\(path)")))
  }
}
