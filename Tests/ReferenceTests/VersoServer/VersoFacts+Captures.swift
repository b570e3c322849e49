import Loopback
import StrictJSON
import Wire

@testable import Reference

extension VersoFacts {
  mutating func captures() {
    var bench = bench()
    let start = bench.begin("u-1")
    guard start["captureNonce"] != nil, start["clientSecret"] != nil else { return }
    let session = bench.login("a-1", usable: false)
    let early = bench.capture(start, session)
    expect("capture.res.waiting", holds: early.status == 200)
    expect("capture.res.waiting", holds: early.json["status"] != "connected")
    _ = bench.hook("provider.session.finish", ["sessionToken": session["sessionToken"] ?? .null])
    let late = bench.capture(start, session)
    expect("capture.waiting-does-not-burn", holds: late.status < 300)
    guard late.status < 300 else { return }
    expect("capture.res.connected", holds: late.status == 200)
    expect("capture.res.connected", holds: late.json["status"] == "connected")
    expect("capture.res.connected", holds: late.json["connectionId"]?.string?.isEmpty == false)
    let bare = bench.capture(
      bench.begin("u-2"), bench.login("a-2"),
      without: ["accessToken", "providerAccountId", "providerAccountEmail"])
    expect("capture.req.fields", holds: bare.status < 300)
  }

  mutating func credentials() {
    var bench = bench()
    let (one, two) = (bench.begin("u-1"), bench.begin("u-2"))
    let session = bench.login("a-1")
    let pairs: [(JSON?, JSON?)] = [
      (one["captureNonce"], "cs_of_nobody"), ("cn_of_nobody", one["clientSecret"]),
      (one["captureNonce"], two["clientSecret"]),
    ]
    for (nonce, secret) in pairs {
      guard nonce != two["captureNonce"], secret != one["clientSecret"] || nonce != nil else {
        continue
      }
      let reply = bench.capture(nonce: nonce, secret: secret, session)
      let isSame = nonce == one["captureNonce"] && secret == one["clientSecret"]
      expect("capture.credential-checked", holds: isSame || reply.status >= 400)
    }
    let first = bench.connect("u-3", "a-3").json["connectionId"]?.string
    let start = bench.begin("u-4")
    _ = bench.capture(start, bench.login("a-4"))
    let again = bench.capture(start, bench.login("a-5"))
    expect("capture.credential-one-time", holds: again.status >= 400)
    expect("capture.creates-connection", holds: first != nil)
  }

  mutating func windows() {
    var early = bench()
    let inTime = early.begin("u-1")
    early.passLoginWindow(plus: -60)
    expect("capture.login-window", holds: early.capture(inTime, early.login("a-1")).status < 300)
    var late = bench()
    let tooLate = late.begin("u-1")
    late.passLoginWindow(plus: 60)
    expect("capture.login-window", holds: late.capture(tooLate, late.login("a-1")).status >= 400)
    var slow = bench()
    let token = slow.sign("u-1")
    slow.passLinkLifetime(plus: -60)
    let start = slow.start(token).json
    slow.passLoginWindow(plus: -60)
    if start["captureNonce"] != nil {
      expect("capture.login-window", holds: slow.capture(start, slow.login("a-1")).status < 300)
    }
  }

  mutating func accounts() {
    var bench = bench()
    let first = bench.connect("u-1", "a-1").json["connectionId"]?.string
    let live = bench.connections("u-1")
    let stranger = bench.connect("u-2", "a-1")
    expect("capture.409-other-user", holds: stranger.status == 409)
    if stranger.status >= 400 {
      expect("error.body", holds: stranger.json["error"]?.string?.isEmpty == false)
    }
    expect("capture.409-no-connection", holds: bench.connections("u-1") == live)
    expect("capture.409-no-connection", holds: bench.connections("u-2") ?? [] == [])
    let news = bench.events("connection.created", holding: "u-2").count
    expect("capture.409-no-connection", holds: news == 0)
    expect("capture.other-app-ok", holds: bench.connect("u-3", "a-1", app: "other").status < 300)

    let again = bench.connect("u-4", "a-4").status
    let folded = bench.connect("u-4", "a-4")
    expect("capture.reconnect-folds", holds: again < 300 && folded.status < 300)
    expect("capture.reconnect-folds", holds: bench.connections("u-4")?.count == 1)
    sync(first == nil ? nil : live?.first)
  }

  private mutating func sync(_ known: String?) {
    guard known != nil else { return }
    var bench = bench()
    _ = bench.connect("u-1", "a-1")
    guard let id = bench.connections("u-1")?.first else { return }
    bench.pass(seconds: 60)
    let text = bench.firstSync(id)?.string
    expect("capture.first-sync", holds: text?.hasPrefix("2026-08-02T09:00:") == true)
  }

  mutating func events() {
    var bench = bench()
    _ = bench.begin("u-0")
    expect(
      "webhook.connect-started", "start.user-upsert",
      holds: bench.events("connect.started", holding: "u-0").count == 1
        || !faults.contains("user-created-at-capture"))
    expect("webhook.connect-started", holds: bench.events("connect.started").count == 1)
    _ = bench.capture(bench.begin("u-9"), bench.login("a-9", usable: false))
    expect(
      "webhook.connection-created", "webhook.created-once",
      holds: bench.events("connection.created").isEmpty)
    let id = bench.connect("u-1", "a-1").json["connectionId"]?.string
    let created = bench.events("connection.created")
    expect("webhook.connection-created", holds: !created.isEmpty)
    let told = bench.events("connection.created", holding: "u-1")
    if !created.isEmpty { expect("webhook.connection-created", holds: !told.isEmpty) }
    guard let id, !told.isEmpty else { return }
    let same = bench.events("connection.created", holding: id)
    expect("webhook.connection-created", holds: same.count >= 1)
    expect("webhook.created-once", holds: same.count <= 1)
  }

  /// Looks for secrets in everything that the server says.
  mutating func secrets() {
    var bench = bench()
    let token = bench.sign("u-1")
    let start = bench.start(token).json
    _ = bench.start(token)
    let session = bench.login("a-1")
    _ = bench.capture(start, session)
    _ = bench.connect("u-2", "a-1")
    let texts = (bench.replies.map(\.body) + bench.deliveries.map(\.body)).map {
      ((try? JSON(parsing: $0)) ?? .null).texts.joined(separator: "\n")
    }
    let secret = bench.state.parameters.appSecret
    expect("start.res.no-secrets", holds: texts.allSatisfy { !$0.contains(secret) })
    for key in ["sessionToken", "accessToken"] {
      let credential = session[key]?.string ?? "?"
      expect("capture.never-echoed", holds: texts.allSatisfy { !$0.contains(credential) })
    }
  }
}
