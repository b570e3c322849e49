import Specs
import StrictJSON
import Testing
import Transport
import Vectors
import Wire

@testable import Conformance

/// What a right target may do that is easily taken for a fault, and what must be found all the same.
@Suite("Judging fairly", .timeLimit(.minutes(1)))
struct FairnessTests {
  // MARK: Answers that are longer than what is kept

  private static func cut(_ status: Int) -> HTTPOutcome {
    let head = HTTPResponseHead(status: status, fields: ["Content-Type": "application/json"])
    let kept = Array(#"{"id":"t_1","more":"aaaa"#.utf8)
    return .response(HTTPResponse(head: head, body: kept, bodyLength: 2_000_000))
  }

  private static let asksForMore = #"""
    { "send": "create", "expect": { "status": 201, "clause": "c.created",
      "body": { "/more": { "present": true } }, "anyString": "zzzz" } }
    """#

  @Test(
    "The body of an answer that is longer than what is kept is not judged, and nothing is green")
  func cutBody() async throws {
    let result = try await ScriptedRun(steps: Self.asksForMore, answers: [Self.cut(201)]).result()
    #expect(result.vectors[0].judgement.findings == [])
    #expect(result.vectors[0].judgement.couldNotRun.contains { $0.contains("2000000 bytes") })
    #expect(result.exitCode() == 4)
  }

  @Test("The status of such an answer is judged")
  func cutStatus() async throws {
    let result = try await ScriptedRun(steps: Self.asksForMore, answers: [Self.cut(500)]).result()
    #expect(result.vectors[0].judgement.findings.map(\.at) == ["/status"])
    #expect(result.exitCode() == 1)
  }

  // MARK: Methods and times of a real vector

  private static func odynn(_ id: String) throws -> (RunContext, Vector) {
    func files(_ files: [(path: String, text: String)]) -> [Suite.File] {
      files.filter { $0.path.hasPrefix("odynn-connect/") }.map {
        .init(path: $0.path, bytes: Array($0.text.utf8))
      }
    }
    let suite = try Suite(specs: files(Specs.files), vectors: files(Vectors.files))
    let target = """
      { "format": 1, "name": "t", "contract": "odynn-connect", "roles": ["server"],
        "http": { "baseURL": "http://127.0.0.1:1" }, "parameters": { "apiKey": "key-1" } }
      """
    let context = RunContext(
      contract: try requireValue(suite.contract("odynn-connect")),
      target: try Target(
        parsing: Array(target.utf8), path: "t.json", suite: suite, environment: [:]))
    return (context, try requireValue(suite.vector(id)))
  }

  private static func exchange(
    _ call: HTTPCall, _ status: Int, _ body: String
  ) -> HTTPExchange {
    HTTPExchange(
      call: call, outcome: ScriptedRun.response(status, body), sentAt: WireInstant(nanoseconds: 0),
      answeredAt: WireInstant(nanoseconds: 0), duration: .zero)
  }

  @Test(
    "A method of a table's row is sent as it stands there", arguments: ["put", "patch", "delete"])
  func method(row: String) async throws {
    let (context, vector) = try Self.odynn("odynn.malformed.method/\(row)")
    let sent = Locked<[String]>([])
    let ports = Ports(
      exchange: { call in
        sent.withLock { $0.append(call.request.method) }
        return Self.exchange(call, 405, "{}")
      },
      now: { Instant(nanoseconds: 0) }, sleep: { _ in })
    let records = await Scheduler(context: context, ports: ports).perform([vector])
    #expect(sent.withLock { $0 } == [row.uppercased()])
    #expect(records.map(\.judgement.findings) == [[]])
  }

  @Test(
    "A result that must be there at any time is judged though its deadline passed meanwhile",
    arguments: [(200, 0), (404, 1)])
  func timeless(status: Int, findings: Int) throws {
    let (context, vector) = try Self.odynn("odynn.timer.sign-in.just-in-time")
    let deadline = try requireValue(Instant(rfc3339: "2026-07-21T12:05:00Z"))
    func at(_ seconds: Int64) -> Instant { deadline + .seconds(seconds) }
    func entry(_ step: Int, _ seconds: Int64, _ event: Transcript.Event) -> Transcript.Entry {
      .init(step: [step], began: at(seconds), ended: at(seconds), event: event)
    }
    func done(_ name: String) -> Transcript.Event {
      .hook(HookRecord(name: name, arguments: .null, outcome: .done))
    }
    let call = HTTPCall(base: "http://127.0.0.1:1")
    let created = """
      { "id": "ses_1", "status": "pending", "providerId": "p", "connectUrl": "https://c.example/1",
        "workerArrivalTimeoutAt": "2026-07-21T12:02:00Z", "authTimeoutAt": "2026-07-21T12:05:00Z",
        "returnUrl": null, "metadata": {}, "createdAt": "2026-07-21T12:00:00Z" }
      """
    let transcript = Transcript(
      vector: vector.id, bindings: context.parameters,
      entries: [
        entry(1, -300, .exchange(Self.exchange(call, 201, created))),
        entry(2, -299, done("device.connect")), entry(3, -299, .passed(until: at(-1))),
        entry(4, -1, done("user.completeSignIn")), entry(5, 1, .watched(nil)),
        entry(
          6, 2,
          .exchange(
            Self.exchange(
              call, status, #"{"error":{"code":"extraction_result_not_found","message":"none"}}"#))),
      ])
    let judgement = judge(transcript, of: vector, in: context)
    let expiry = judgement.findings.filter { $0.clause == "odynn.timer.auth-expiry" }
    #expect(expiry.count == findings)
    #expect(judgement.edge == nil)
  }

  // MARK: Webhooks that take their time

  /// When the doubled target sends its webhook.
  enum Sending: String, Sendable {
    /// Before it says that none is on its way.
    case beforeDrained
    /// After the wait for it ended, while the vector goes on.
    case late
    case never
  }

  @Test(
    "A webhook counts as missing only when the target has none on its way, and none comes later",
    arguments: [
      (Sending.beforeDrained, true, Verdict.passed), (.late, true, .couldNotRun),
      (.late, false, .couldNotRun), (.never, true, .failed), (.never, false, .failed),
    ])
  func webhook(_ sending: Sending, canDrain: Bool, verdict: Verdict) async throws {
    let suite = try Suite(specs: [Self.contract], vectors: [Self.vectors])
    let target = try Target(
      parsing: Array(Self.target(canDrain: canDrain).utf8), path: "target.json", suite: suite,
      environment: [:])
    let context = RunContext(contract: try requireValue(suite.contract("c")), target: target)
    let (deliveries, arrivals) = AsyncStream.makeStream(of: Delivery.self)
    let requests = Locked(0)
    let ports = Ports(
      exchange: { call in
        let isDrain = call.request.target.hasSuffix("/drain")
        let number =
          isDrain
          ? 0
          : requests.withLock { count in
            count += 1; return count
          }
        if isDrain ? sending == .beforeDrained : sending == .late && number == 2 {
          arrivals.yield(Self.delivery)
        }
        return Self.exchange(call, 201, #"{"id": "t_1"}"#)
      },
      now: { Instant(nanoseconds: 0) }, sleep: { _ in },
      inbox: "http://127.0.0.1:9/", deliveries: deliveries)
    // One thread, as in a real run: what came first is told first.
    let client = CurlClient()
    defer { client.close() }
    let records = await withTaskExecutorPreference(client.executor) {
      await Scheduler(context: context, ports: ports).perform(suite.vectors)
    }
    #expect(records.map { $0.judgement.verdict(cited: ["c.done"]) } == [verdict])
    guard verdict == .couldNotRun else { return }
    #expect(records[0].judgement.couldNotRun.contains { $0.contains("webhooks.grace") })
  }

  private static let delivery = Delivery(
    number: 1,
    request: HTTPRequest(
      method: "POST", target: "/", fields: ["Content-Type": "application/json"],
      body: Array(#"{"type": "thing.done", "id": "t_1"}"#.utf8)),
    at: Instant(nanoseconds: 0))

  private static func target(canDrain: Bool) -> String {
    let hook = #""deliveries.drain": { "http": { "method": "POST", "path": "/drain" } }"#
    return """
      { "format": 1, "name": "t", "contract": "c", "roles": ["server"],
        "http": { "baseURL": "http://127.0.0.1:1" }, "webhooks": { "listen": "127.0.0.1:9" },
        "hooks": { \(canDrain ? hook : "") } }
      """
  }

  private static let contract = Suite.File(
    path: "specs/c/contract.json",
    bytes: Array(
      """
      { "format": 1, "id": "c", "title": "C", "revision": "1",
        "documents": { "d": { "title": "D" } },
        "clauses": [{ "id": "c.done", "level": "MUST", "role": "server",
          "provenance": "documented", "observable": "wire", "text": "It MUST be told.",
          "source": { "document": "d", "section": "S" } }],
        "webhooks": { "done": { "recognise": { "anyString": "thing.done" }, "clause": "c.done" } },
        "operations": { "create": { "method": "POST", "path": "/things" } } }
      """.utf8))

  private static let vectors = Suite.File(
    path: "vectors/c/v.json",
    bytes: Array(
      """
      { "format": 1, "contract": "c", "vectors": [
        { "id": "c.v", "title": "It is told", "clauses": ["c.done"], "steps": [
          { "send": "create", "capture": { "id": "/id" } },
          { "await": { "webhook": "done" }, "where": { "anyString": "{id}" } },
          { "send": "create" }, { "send": "create" } ] } ] }
      """.utf8))
}
