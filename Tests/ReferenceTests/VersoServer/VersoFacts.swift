import Loopback
import StrictJSON
import Wire

@testable import Reference

/// A small reading of the document: tries a server out and lists the clauses that it breaks.
struct VersoFacts {
  var faults: [String] = []
  var variants: [String] = []
  private(set) var broken: Set<String> = []

  /// Clauses that stand in no document, only in what the public SDKs read.
  static let observed: Set<String> = [
    "verso.error.body", "verso.start.res.cookieDomain", "verso.start.res.sessionUrl",
    "verso.start.res.provider-expires",
  ]

  init(faults: [String] = [], variants: [String] = []) {
    self.faults = faults
    self.variants = variants
    endpoint()
    malformed()
    guard starts else { return }
    members()
    uses()
    lifetimes()
    verification()
    refusals()
    captures()
    guard connects else { return }
    credentials()
    windows()
    accounts()
    events()
    secrets()
  }

  func bench() -> VersoBench { VersoBench(faults: faults, variants: variants) }

  mutating func expect(_ clauses: String..., holds: Bool) {
    if !holds { broken.formUnion(clauses.map { "verso." + $0 }) }
  }

  private var starts: Bool {
    var bench = bench()
    return bench.start(bench.sign("u-0")).json["captureNonce"] != nil
      || faults.contains("capture-nonce-missing")
  }

  private var connects: Bool {
    var bench = bench()
    return bench.connect("u-0", "a-0").json["status"] != nil
  }
}

// MARK: - Starting

extension VersoFacts {
  private mutating func endpoint() {
    var bench = bench()
    let reply = bench.start(bench.sign("u-1"))
    expect("start.endpoint", holds: reply.status == 200)
    expect("start.200-only", holds: reply.status == 200 || reply.status >= 300)
    guard reply.json["loginUrl"] != nil else { return }
    for device: JSON? in [
      ["platform": "android", "osVersion": "15", "sdkVersion": "0.1.2", "model": "m"],
      ["platform": "ios", "osVersion": "", "sdkVersion": "", "model": "", "appVersion": ""],
    ] {
      let status = bench.start(bench.sign("u-1"), device: device).status
      expect("start.req.device", holds: status < 300)
    }
    let bare = bench.start(bench.sign("u-1"), device: nil)
    expect("start.req.device", holds: bare.status < 500)
  }

  private mutating func malformed() {
    var bench = bench()
    let long = String(repeating: "x", count: 1 << 20)
    let bodies = [
      "", "[]", "7", "\"start\"", "null", "{}", "{\"action\":\"sta", "{\"action\":null}",
      "{\"action\":\"stop\"}", "{\"action\":[\"start\"]}", "{\"action\":\"start\"}",
      "{\"action\":\"start\",\"token\":\"\"}", "{\"action\":\"start\",\"token\":{}}",
      "{\"action\":\"start\",\"token\":\"\(long)\"}", "{\"action\":\"start\",\"token\":\"a.b.c\"}",
      "{\"action\":\"start\",\"token\":\"..\"}", "{\"action\":\"capture\"}",
      "{\"action\":\"capture\",\"captureNonce\":1,\"clientSecret\":[],\"sessionToken\":true}",
      "{\"action\":\"capture\",\"captureNonce\":\"n\",\"clientSecret\":\"s\"}",
      "{\"action\":\"start\",\"action\":\"capture\"}", "{\"action\":\"start\",}",
      String(repeating: "[", count: 100_000),
    ]
    for body in bodies {
      let reply = bench.post(body)
      expect("start.endpoint", holds: !reply.drop && (400..<500).contains(reply.status))
    }
    for method in ["GET", "PUT", "DELETE"] {
      let reply = bench.send(method, bench.state.parameters.path)
      expect("start.endpoint", holds: (400..<500).contains(reply.status))
    }
  }

  private mutating func members() {
    var bench = bench()
    let starts = ["u-1", "u-1", "u-2"].map { bench.begin($0) }
    let start = starts[0]
    expect("start.res.loginUrl", holds: start["loginUrl"]?.string?.hasPrefix("https://") == true)
    for (member, clause) in [
      ("cookieName", "cookieName"), ("captureNonce", "capture-credential"),
      ("clientSecret", "capture-credential"), ("cookieDomain", "cookieDomain"),
      ("sessionUrl", "sessionUrl"), ("provider", "provider-expires"),
    ] {
      expect("start.res." + clause, holds: start[member]?.string?.isEmpty == false)
    }
    let seconds = start["expiresInSeconds"]?.number?.double ?? 0
    expect("start.res.provider-expires", holds: seconds > 0)
    for half in ["captureNonce", "clientSecret"] {
      let values = starts.compactMap { $0[half] }
      expect("start.res.capture-credential", holds: Set(values).count == starts.count)
    }
  }

  private mutating func uses() {
    var bench = bench()
    let token = bench.sign("u-1")
    let statuses = [bench.start(token).status, bench.start(token).status]
    expect("link.single-use", "link.consumed-at-start", holds: statuses[1] >= 300)
    expect("start.403-used", holds: statuses[1] == 403)
    expect("webhook.connect-started", holds: bench.events("connect.started").count <= 2)
    bench.passLinkLifetime(plus: 1)
    expect("start.expired-and-used", holds: bench.start(token).status >= 400)
    bench.overlaps = true
    let contended = bench.sign("u-1")
    let race = (0..<8).map { _ in bench.start(contended).status }
    expect("start.race", holds: race.filter { $0 < 300 }.count == 1)
  }

  private mutating func lifetimes() {
    var early = bench()
    let young = early.sign("u-1")
    early.passLinkLifetime(plus: -1)
    expect("link.ttl-15m", holds: early.start(young).status < 300)
    var late = bench()
    let old = late.sign("u-1")
    late.passLinkLifetime(plus: 1)
    let refusal = late.start(old).status
    expect("link.ttl-15m", holds: refusal >= 300)
    expect("start.401-expired", holds: refusal == 401)
  }

  private mutating func verification() {
    var bench = bench()
    for place in [0, 1] {
      let token = bench.sign("u-1")
      let broken = place == 0 ? flipped(token, at: 0) : flipped(token, at: token.utf8.count - 1)
      expect("link.tampered", holds: bench.start(broken).status >= 300)
      expect("link.tampered", holds: bench.start(token).status < 300)
    }
    expect(
      "link.bad-purpose",
      holds: bench.start(bench.sign("u-1", purpose: "manage")).status >= 300)
  }

  private func flipped(_ text: String, at index: Int) -> String {
    var bytes = Array(text.utf8)
    bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func refusals() {
    var bench = bench()
    let (used, old) = (bench.sign("u-used"), bench.sign("u-old"))
    _ = bench.start(used)
    let after = bench.events("connect.started").count
    let replies = [
      bench.start(used),
      {
        bench.passLinkLifetime(plus: 1); return bench.start(old)
      }(),
    ]
    for reply in replies where reply.status >= 300 {
      expect("error.body", holds: reply.json["error"]?.string?.isEmpty == false)
      expect("start.refused-has-no-effects", holds: reply.json["captureNonce"] == nil)
    }
    let refused = replies.filter { $0.status >= 300 }.count
    expect(
      "start.refused-has-no-effects",
      holds: bench.events("connect.started").count <= after + replies.count - refused)
  }
}
