import Specs
import StrictJSON
import Testing
import Transport
import Vectors
import Wire

@testable import Conformance

/// What says nothing of a target is neither held against it nor counted for it.
@Suite("What cannot be judged", .timeLimit(.minutes(1)))
struct UnjudgedTests {
  /// One vector against answers and webhooks that are written down.
  private struct Script {
    var steps: String
    var answer = #"{"id":"t_1","createdAt":"2026-07-21T12:00:00Z","until":"2026-07-21T12:02:00Z"}"#
    /// When a webhook comes after the first answer, in nanoseconds of target time; nil when none.
    var webhookAt: Int64?

    func result() async throws -> RunResult {
      let vectors = """
        { "format": 1, "contract": "c", "vectors": [ { "id": "c.v", "title": "It is so",
          "clauses": ["c.made", "c.until", "c.done"], "steps": [\(steps)] } ] }
        """
      let suite = try Suite(
        specs: [.init(path: "specs/c/contract.json", bytes: Array(UnjudgedTests.contract.utf8))],
        vectors: [.init(path: "vectors/c/v.json", bytes: Array(vectors.utf8))])
      let target = try Target(
        parsing: Array(UnjudgedTests.target.utf8), path: "t.json", suite: suite, environment: [:])
      let context = RunContext(contract: try requireValue(suite.contract("c")), target: target)
      let plan = Plan(suite.vectors, context: context)
      let (deliveries, arrivals) = AsyncStream.makeStream(of: Delivery.self)
      let isFirst = Locked(true)
      let ports = Ports(
        exchange: { call in
          let sends = isFirst.withLock { first in
            defer { first = false }
            return first
          }
          if sends, let at = webhookAt { arrivals.yield(Self.delivery(at)) }
          await Task.yield()
          return HTTPExchange(
            call: call, outcome: ScriptedRun.response(201, answer),
            sentAt: WireInstant(nanoseconds: 0), answeredAt: WireInstant(nanoseconds: 0),
            duration: .zero)
        },
        now: { Instant(nanoseconds: 0) }, sleep: { _ in for _ in 0..<20 { await Task.yield() } },
        inbox: "http://127.0.0.1:9/", deliveries: deliveries)
      let client = CurlClient()
      defer { client.close() }
      let records = await withTaskExecutorPreference(client.executor) {
        await Scheduler(context: context, ports: ports).perform(plan.runnable)
      }
      return RunResult(
        plan: plan, records: records, suite: suite, startedAt: Instant(nanoseconds: 0), seconds: 0,
        seed: 1, isInterrupted: false)
    }

    private static func delivery(_ at: Int64) -> Delivery {
      Delivery(
        number: 1,
        request: HTTPRequest(
          method: "POST", target: "/", fields: ["Content-Type": "application/json"],
          body: Array(#"{"type": "thing.done", "id": "t_1"}"#.utf8)),
        at: Instant(nanoseconds: at))
    }
  }

  // MARK: Captures that were never made

  @Test(
    "A webhook that would be known by what was never given is not missed; the answer is blamed",
    arguments: [
      #"{ "await": { "webhook": "done", "where": { "anyString": "{id}" } } }"#,
      #"{ "absent": { "webhook": "done", "where": { "anyString": "{id}" } } }"#,
      #"{ "check": { "count": { "webhook": "done", "where": { "anyString": "{id}" } }, "is": 1 } }"#,
    ])
  func missingCapture(step: String) async throws {
    let said = String(step.dropLast(2)) + #", "expect": { "clause": "c.done" } }"#
    let script = Script(
      steps: #"{ "send": "create", "capture": { "id": "/id" } }, "# + said,
      answer: #"{"createdAt":"2026-07-21T12:00:00Z"}"#)
    let result = try await script.result()
    let judgement = result.vectors[0].judgement
    #expect(judgement.findings.map(\.clause) == ["c.id"])
    #expect(judgement.couldNotRun.contains { $0.contains("“id”") })
    #expect(!judgement.checked.contains("c.done"))
    #expect(result.vectors[0].verdict == .couldNotRun)
    #expect(result.exitCode() == 1)
  }

  // MARK: What came before

  @Test("What a step had waited for is not counted since a later one that begins at that instant")
  func countedSince() async throws {
    let before = #"""
      { "send": "create", "capture": { "id": "/id" } },
      { "await": { "webhook": "done", "where": { "anyString": "{id}" } } },
      """#
    let rest = #"""
      { "send": "create", "as": "again" },
      { "absent": { "webhook": "done", "where": { "anyString": "{id}" } }, "since": "again",
        "expect": { "clause": "c.done" } }
      """#
    let answer = #"{"id":"t_1"}"#
    let taken = try await Script(steps: before + rest, answer: answer, webhookAt: 0).result()
      .vectors[0]
    #expect(taken.judgement.findings.isEmpty)
    #expect(taken.judgement.checked.contains("c.done"))
    let first = #"{ "send": "create", "capture": { "id": "/id" } }, "#
    let untaken = try await Script(steps: first + rest, answer: answer, webhookAt: 0).result()
      .vectors[0]
    #expect(untaken.judgement.findings.map(\.clause) == ["c.done"])
  }

  // MARK: Instants that cannot be read

  @Test(
    "A deadline that counts from what is no instant is not blamed, but the format is",
    arguments: [#""yesterday""#, #""2026-07-21 12:00:00""#, "null", "1784635200"])
  func unreadableStart(created: String) async throws {
    let script = Script(
      steps: #"""
        { "send": "create", "expect": { "clause": "c.until", "body": { "/until":
          { "instant": { "from": "/createdAt", "plus": "{window}", "within": "PT1S" } } } } }
        """#,
      answer: #"{"id":"t_1","createdAt":\#(created),"until":"2026-07-21T12:02:00Z"}"#)
    let result = try await script.result()
    #expect(Set(result.vectors[0].judgement.findings.map(\.clause)) == ["c.format"])
    #expect(!result.vectors[0].judgement.checked.contains("c.until"))
    #expect(result.vectors[0].judgement.couldNotRun.count == 1)
    #expect(result.exitCode() == 1)
  }

  @Test("An order of instants is not judged when one of them cannot be read, nor is a wait for it")
  func unreadableOrder() async throws {
    let answer = #"{"id":"t_1","createdAt":"yesterday","until":"2026-07-21T12:02:00Z"}"#
    let create =
      #"{ "send": "create", "capture": { "created": "/createdAt", "until": "/until" } }, "#
    let check =
      #"{ "check": { "instants": ["{created}", "<", "{until}"] }, "expect": { "clause": "c.until" } }"#
    let compared = try await Script(steps: create + check, answer: answer).result().vectors[0]
    #expect(compared.judgement.findings.map(\.clause) == ["c.format"])
    #expect(compared.judgement.couldNotRun.contains { $0.contains("RFC 3339") })
    let wait = #"{ "passTime": { "to": "{created}", "plus": "PT1S" } }"#
    let waited = try await Script(steps: create + wait, answer: answer).result().vectors[0]
    #expect(waited.judgement.findings.map(\.clause) == ["c.format"])
    #expect(waited.judgement.couldNotRun.contains { $0.contains("waits for “yesterday”") })
  }

  // MARK: What a vector takes for granted

  @Test(
    "A vector does not apply to a target that does not show what a step takes for granted",
    arguments: [("201", Verdict.failed), ("200", .notApplicable)])
  func given(status: String, verdict: Verdict) async throws {
    let script = Script(
      steps: #"""
        { "send": "create", "capture": { "id": "/id" }, "given": { "status": \#(status) } },
        { "await": { "webhook": "done", "where": { "anyString": "{id}" } },
          "expect": { "clause": "c.done" } }
        """#)
    let result = try await script.result().vectors[0]
    #expect(result.verdict == verdict)
    #expect(result.reasons.allSatisfy { $0.contains("did not show status \(status)") })
  }

  @Test(
    "What must not come for a while may come later",
    arguments: [(Int64(1), Verdict.failed), (2, .passed), (5, .passed)])
  func upTo(seconds: Int64, verdict: Verdict) async throws {
    let script = Script(
      steps: #"""
        { "send": "create", "capture": { "id": "/id" }, "as": "made" }, { "send": "create" },
        { "absent": { "webhook": "done", "where": { "anyString": "{id}" } },
          "since": "made", "upTo": "PT2S", "expect": { "clause": "c.done" } }
        """#,
      answer: #"{"id":"t_1"}"#,
      webhookAt: seconds * 1_000_000_000)
    #expect(try await script.result().vectors[0].verdict == verdict)
  }

  // MARK: Short times

  private static func files(
    _ files: [(path: String, text: String)], of contract: String
  ) -> [Suite.File] {
    files.filter { $0.path.hasPrefix(contract + "/") }.map {
      .init(path: $0.path, bytes: Array($0.text.utf8))
    }
  }

  private static func plan(_ contract: String, _ parameters: String) throws -> Plan {
    let suite = try Suite(
      specs: files(Specs.files, of: contract), vectors: files(Vectors.files, of: contract))
    let hooks = try requireValue(suite.contract(contract)).hooks.keys.map {
      "\"\($0)\": { \"http\": { \"method\": \"POST\", \"path\": \"/\" } }"
    }
    let target = """
      { "format": 1, "name": "t", "contract": "\(contract)", "roles": ["server"],
        "http": { "baseURL": "http://127.0.0.1:1" }, "hooks": { \(hooks.joined(separator: ", ")) },
        "parameters": { \(parameters) } }
      """
    let context = RunContext(
      contract: try requireValue(suite.contract(contract)),
      target: try Target(
        parsing: Array(target.utf8), path: "t.json", suite: suite, environment: [:]))
    return Plan(suite.vectors(of: contract), context: context)
  }

  private struct Short: Sendable {
    var contract: String
    var parameters: String
    /// The vectors that say nothing, and a parameter that their reasons name.
    var withheld: [String]
    var names: String
  }

  private static let key = #""apiKey": "k""#
  private static let shorts = [
    Short(contract: "odynn-connect", parameters: key, withheld: [], names: ""),
    Short(
      contract: "odynn-connect",
      parameters: key + #", "workerArrivalTimeout": "PT3S", "authTimeout": "PT6S""#,
      withheld: [], names: ""),
    Short(
      contract: "odynn-connect",
      parameters: key + #", "workerArrivalTimeout": "PT1S", "authTimeout": "PT6S""#,
      withheld: [
        "odynn.data.extracted-after-creation", "odynn.timer.arrival.just-in-time",
        "odynn.timer.arrival.starts-at-creation", "odynn.timer.sign-in.absolute",
        "odynn.timer.sign-in.expires", "odynn.timer.sign-in.late-connect",
      ], names: "workerArrivalTimeout"),
    Short(
      contract: "odynn-connect",
      parameters: key + #", "workerArrivalTimeout": "PT30S", "authTimeout": "PT10S""#,
      withheld: [
        "odynn.timer.arrival.satisfied", "odynn.timer.sign-in.absolute",
        "odynn.timer.sign-in.late-connect",
      ], names: "authTimeout"),
    Short(
      contract: "verso-connect", parameters: #""linkLifetime": "PT4S", "loginWindow": "PT8S""#,
      withheld: [
        "verso.capture.hour-from-start", "verso.capture.waiting-until-too-late",
        "verso.capture.within-the-hour", "verso.link.valid-for-fifteen-minutes",
      ], names: "Margin"),
    Short(
      contract: "verso-connect",
      parameters: #"""
        "linkLifetime": "PT4S", "linkMargin": "PT1S", "loginWindow": "PT8S", "loginMargin": "PT2S"
        """#,
      withheld: [], names: ""),
    Short(
      contract: "verso-connect", parameters: #""linkLifetime": "PT1M""#,
      withheld: ["verso.capture.hour-from-start"], names: "linkLifetime"),
  ]

  @Test(
    "Where a target's times are so short that a vector would show nothing, it says so and names them",
    arguments: shorts)
  private func short(_ short: Short) throws {
    let entries = try Self.plan(short.contract, short.parameters).entries.filter { entry in
      guard case .couldNotRun(let reasons) = entry.disposition else { return false }
      return reasons.contains { $0.contains("“parameters” of the target file") }
    }
    #expect(entries.map(\.vector.id).sorted() == short.withheld)
    for case .couldNotRun(let reasons) in entries.map(\.disposition) {
      #expect(reasons.allSatisfy { $0.contains(short.names) }, "\(reasons)")
    }
  }

  // MARK: The contract

  private static func clause(_ id: String) -> String {
    """
    { "id": "\(id)", "level": "MUST", "role": "server", "provenance": "documented",
      "observable": "wire", "text": "It MUST be so.",
      "source": { "document": "d", "section": "S" } }
    """
  }

  private static let contract = """
    { "format": 1, "id": "c", "title": "C", "revision": "1", "documents": { "d": { "title": "D" } },
      "parameters": { "window": { "default": "PT2M" } },
      "clauses": [\(["c.made", "c.id", "c.format", "c.until", "c.done"].map(clause)
        .joined(separator: ", "))],
      "timers": { "t": { "from": "/createdAt", "deadline": "/until", "default": "{window}" } },
      "schemas": { "Thing": { "type": "object", "required": ["id"], "properties": {
        "id": { "type": "string", "clause": "c.id" },
        "createdAt": { "type": "string", "clause": "c.format",
          "pattern": "^\\\\d{4}-\\\\d{2}-\\\\d{2}T\\\\d{2}:\\\\d{2}:\\\\d{2}" } } } },
      "webhooks": { "done": { "recognise": { "anyString": "thing.done" }, "clause": "c.done" } },
      "operations": { "create": { "method": "POST", "path": "/things",
        "responses": { "201": { "clause": "c.made", "body": { "$ref": "#/schemas/Thing" } } } } } }
    """

  private static let target = """
    { "format": 1, "name": "t", "contract": "c", "roles": ["server"],
      "http": { "baseURL": "http://127.0.0.1:1" }, "webhooks": { "listen": "127.0.0.1:9" } }
    """
}
