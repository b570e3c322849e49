import Foundation
import Loopback
import Reference
import Runner
import StrictJSON
import Testing
import Transport

/// Runs whose SDK, server or page is not there at all.
@Suite("A run whose target is not there")
struct DriverToolTests {
  /// A driver that serves nothing, and what is said of it.
  struct Driver: Sendable, CustomTestStringConvertible {
    var command: JSON
    var sentence: String
    var testDescription: String { command.serialized() }

    static let all = [
      Driver(command: ["/nowhere/driver"], sentence: "No such file or directory"),
      Driver(command: ["/"], sentence: "Permission denied"),
      Driver(
        command: ["/bin/sh", "-c", "echo the backend is down >&2; exit 3"],
        sentence: "and exited with 3; its log ends: the backend is down"),
      Driver(
        command: ["/bin/sh", "-c", "exec <&-; echo gone >&2; kill -9 $$"],
        sentence: "and was ended by signal 9; its log ends: gone"),
      Driver(
        command: ["/bin/sh", "-c", "echo starting…; exec cat >/dev/null"],
        sentence: "no JSON-RPC message: starting…"),
      Driver(command: ["cat"], sentence: "a request that is no event with a name"),
    ]
  }

  private func target(driver command: JSON, in folder: Folder) throws -> String {
    try folder.write(
      [
        "format": 1, "name": "broken", "contract": "verso-connect", "roles": ["sdk"],
        "driver": ["command": command],
      ], to: "t.json")
  }

  @Test("is broken on our side when no driver serves, with what each said", arguments: Driver.all)
  func broken(driver: Driver) async throws {
    let folder = try Folder()
    let target = try target(driver: driver.command, in: folder)
    let outcome = try await Tool.run("run", "--role", "sdk", "--target", target)
    #expect(outcome.exit == 5, "\(outcome)")
    #expect(
      outcome.output.hasPrefix("Broken on our side or in the target's environment:\n  the dr"))
    #expect(outcome.output.contains(driver.sentence), "\(outcome.output)")
    #expect(outcome.output.contains(", exit status 5\n"))
    // All are lost to the same: one reason is given, not one a vector.
    let reasons = outcome.output.split(separator: "\n").filter { $0.hasPrefix("  the driver") }
    #expect(reasons.count == 1, "\(reasons)")
  }

  @Test("cannot be reached where the server of an SDK refuses connections")
  func server() async throws {
    let folder = try Folder()
    let reference = try References.start(contract: "odynn-connect", role: "sdk")
    var file = reference.target
    reference.stop()
    let words = ["serve", "odynn-connect", "--role", "sdk"]
    file["driver"] = [
      "command": .array(([try SDKAcceptance.tool()] + words).map { .string($0) })
    ]
    let target = try folder.write(file, to: "t.json")
    let outcome = try await Tool.run("run", "--role", "sdk", "--target", target)
    #expect(outcome.exit == 3, "\(outcome)")
    #expect(outcome.output.hasPrefix("✘ the target cannot be reached: expected a connection: "))
    #expect(outcome.output.contains("“http.baseURL” in the target file says where"))
  }

  @Test(
    "cannot be reached where a page's server refuses connections",
    .enabled("needs a browser") { LiveRun.obstacleToPages() == nil })
  func page() async throws {
    let folder = try Folder()
    let reference = try References.start(contract: "accrue-wallet", role: "page")
    let target = try folder.write(reference.target, to: "t.json")
    reference.stop()
    let outcome = try await Tool.run(
      "run", "--target", target, "--filter", "accrue.page.clicks.*")
    #expect(outcome.exit == 3, "\(outcome)")
    #expect(outcome.output.hasPrefix("✘ the target cannot be reached: the page http://127.0.0.1:"))
    #expect(outcome.output.contains("could not be opened: net::ERR_CONNECTION_REFUSED"))
  }

  @Test("ends when it is interrupted while its driver starts, without waiting for the driver")
  func interrupted() async throws {
    let folder = try Folder()
    let script = "echo begun >>'\(folder("begun"))'; exec sleep 1000"
    let target = try target(driver: ["/bin/sh", "-c", .string(script)], in: folder)
    let words = ["run", "--role", "sdk", "--target", target, "--report", folder("r")]
    let child = try ChildProcess(ChildCommand([try SDKAcceptance.tool()] + words))
    try await folder.waitForLines(1, of: "begun")
    kill(child.identifier, SIGTERM)
    // A driver has 20 seconds for its first answer.
    #expect(await child.waitForExit(timeout: .seconds(15)) == .exited(130))
    #expect(try folder.json("r/report.json")["run"]?["interrupted"] == true)
  }
}
