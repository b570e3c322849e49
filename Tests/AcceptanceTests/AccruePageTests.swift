import Conformance
import Reference
import Runner
import StrictJSON
import Testing

/// The reference page, right, different and wrong, in a real browser.
@Suite(
  "The reference page",
  .enabled(
    if: LiveRun.obstacleToPages() == nil,
    "pages are not shown: there is no Chromium on this machine; scripts/setup --browser gets one"),
  .serialized, .sweep)
struct AccruePageTests {
  private static let contract = "accrue-wallet"

  @Test("The reference is conformant, and every clause of it was checked")
  func reference() async throws {
    let result = try await run()
    #expect(result.troubles == [])
    #expect(result.blamed == [])
    #expect(result.clauses.filter { $0.verdict != .passed }.map(\.clause.id) == [])
    #expect(result.clauses.count == 27)
    #expect(result.exitCode() == 0)
  }

  /// The variants, several at a time where they do not get into each other's way.
  private static let variants = [
    ["name-in-action", "extra-members", "listens-to-event", "other-labels", "tracks"],
    ["name-in-both", "nulls-left-out", "listens-to-function", "locked-by-leaving-out", "alerts"],
    ["pretty-messages", "no-home-function", "otp-to-strangers", "found-by-selector"],
    ["escaped-messages", "slow-server", "in-shadow", "locked-by-disabling"],
    ["second-page", "locked-by-reverting"],
  ]

  @Test("Every variant is tried")
  func allVariants() {
    let known = References.variants(contract: Self.contract, role: "page").map(\.name)
    #expect(Self.variants.flatMap(\.self).sorted() == known.sorted())
  }

  @Test("Legal differences fail nothing", arguments: variants)
  func variant(names: [String]) async throws {
    let result = try await run(variant: names.joined(separator: "+"))
    #expect(result.troubles == [])
    #expect(result.failedClauses == [])
    #expect(result.exitCode() == 0)
  }

  @Test(
    "Every fault is caught, and no clause fails but its own",
    arguments: References.faults(contract: contract, role: "page"))
  func fault(fault: FaultInfo) async throws {
    let result = try await run(fault: fault.name, citing: fault.clauses)
    #expect(!result.blamed.isDisjoint(with: fault.clauses), "\(fault.name) survived")
    let others = result.failedClauses.subtracting(fault.clauses).sorted()
    #expect(others == [], "\(fault.name) fails clauses that it does not break")
    #expect(result.exitCode() == (fault.isAdvisory ? 0 : 1))
  }

  @Test("What a failing vector's page posted is in the report, with a picture of it")
  func report() async throws {
    let result = try await run(
      fault: "sign-in-click-twice", citing: ["accrue.bridge.signin-clicked"])
    let vector = try #require(result.vectors.first { $0.vector.id == "accrue.page.clicks.sign-in" })
    #expect(vector.verdict == .failed)
    let page = try #require(vector.page)
    let messages = page.events.filter { $0.kind == "message" }.map(\.text)
    #expect(
      messages
        == Array(
          repeating: #"{"key":"AccrueWallet::SignInButtonClicked","data":{}}"#, count: 2))
    #expect(page.picture.prefix(4).elementsEqual([0x89, 0x50, 0x4E, 0x47]))
    #expect(vector.pictureFile == "screenshots/accrue.page.clicks.sign-in.png")
    let report = JSONReport.report(result, exit: 1, version: "1")
    let written = report["vectors"]?.array?.first { $0["id"]?.string == vector.vector.id }
    #expect(written?["page"]?["screenshot"]?.string == vector.pictureFile)
    #expect(written?["page"]?["events"]?.array?.count == page.events.count)
  }

  /// Runs the vectors of role page against the reference; only those that cite some clauses, or all.
  private func run(
    fault: String? = nil, variant: String? = nil, citing clauses: [String]? = nil
  ) async throws -> RunResult {
    let suite = try SDKAcceptance.suite()
    let reference = try References.start(
      contract: Self.contract, role: "page", fault: fault, variant: variant)
    defer { reference.stop() }
    let target = try Target(
      parsing: reference.target.serializedBytes(), path: "reference.json", suite: suite,
      environment: [:])
    let contract = try #require(suite.contract(Self.contract))
    let vectors = suite.vectors(of: Self.contract).filter { vector in
      clauses.map { $0.contains(where: vector.clauses.contains) } ?? true
    }
    let plan = Plan(
      vectors, context: RunContext(contract: contract, target: target),
      selection: Plan.Selection(role: .page))
    return await LiveRun.perform(plan, suite: suite, options: Scheduler.Options())
  }
}
