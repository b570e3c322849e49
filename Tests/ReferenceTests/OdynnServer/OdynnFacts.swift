import Loopback
import StrictJSON
import Wire

@testable import Reference

/// A small reading of the document: tries a server out and lists the clauses that it breaks.
struct OdynnFacts {
  var faults: [String] = []
  var variants: [String] = []
  var broken: Set<String> = []

  init(faults: [String] = [], variants: [String] = []) {
    self.faults = faults
    self.variants = variants
    creation()
    permission()
    repetition()
    arrival()
    signIn()
    claims()
    endings()
    hosted()
    refresh()
  }

  func bench() -> OdynnBench {
    var bench = OdynnBench(faults: faults, variants: variants)
    bench.subscribe()
    _ = bench.create(key: "the first session of the tenant")
    return bench
  }

  mutating func expect(_ clauses: String..., holds: Bool) {
    if !holds { broken.formUnion(clauses.map { "odynn." + $0 }) }
  }

  /// Looks for the tenant's key in everything that the server says.
  mutating func expectSecrecy(_ bench: OdynnBench, _ replies: [LoopbackReply]) {
    let texts = (replies.map(\.body) + bench.deliveries.map(\.body)).map {
      String(decoding: $0, as: UTF8.self)
    }
    let key = bench.state.parameters.apiKey
    expect(
      "security.key-never-in-response", holds: texts.allSatisfy { !$0.contains(key) })
    expect(
      "security.no-transport-in-response",
      holds: texts.allSatisfy { !$0.contains("wss://") && !$0.contains("workerToken") })
  }
}

// MARK: - Creating

extension OdynnFacts {
  static let members = [
    "id", "status", "providerId", "connectUrl", "workerArrivalTimeoutAt", "authTimeoutAt",
    "returnUrl", "metadata", "createdAt",
  ]

  mutating func creation() {
    var bench = bench()
    let metadata: JSON = ["userId": "u-1", "Trip_Id": "T-9", "legs": [1, .null]]
    let reply = bench.post(["providerId": "aadvantage", "metadata": metadata], key: "k")
    let session = reply.json
    let id = session["id"]?.string ?? ""
    expect("session.create-201", holds: reply.status == 201 && session.object != nil)
    expect(
      "session.request.metadata", "session.field.metadata-echo",
      holds: (200..<300).contains(reply.status) || session["metadata"] == metadata)
    guard (200..<300).contains(reply.status) else { return }
    expect("session.closed-shape", holds: Self.members.allSatisfy { session[$0] != nil })
    expect("session.field.id", holds: id.hasPrefix("ses_") && id.utf8.count > 4)
    expect("session.field.status-pending", holds: session["status"] == "pending")
    expect("session.field.providerId-echo", holds: session["providerId"] == "aadvantage")
    expect("session.field.returnUrl", holds: session["returnUrl"] == .null)
    expect("session.field.metadata-echo", holds: session["metadata"] == metadata)
    let url = session["connectUrl"]?.string ?? ""
    let segments = url.split(separator: "?")[..<min(1, url.count)].flatMap {
      $0.split(separator: "/")
    }
    expect(
      "session.field.connectUrl",
      holds: url.hasPrefix("https://") && segments.last.map(String.init) == handle(session))
    announcements(session, bench)
    expectSecrecy(bench, [reply])
  }

  /// The id as text, even where it is a number.
  func handle(_ session: JSON) -> String? {
    session["id"]?.string ?? session["id"]?.number?.text
  }

  mutating func announcements(_ session: JSON, _ bench: OdynnBench) {
    let created = instant(session["createdAt"])
    let arrival = instant(session["workerArrivalTimeoutAt"])
    let auth = instant(session["authTimeoutAt"])
    let parameters = bench.state.parameters
    expect(
      "session.field.createdAt",
      holds: created.map { abs(($0 - bench.now) / .seconds(1)) < 1 } ?? false)
    expect(
      "session.field.workerArrivalTimeoutAt",
      holds: arrival == created.map { $0 + parameters.workerArrivalTimeout } && arrival != nil)
    expect(
      "session.field.authTimeoutAt",
      holds: auth == created.map { $0 + parameters.authTimeout } && auth != nil)
    if let created, let arrival, let auth {
      expect("session.field.timeout-order", holds: created < arrival && arrival < auth)
    }
  }

  /// The instant of a timestamp; one that is no RFC 3339 text in UTC breaks the clause on format.
  mutating func instant(_ value: JSON?) -> WireInstant? {
    guard let value else { return nil }
    let text = value.string ?? ""
    expect("session.timestamp-format", holds: text.hasSuffix("Z") || text.hasSuffix("+00:00"))
    return WireInstant(rfc3339: text)
  }

  mutating func permission() {
    var bench = bench()
    let wrong = bench.state.parameters.credentialValue
      .replacing("{apiKey}", with: "odc_live_0000000000000000")
    let header = bench.state.parameters.credentialHeader
    let id = completed(&bench, key: "p").id
    for (index, value) in [nil, wrong].enumerated() {
      var fields: HTTPFields = ["Content-Type": "application/json", "Idempotency-Key": "n\(index)"]
      if let value { fields.append(header, value) }
      let body = OdynnBench.documentedBody.serializedBytes()
      let created = bench.send("POST", "/v1/sessions", fields: fields, body: body)
      expect("session.create-needs-key", holds: (400..<500).contains(created.status))
      let read = bench.send("GET", "/v1/sessions/\(id)/data", fields: fields)
      expect("data.backend-only", holds: (400..<500).contains(read.status))
      expectSecrecy(bench, [created, read])
    }
    let nameless = bench.post(["metadata": [:]], key: "nameless")
    expect("session.request.providerId", holds: (400..<500).contains(nameless.status))
    let documented = bench.post(OdynnBench.documentedBody, key: "documented")
    expect("session.request.providerId", holds: (200..<300).contains(documented.status))
  }

  mutating func repetition() {
    var bench = bench()
    let ids = ["a", "a", "b"].map { key in handle(bench.create(key: key)) }
    expect("session.idempotency-key", holds: ids[0] == ids[1])
    if ids[2] != nil { expect("session.id-unique", holds: ids[0] != ids[2]) }
  }
}

// MARK: - Living

extension OdynnFacts {
  /// A new session: its id, and the deadlines that hold for it.
  func created(_ bench: inout OdynnBench, key: String) -> (
    id: String, arrival: Double, auth: Double
  ) {
    let id = handle(bench.create(key: key)) ?? ""
    let session = bench.state.session(id)
    let start = session?.createdAt ?? bench.now
    return (
      id, session.map { ($0.arrivalDeadline - start) / .seconds(1) } ?? 0,
      session.map { ($0.authDeadline - start) / .seconds(1) } ?? 0
    )
  }

  /// A session that a user has signed in to, and where the result has had time to be stored.
  func completed(
    _ bench: inout OdynnBench, key: String, after seconds: Double = 30
  ) -> (id: String, arrival: Double, auth: Double) {
    let session = created(&bench, key: key)
    _ = bench.hook("device.connect", session: session.id)
    bench.pass(seconds: seconds)
    _ = bench.hook("user.completeSignIn", session: session.id)
    bench.pass(seconds: 0.5)
    return session
  }

  mutating func arrival() {
    guard !faults.contains("create-answers-empty"), bench().state.order.isEmpty == false else {
      return
    }
    var early = bench()
    let inTime = created(&early, key: "early")
    expect("session.create-does-not-claim", holds: early.inspect(inTime.id)["status"] == "pending")
    early.pass(seconds: inTime.arrival - 1)
    let connect = early.hook("device.connect", session: inTime.id)
    expect("timer.worker-expiry", "session.create-does-not-claim", holds: connect == 200)

    var late = bench()
    let session = created(&late, key: "late")
    late.pass(seconds: session.arrival - 10)
    _ = late.read(session.id)
    late.pass(seconds: 11)
    expect("timer.worker-expiry", holds: late.inspect(session.id)["status"] != "pending")
    expect(
      "timer.worker-expiry", "timer.worker-starts-at-create", "session.single-use-after-terminal",
      holds: late.hook("device.connect", session: session.id) == 409)
    if late.state.session(session.id)?.ending == .expired {
      expect("data.404-after-expiry", holds: isMissing(late.read(session.id)))
    }

    var slow = bench()
    let stays = created(&slow, key: "slow")
    _ = slow.hook("device.connect", session: stays.id)
    slow.pass(seconds: stays.arrival + 1)
    let isConnected = slow.inspect(stays.id)["connection"] == "open"
    expect("timer.worker-stops-at-connect", holds: isConnected)
  }

  mutating func signIn() {
    for delay in [0.0, 1.0] {
      var bench = bench()
      let session = created(&bench, key: "s\(delay)")
      guard !session.id.isEmpty else { return }
      bench.pass(seconds: delay * (min(session.arrival, session.auth) - 1))
      _ = bench.hook("device.connect", session: session.id)
      let clause = delay == 0 ? "timer.auth-expiry" : "timer.auth-is-absolute"
      bench.pass(seconds: session.auth - delay * (min(session.arrival, session.auth) - 1) - 1)
      expect(clause, holds: bench.inspect(session.id)["connection"] == "open")
      bench.pass(seconds: 2)
      _ = bench.hook("user.completeSignIn", session: session.id)
      bench.pass(seconds: 5)
      let reply = bench.read(session.id)
      expect(clause, holds: reply.status == 404)
      if bench.state.session(session.id)?.phase == .ended(.authTimeout) {
        expect("data.404-after-failure", holds: reply.status == 404)
        expect("session.status-failed", holds: bench.inspect(session.id)["status"] == "failed")
        expectNoneCompleted(bench)
      }
    }
  }

  mutating func expectNoneCompleted(_ bench: OdynnBench) {
    expect(
      "webhook.no-completed-on-failure", holds: !bench.events.contains("session.completed"))
  }

  /// Whether the answer is the documented one for a session without a result.
  func isMissing(_ reply: LoopbackReply) -> Bool {
    reply.status == 404
      && String(decoding: unescaped(reply.body), as: UTF8.self)
        .contains("extraction_result_not_found")
  }

  func unescaped(_ body: [UInt8]) -> [UInt8] {
    (try? JSON(parsing: body))?.serializedBytes() ?? body
  }

  mutating func claims() {
    var bench = bench()
    let session = created(&bench, key: "c")
    guard !session.id.isEmpty else { return }
    expect("data.404-not-yet", "data.404-code-location", holds: isMissing(bench.read(session.id)))
    expect(
      "session.claim-first-device",
      holds: bench.hook("device.connect", session: session.id) == 200)
    expect("data.404-not-yet", "data.404-code-location", holds: isMissing(bench.read(session.id)))
    expect(
      "session.claim-first-device", "session.second-connect-rejected",
      holds: bench.hook("device.connect", session: session.id) == 409)
    _ = bench.hook("user.completeSignIn", session: session.id)
    bench.pass(seconds: 10)
    if bench.state.session(session.id)?.ending != .completed {
      expect("session.second-connect-harmless", holds: false)
    }
  }
}
