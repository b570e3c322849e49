import StrictJSON
import Wire

@testable import Conformance

/// A run of one vector against answers that are written down, without a socket or a clock.
struct ScriptedRun {
  /// The steps of the vector, as they would stand in a vector file.
  var steps: String
  /// The clauses that it cites.
  var clauses = ["c.created", "c.id"]
  /// The target's answers, in the order in which they are asked for; the last one repeats.
  var answers: [HTTPOutcome]

  static let key = "odc_live_Secret0123456789"

  static func response(
    _ status: Int, _ body: String, fields: HTTPFields = ["Content-Type": "application/json"]
  ) -> HTTPOutcome {
    .response(
      HTTPResponse(head: HTTPResponseHead(status: status, fields: fields), body: Array(body.utf8)))
  }

  func suite() throws -> Suite {
    try Suite(specs: [Self.contract], vectors: [vectors])
  }

  /// Performs the vector and puts the run together.
  func result(known: KnownFailures = KnownFailures()) async throws -> RunResult {
    let suite = try suite()
    let contract = try requireValue(suite.contract("c"))
    let target = try Target(
      parsing: Array(Self.target.utf8), path: "target.json", suite: suite, environment: [:])
    let context = RunContext(contract: contract, target: target)
    let plan = Plan(suite.vectors, context: context)
    let left = Locked(answers)
    let ports = Ports(
      exchange: { call in
        let outcome = left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        return HTTPExchange(
          call: call, outcome: outcome, sentAt: WireInstant(nanoseconds: 0),
          answeredAt: WireInstant(nanoseconds: 1_000), duration: .microseconds(1))
      },
      now: { Instant(nanoseconds: 0) }, sleep: { _ in })
    let scheduler = Scheduler(context: context, ports: ports)
    let records = await scheduler.perform(plan.runnable)
    return RunResult(
      plan: plan, records: records, suite: suite, startedAt: Instant(nanoseconds: 0), seconds: 0,
      seed: 1, isInterrupted: false
    ).masked(by: context.secrets)
  }

  private var vectors: Suite.File {
    let cited = clauses.map { "\"\($0)\"" }.joined(separator: ", ")
    return Suite.File(
      path: "vectors/c/v.json",
      bytes: Array(
        """
        { "format": 1, "contract": "c", "vectors": [
          { "id": "c.v", "title": "It is so", "clauses": [\(cited)], "steps": [\(steps)] } ] }
        """.utf8))
  }

  private static func clause(_ id: String, _ level: String) -> String {
    """
    { "id": "\(id)", "level": "\(level)", "role": "server", "provenance": "documented",
      "observable": "wire", "text": "It MUST be so.",
      "source": { "document": "d", "section": "S" } }
    """
  }

  private static let contract = Suite.File(
    path: "specs/c/contract.json",
    bytes: Array(
      """
      { "format": 1, "id": "c", "title": "C", "revision": "1",
        "documents": { "d": { "title": "D" } },
        "parameters": { "key": { "secret": true,
          "sentAs": { "header": "Authorization", "value": "Bearer {key}" } } },
        "clauses": [\(clause("c.created", "MUST")), \(clause("c.id", "MUST")),
          \(clause("c.read", "MUST")), \(clause("c.hint", "SHOULD")), \(clause("c.secret", "MUST"))],
        "schemas": { "Thing": { "type": "object", "required": ["id"],
          "properties": { "id": { "type": "string", "pattern": "^t_.", "clause": "c.id" } } } },
        "invariants": [{ "clause": "c.secret", "noSecret": "key", "in": ["response"] }],
        "operations": {
          "create": { "method": "POST", "path": "/things", "credential": "key",
            "responses": { "201": { "clause": "c.created", "body": { "$ref": "#/schemas/Thing" } } } },
          "read": { "method": "GET", "path": "/things/{id}", "credential": "key" } } }
      """.utf8))

  private static let target = """
    { "format": 1, "name": "scripted", "contract": "c", "roles": ["server"],
      "http": { "baseURL": "http://127.0.0.1:1" }, "parameters": { "key": "\(key)" } }
    """
}

/// What is missing where a test needs it.
struct MissingInTest: Error {}

func requireValue<Value>(_ value: Value?) throws -> Value {
  guard let value else { throw MissingInTest() }
  return value
}
