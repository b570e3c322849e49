import Loopback
import StrictJSON
import Wire

@testable import Reference

/// A small reading of the document: tries a server out and lists the clauses that it breaks.
struct OdynnFacts {
  var faults: [String] = []
  var variants: [String] = []
  private(set) var broken: Set<String> = []

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

  private mutating func creation() {
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
  private func handle(_ session: JSON) -> String? {
    session["id"]?.string ?? session["id"]?.number?.text
  }

  private mutating func announcements(_ session: JSON, _ bench: OdynnBench) {
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

  private mutating func permission() {
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

  private mutating func repetition() {
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

  private mutating func arrival() {
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

  private mutating func signIn() {
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

  private func unescaped(_ body: [UInt8]) -> [UInt8] {
    (try? JSON(parsing: body))?.serializedBytes() ?? body
  }

  private mutating func claims() {
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

// MARK: - Ending

extension OdynnFacts {
  private mutating func endings() {
    for hook in ["user.dismissSignIn", "network.drop", "device.close"] {
      var bench = bench()
      let session = created(&bench, key: hook)
      guard !session.id.isEmpty else { return }
      _ = bench.hook("device.connect", session: session.id)
      _ = bench.hook(hook, session: session.id)
      let isLoss = hook == "network.drop"
      let clause = isLoss ? "session.network-loss-fails" : "session.single-use-after-terminal"
      expect(clause, holds: bench.hook("device.connect", session: session.id) == 409)
      _ = bench.hook("user.completeSignIn", session: session.id)
      bench.pass(seconds: 5)
      let isOver = bench.state.session(session.id)?.phase != .claimed
      if isLoss || !isOver {
        expect(clause, holds: bench.read(session.id).status == 404)
      }
      if bench.state.session(session.id)?.extraction == nil { expectNoneCompleted(bench) }
    }
    completion()
  }

  private mutating func completion() {
    var bench = bench()
    let session = completed(&bench, key: "done")
    guard !session.id.isEmpty else { return }
    let events = bench.deliveries.filter {
      let text = String(decoding: unescaped($0.body), as: UTF8.self)
      return text.contains("\"session.completed\"") && text.contains(session.id)
    }
    expect("webhook.session-completed", "webhook.device-independent", holds: !events.isEmpty)
    expect(
      "webhook.signed",
      holds: bench.deliveries.allSatisfy { $0.fields.contains { $0.name.contains("Signature") } })
    let reply = bench.read(session.id)
    let isMade = bench.state.session(session.id)?.extraction != nil
    if isMade {
      expect(
        "session.terminal-on-accept-return", "webhook.completed-implies-data", "data.get-200",
        holds: reply.status == 200)
    }
    if reply.status == 200 { result(reply.json, id: session.id, bench) }
    expectSecrecy(bench, [reply])
    expect(
      "session.single-use-after-terminal",
      holds: bench.hook("device.connect", session: session.id) == 409)
  }

  private mutating func result(_ result: JSON, id: String, _ bench: OdynnBench) {
    expect("data.field.sessionId", holds: result["sessionId"] == .string(id))
    let data = result["data"] ?? .null
    expect("data.get-200", holds: result.hasAll("sessionId", "extractedAt", "data"))
    expect("data.normalised-server-side", holds: data.hasAll("profile", "balances"))
    let profile = data["profile"]
    expect(
      "data.field.profile",
      holds: profile?["memberNumber"]?.string != nil && profile?["name"]?.string != nil)
    expect("data.field.tier", holds: data["tier"]?["name"]?.string != nil)
    let balances = data["balances"]?.array
    expect("data.field.balances", holds: balances != nil)
    for balance in balances ?? [] {
      expect("data.field.balance-kind", holds: balance["kind"]?.string?.isEmpty == false)
      expect("data.field.balance-currency", holds: balance["currency"]?.string?.isEmpty == false)
      expect("data.field.balance-amount", holds: balance["amount"]?.number != nil)
    }
    let created = bench.state.session(id)?.createdAt
    let fetched = instant(data["fetchedAt"])
    let extracted = instant(result["extractedAt"])
    expect("data.field.fetchedAt", holds: fetched != nil)
    expect("data.field.extractedAt", holds: extracted != nil)
    if let created, let fetched, let extracted {
      let unit = Duration.milliseconds(bench.state.rules.timestamps.fractionDigits == 0 ? 1000 : 0)
      expect("data.time-order", holds: created <= fetched + unit && fetched <= extracted + unit)
    }
  }

  private mutating func hosted() {
    var bench = bench()
    let session = created(&bench, key: "h")
    guard !session.id.isEmpty else { return }
    _ = bench.hook("hosted.complete", session: session.id)
    bench.pass(seconds: 5)
    let embedded = completed(&bench, key: "e")
    bench.pass(seconds: 5)
    let left = bench.read(session.id)
    let right = bench.read(embedded.id)
    expect("data.flow-independent", holds: left.status == right.status)
    expect(
      "data.flow-independent",
      holds: (left.json["data"] ?? .null).object?.keys == (right.json["data"] ?? .null).object?.keys
    )
  }

  private mutating func refresh() {
    var bench = bench()
    let session = completed(&bench, key: "r")
    guard !session.id.isEmpty else { return }
    bench.pass(seconds: 100_000)
    _ = bench.inspect(session.id)
    bench.deliveries = []
    _ = bench.hook("account.refresh", ["userId": "user-123"])
    bench.pass(seconds: 5)
    expect("refresh.two-outcomes", holds: !bench.events.contains("session.completed"))
    let asked = bench.deliveries.first {
      String(decoding: unescaped($0.body), as: UTF8.self).contains("session.auth_required")
    }
    let fresh = bench.state.order.last ?? ""
    let text = String(decoding: unescaped(asked?.body ?? []), as: UTF8.self)
    expect("webhook.auth-required", holds: fresh != session.id && text.contains(fresh))
    expect(
      "webhook.auth-required", holds: bench.hook("device.connect", session: fresh) == 200)
  }
}

extension JSON {
  fileprivate func hasAll(_ keys: String...) -> Bool { keys.allSatisfy { self[$0] != nil } }
}

extension WireInstant {
  /// Reads an RFC 3339 timestamp; nil for anything else.
  fileprivate init?(rfc3339 text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T") else { return nil }
    var body = bytes
    var offset: Int64 = 0
    if bytes.last == UInt8(ascii: "Z") {
      body.removeLast()
    } else if bytes[bytes.count - 3] == UInt8(ascii: ":"), bytes.count >= 25 {
      let digits = bytes.suffix(5).filter { $0 != UInt8(ascii: ":") }
      let clock = Int64(String(decoding: digits, as: UTF8.self)) ?? 0
      let sign: Int64 = bytes[bytes.count - 6] == UInt8(ascii: "-") ? -1 : 1
      offset = sign * (clock / 100 * 3600 + clock % 100 * 60)
      body.removeLast(6)
    } else {
      return nil
    }
    func number(_ range: Range<Int>) -> Int64? {
      Int64(String(decoding: body[range], as: UTF8.self))
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
    else { return nil }
    let fraction = body.count > 20 ? String(decoding: body[20...], as: UTF8.self) : ""
    let padded = fraction + String(repeating: "0", count: max(0, 9 - fraction.utf8.count))
    guard let nanoseconds = Int64(padded) else { return nil }
    let months: [Int64] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
    let leapYears = (month > 2 ? year : year - 1)
    let leaps = leapYears / 4 - leapYears / 100 + leapYears / 400 - 477
    let days = (year - 1970) * 365 + leaps + months[Int(month) - 1] + day - 1
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    self.init(nanoseconds: (seconds - offset) * 1_000_000_000 + nanoseconds)
  }
}
