import Conformance
import StrictJSON
import Transport
import Wire

/// The engine whole: one vector planned, performed, written down and judged again and again.
func runReplayLoop(_ load: Load) async -> Int {
  var configuration = CurlConfiguration()
  configuration.proxy = .none
  let client = CurlClient(configuration)
  defer { client.close() }
  guard let suite = try? Suite(specs: [BenchSuite.contract], vectors: [BenchSuite.vectors]),
    let contract = suite.contract("bench"), let vector = suite.vectors.first,
    let target = try? Target(
      parsing: BenchSuite.target(load.baseURL), path: "target.json", suite: suite, environment: [:])
  else { return 0 }
  let ports = Ports(
    exchange: { await client.send($0) },
    now: { Instant(nanoseconds: WireInstant.now().nanoseconds) },
    sleep: { try? await Task.sleep(for: $0.duration) })
  let scheduler = Scheduler(
    context: RunContext(contract: contract, target: target), ports: ports,
    options: Scheduler.Options(width: load.width))
  let vectors = Array(repeating: vector, count: load.requests)
  let records = await withTaskExecutorPreference(client.executor) {
    await scheduler.perform(vectors)
  }
  return records.count { $0.judgement.findings.isEmpty && $0.judgement.checked.count == 2 }
}

/// A contract of one operation and a vector that sends what the other ways send.
private enum BenchSuite {
  static let contract = Suite.File(
    path: "specs/bench/contract.json",
    bytes: Array(
      """
      { "format": 1, "id": "bench", "title": "One operation", "revision": "1",
        "documents": { "bench": { "title": "None" } },
        "parameters": { "apiKey": { "secret": true, "default": "odc_live_0123456789abcdef",
          "sentAs": { "header": "Authorization", "value": "Bearer {apiKey}" } } },
        "clauses": [
          { "id": "bench.created", "level": "MUST", "role": "server", "provenance": "documented",
            "observable": "wire", "text": "A session is created.",
            "source": { "document": "bench", "section": "None" } },
          { "id": "bench.id", "level": "MUST", "role": "server", "provenance": "documented",
            "observable": "wire", "text": "A session has an id.",
            "source": { "document": "bench", "section": "None" } } ],
        "schemas": { "Session": { "type": "object", "required": ["id"],
          "properties": { "id": { "type": "string", "pattern": "^ses_.", "clause": "bench.id" } } } },
        "operations": { "create": { "method": "POST", "path": "/v1/sessions", "credential": "apiKey",
          "responses": { "201": { "clause": "bench.created", "body": { "$ref": "#/schemas/Session" } } } } } }
      """.utf8))

  static let vectors = Suite.File(
    path: "vectors/bench/create.json",
    bytes: Array(
      """
      { "format": 1, "contract": "bench", "vectors": [
        { "id": "bench.create", "title": "A session is created", "clauses": ["bench.created"],
          "steps": [ { "send": "create",
            "json": { "providerId": "aadvantage", "metadata": { "userId": "user-123" } },
            "expect": { "status": 201 } } ] } ] }
      """.utf8))

  static func target(_ baseURL: String) -> [UInt8] {
    Array(
      """
      { "format": 1, "name": "bench", "contract": "bench", "roles": ["server"],
        "http": { "baseURL": "\(baseURL)" } }
      """.utf8)
  }
}
