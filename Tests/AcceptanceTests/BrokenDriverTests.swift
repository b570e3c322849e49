import Conformance
import Foundation
import Runner
import StrictJSON
import Testing

/// A driver that breaks costs the vectors that it served, never the run.
@Suite("Broken drivers", .serialized, .sweep)
struct BrokenDriverTests {
  /// Vectors that a driver passes which answers every call with invalidLink.
  private static let passable = [
    "verso.present.invalid-link.none", "verso.present.invalid-link.empty",
    "verso.present.link.fragment", "verso.present.link.two-part-path",
  ]

  private func run(
    _ driver: BrokenDriver, _ ids: [String] = passable, leases: Int = 2, timeout: String = "PT4S"
  ) async throws -> RunResult {
    let folder = try driver.write()
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await run(
      ["python3", folder.appending(path: "driver.py").path], ids, leases, timeout)
  }

  private func run(
    _ command: [String], _ ids: [String] = passable, _ leases: Int = 2, _ timeout: String = "PT4S"
  ) async throws -> RunResult {
    let suite = try SDKAcceptance.suite()
    let file: JSON = [
      "format": 1, "name": "broken", "contract": "verso-connect", "roles": ["sdk"],
      "driver": ["command": .array(command.map { .string($0) }), "timeout": .string(timeout)],
    ]
    let target = try Target(
      parsing: file.serializedBytes(), path: "broken.json", suite: suite, environment: [:])
    let contract = try #require(suite.contract("verso-connect"))
    let vectors = suite.vectors(of: "verso-connect").filter { ids.contains($0.id) }
    let plan = Plan(vectors, context: RunContext(contract: contract, target: target))
    return await LiveRun.perform(plan, suite: suite, options: Scheduler.Options(leases: leases))
  }

  @Test("A driver that breaks is a harness error, which says how", arguments: BrokenDriver.broken)
  func broken(driver: BrokenDriver) async throws {
    let result = try await run(driver, Array(Self.passable.prefix(2)), timeout: "PT20S")
    #expect(result.vectors.map(\.verdict) == [.harnessError, .harnessError])
    #expect(result.exitCode() == 5)
    let reason = try #require(driver.reason)
    for vector in result.vectors {
      #expect(vector.reasons.joined().contains(reason), "\(vector.reasons)")
    }
  }

  @Test("A driver that is odd but keeps to the protocol is served", arguments: BrokenDriver.odd)
  func odd(driver: BrokenDriver) async throws {
    let result = try await run(driver)
    #expect(result.troubles == [])
    #expect(result.vectors.map(\.verdict) == Self.passable.map { _ in .passed })
  }

  @Test("A driver that crashed is replaced, and the other vectors run")
  func replaced() async throws {
    let driver = BrokenDriver(
      "crashes once", "if method == \"call\" and first: os._exit(1)", says: nil)
    let result = try await run(driver, leases: 1)
    #expect(result.vectors.count { $0.verdict == .harnessError } == 1)
    #expect(result.vectors.count { $0.verdict == .passed } == Self.passable.count - 1)
  }

  /// The rows that docs/testing-an-sdk.md shows.
  @Test("A driver that breaks once costs one vector, and every other runs")
  func table() async throws {
    var rows = ["| the first process of the driver | vectors lost | vectors run | exit | time |"]
    rows.append("|---|---|---|---|---|")
    for driver in BrokenDriver.broken + BrokenDriver.odd {
      let start = ContinuousClock.now
      let result = try await run(driver.once, leases: 1, timeout: "PT20S")
      let seconds = Double((ContinuousClock.now - start) / .milliseconds(100)).rounded() / 10
      let lost = result.vectors.count { $0.verdict == .harnessError }
      let ran = result.vectors.count { $0.verdict == .passed }
      rows.append(
        "| \(driver) | \(lost) | \(ran) | \(result.exitCode()) | \(seconds) s |")
      #expect(lost == (driver.reason == nil ? 0 : 1), "\(driver): \(result.troubles)")
      #expect(ran == Self.passable.count - lost, "\(driver)")
      #expect(result.exitCode() == (lost == 0 ? 0 : 5), "\(driver)")
    }
    print(rows.joined(separator: "\n"))
  }

  @Test("A program that is not there is a harness error")
  func missing() async throws {
    let result = try await run(["/nonexistent/driver"])
    #expect(result.vectors.allSatisfy { $0.verdict == .harnessError })
    #expect(result.vectors.allSatisfy { $0.reasons.joined().contains("could not be started") })
  }

  @Test("A call that never ends is the SDK's behaviour, found where its end is awaited")
  func endless() async throws {
    let driver = BrokenDriver("never answers a call", "if method == \"call\": continue", says: nil)
    let result = try await run(driver, [Self.passable[0]], timeout: "PT0.5S")
    let finding = try #require(result.vectors[0].judgement.findings.first)
    #expect(finding.clause == "verso.error.invalidLink")
    #expect(finding.actual.contains("nothing within"))
    #expect(result.exitCode() == 1)
  }

  @Test("A second answer to a call is a finding on the clause that the contract names")
  func twice() async throws {
    let driver = BrokenDriver(
      "answers every call twice", "if method == \"call\": send(id, result=invalid)", says: nil)
    let result = try await run(driver)
    #expect(result.blamed == ["verso.sdk.callback-once"])
    #expect(result.vectors.allSatisfy { $0.verdict == .passed })
  }

  @Test("An answer that comes after the next reset is dropped")
  func late() async throws {
    let driver = BrokenDriver(
      "answers the first call late",
      """
      if method == "call" and "held" not in globals():
          held = id
          continue
      if method == "call":
          send(held, result=invalid)
      """, says: nil)
    let result = try await run(driver, leases: 1, timeout: "PT0.5S")
    #expect(result.vectors.count { $0.verdict == .failed } == 1)
    #expect(result.vectors.count { $0.verdict == .passed } == Self.passable.count - 1)
    #expect(!result.blamed.contains("verso.sdk.callback-once"))
  }

  @Test("An operation that a driver does not offer could not run")
  func notOffered() async throws {
    let driver = BrokenDriver(
      "offers nothing",
      """
      if method == "call":
          send(id, error={"code": -32601, "message": "no such operation"})
          continue
      """, says: nil)
    let result = try await run(driver)
    #expect(result.vectors.allSatisfy { $0.verdict == .couldNotRun })
    #expect(result.exitCode() == 4)
  }

  @Test("What a driver leaves running is ended with it")
  func leftovers() async throws {
    let driver = BrokenDriver(
      "leaves a child behind",
      """
      if method == "initialize":
          child = subprocess.Popen(["sleep", "300"])
          open(os.path.join(os.path.dirname(__file__), "child"), "w").write(str(child.pid))
      """, says: nil)
    let folder = try driver.write()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try await run(
      ["python3", folder.appending(path: "driver.py").path], [Self.passable[0]], 1)
    #expect(result.vectors.map(\.verdict) == [.passed])
    let text = try String(contentsOf: folder.appending(path: "child"), encoding: .utf8)
    let child = try #require(Int32(text))
    let end = ContinuousClock.now + .seconds(5)
    while isAlive(child), ContinuousClock.now < end { await Task.yield() }
    #expect(!isAlive(child))
  }

  private func isAlive(_ process: Int32) -> Bool {
    kill(process, 0) == 0 && !isZombie(process)
  }

  private func isZombie(_ process: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status?.contains(") Z ") ?? false
  }
}
