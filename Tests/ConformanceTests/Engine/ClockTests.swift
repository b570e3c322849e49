import StrictJSON
import Testing
import Wire

@testable import Conformance

@Suite("The target's clock while vectors run")
struct ClockTests {
  /// What a doubled target saw.
  private struct Seen {
    var isMoving = false
    var moves = 0
    /// The requests that came while the clock was being moved.
    var strays: [String] = []
  }

  @Test("No vector is begun, or begun again, while the clock is being moved")
  func movesAlone() async throws {
    let suite = try Suite(specs: [Self.contract], vectors: [Self.vectors])
    let contract = try requireValue(suite.contract("c"))
    let target = try Target(
      parsing: Array(Self.target.utf8), path: "target.json", suite: suite, environment: [:])
    let context = RunContext(contract: contract, target: target)
    let seen = Locked(Seen())
    let ports = Ports(
      exchange: { call in
        guard call.request.target == "/advance" else {
          seen.withLock { if $0.isMoving { $0.strays.append(call.request.target) } }
          return Self.answer(call, #"{"id":"t_1"}"#)
        }
        seen.withLock {
          $0.isMoving = true
          $0.moves += 1
        }
        for _ in 0..<20_000 { await Task.yield() }
        seen.withLock { $0.isMoving = false }
        return Self.answer(call, "{}")
      },
      now: { Instant(nanoseconds: 0) }, sleep: { _ in })
    let records = await Scheduler(context: context, ports: ports).perform(suite.vectors)
    #expect(records.map(\.judgement.couldNotRun) == [[], []])
    #expect(records.map(\.transcripts.count) == [3, 1])
    #expect(seen.withLock { $0.moves } > 1, "the clock is asked, and then moved")
    #expect(seen.withLock { $0.strays } == [])
  }

  @Test("A clock that runs comes to the next wait by itself while another vector holds it")
  func runsOn() async throws {
    let suite = try Suite(specs: [Self.contract], vectors: [Self.waits("PT1H", "PT1H0.001S")])
    let contract = try requireValue(suite.contract("c"))
    let target = try Target(
      parsing: Array(Self.target.replacing("true", with: "false").utf8), path: "target.json",
      suite: suite, environment: [:])
    let now = Locked(Int64(0))
    let requests = Locked((count: 0, wereTogether: false))
    let ports = Ports(
      exchange: { call in
        guard call.request.target != "/advance" else { return Self.answer(call, "{}") }
        let isFirst = requests.withLock {
          $0.count += 1; return $0.count == 1
        }
        for _ in 0..<20_000 where isFirst && requests.withLock({ $0.count == 1 }) {
          await Task.yield()
        }
        if isFirst { requests.withLock { $0.wereTogether = $0.count == 2 } }
        return Self.answer(call, #"{"id":"t_1"}"#)
      },
      now: { Instant(nanoseconds: now.withLock { $0 }) },
      sleep: { span in now.withLock { $0 += span.nanoseconds } })
    let context = RunContext(contract: contract, target: target)
    let records = await Scheduler(context: context, ports: ports).perform(suite.vectors)
    #expect(records.allSatisfy { $0.judgement.findings.isEmpty })
    #expect(requests.withLock { $0.wereTogether }, "the second waited for the first to end")
  }

  private static func waits(_ spans: String...) -> Suite.File {
    let vectors = spans.enumerated().map { number, span in
      """
      { "id": "c.v\(number)", "title": "It waits", "clauses": ["c.created"],
        "steps": [ { "passTime": { "for": "\(span)" } },
          { "send": "create", "expect": { "status": 201 } } ] }
      """
    }
    let text =
      #"{ "format": 1, "contract": "c", "vectors": [\#(vectors.joined(separator: ", "))] }"#
    return Suite.File(path: "vectors/c/v.json", bytes: Array(text.utf8))
  }

  private static func answer(_ call: HTTPCall, _ body: String) -> HTTPExchange {
    let head = HTTPResponseHead(status: 201, fields: ["Content-Type": "application/json"])
    return HTTPExchange(
      call: call, outcome: .response(HTTPResponse(head: head, body: Array(body.utf8))),
      sentAt: WireInstant(nanoseconds: 0), answeredAt: WireInstant(nanoseconds: 0), duration: .zero)
  }

  private static let contract = Suite.File(
    path: "specs/c/contract.json",
    bytes: Array(
      """
      { "format": 1, "id": "c", "title": "C", "revision": "1",
        "documents": { "d": { "title": "D" } },
        "clauses": [
          { "id": "c.created", "level": "MUST", "role": "server", "provenance": "documented",
            "observable": "wire", "text": "It MUST be so.",
            "source": { "document": "d", "section": "S" } } ],
        "operations": { "create": { "method": "POST", "path": "/things",
          "responses": { "201": { "clause": "c.created" } } } } }
      """.utf8))

  /// One that waits for an hour, and one that is performed three times.
  private static let vectors = Suite.File(
    path: "vectors/c/v.json",
    bytes: Array(
      """
      { "format": 1, "contract": "c", "vectors": [
        { "id": "c.waits", "title": "It waits", "clauses": ["c.created"],
          "steps": [ { "passTime": { "for": "PT1H" } },
            { "send": "create", "expect": { "status": 201 } } ] },
        { "id": "c.repeats", "title": "It is repeated", "clauses": ["c.created"],
          "steps": [ { "together": [[{ "send": "create" }], [{ "send": "create" }]],
            "outcomes": [ { "count": 2, "status": 201, "clause": "c.created" } ],
            "repeat": 3 } ] } ] }
      """.utf8))

  private static let target = """
    { "format": 1, "name": "doubled", "contract": "c", "roles": ["server"],
      "http": { "baseURL": "http://127.0.0.1:1" },
      "clock": { "advance": { "http": { "method": "POST", "path": "/advance" } },
        "stands": true } }
    """
}
