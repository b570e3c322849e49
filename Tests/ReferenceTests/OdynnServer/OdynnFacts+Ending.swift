import Loopback
import StrictJSON
import Wire
@testable import Reference

extension OdynnFacts {
  mutating func endings() {
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

  /// The device closes as soon as its session has completed.
  private mutating func completionWithoutDevice() {
    var bench = bench()
    let session = completed(&bench, key: "done and gone")
    _ = bench.hook("device.close", session: session.id)
    let isSent = bench.deliveries.contains {
      isCompletion($0, of: session.id) && bench.state.sends($0)
    }
    expect("webhook.device-independent", holds: isSent)
  }

  private func isCompletion(_ delivery: Delivery, of session: String) -> Bool {
    let text = String(decoding: unescaped(delivery.body), as: UTF8.self)
    return text.contains("\"session.completed\"") && text.contains(session)
  }

  mutating func completion() {
    var bench = bench()
    let session = completed(&bench, key: "done")
    guard !session.id.isEmpty else { return }
    let isAnnounced = bench.deliveries.contains { isCompletion($0, of: session.id) }
    expect("webhook.session-completed", "webhook.device-independent", holds: isAnnounced)
    if isAnnounced { completionWithoutDevice() }
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

  mutating func result(_ result: JSON, id: String, _ bench: OdynnBench) {
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

  mutating func hosted() {
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

  mutating func refresh() {
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
  func hasAll(_ keys: String...) -> Bool { keys.allSatisfy { self[$0] != nil } }
}

extension WireInstant {
  /// Reads an RFC 3339 timestamp; nil for anything else.
  init?(rfc3339 text: String) {
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
