import Loopback
import StrictJSON
import Testing
import Wire

@testable import Reference

@Suite("Verso server: captures and connections")
struct VersoCaptureTests {
  @Test("A session is waited for, then connected, with the same credential")
  func waiting() {
    var bench = VersoBench()
    let start = bench.begin("u-1")
    let session = bench.login("a-1", usable: false)
    for _ in 0..<40 {
      let reply = bench.capture(start, session)
      #expect(reply.status == 200)
      #expect(reply.json == ["status": "waiting"])
    }
    #expect(bench.events("connection.created").isEmpty)
    _ = bench.hook("provider.session.finish", ["sessionToken": session["sessionToken"] ?? .null])
    let reply = bench.capture(start, session)
    #expect(reply.json["status"] == "connected")
    #expect(bench.connections("u-1") == reply.json["connectionId"]?.texts)
  }

  @Test(
    "A login is captured until its hour is over",
    arguments: [(0.0, 200), (3540.0, 200), (3599.999, 200), (3600.0, 401), (3660.0, 401)])
  func window(seconds: Double, status: Int) {
    var bench = VersoBench()
    let token = bench.sign("u-1")
    bench.pass(seconds: 800)
    let start = bench.start(token).json
    bench.pass(seconds: seconds)
    #expect(bench.capture(start, bench.login("a-1")).status == status)
    #expect(bench.connections("u-1")?.count == (status == 200 ? 1 : 0))
  }

  @Test("A credential opens nothing after it has connected, or without its other half")
  func credential() {
    var bench = VersoBench()
    let (one, two) = (bench.begin("u-1"), bench.begin("u-2"))
    let session = bench.login("a-1")
    let halves: [(JSON?, JSON?)] = [
      (one["captureNonce"], two["clientSecret"]), (two["captureNonce"], one["clientSecret"]),
      (one["captureNonce"], "x"), ("x", one["clientSecret"]),
      (one["clientSecret"], one["captureNonce"]),
    ]
    for (nonce, secret) in halves {
      #expect(bench.capture(nonce: nonce, secret: secret, session).status == 401)
    }
    #expect(bench.capture(one, session).status == 200)
    #expect(bench.capture(one, session).status == 401)
    #expect(bench.capture(one, bench.login("a-2")).status == 401)
    #expect(bench.events("connection.created").count == 1)
  }

  @Test("Another user of the app is refused; nothing changes and nothing is announced")
  func otherUser() {
    var bench = VersoBench()
    let id = bench.connect("u-1", "a-1").json["connectionId"]?.string
    let start = bench.begin("u-2")
    let refusal = bench.capture(start, bench.login("a-1"))
    #expect(refusal.status == 409)
    #expect(refusal.json["error"]?.string?.isEmpty == false)
    #expect(bench.connections("u-1") == [id ?? ""])
    #expect(bench.connections("u-2") == [])
    #expect(bench.events("connection.created").count == 1)
    #expect(bench.capture(start, bench.login("a-2")).status == 401)
    #expect(bench.connect("u-2", "a-1", app: "another").status == 200)
  }

  @Test("The same user's earlier connection is folded into the new one")
  func reconnection() {
    var bench = VersoBench()
    let ids = (0..<3).map { _ in bench.connect("u-1", "a-1").json["connectionId"]?.string }
    #expect(Set(ids).count == 3)
    #expect(bench.connections("u-1") == [ids[2] ?? ""])
    _ = bench.connect("u-1", "a-2")
    #expect(bench.connections("u-1")?.count == 2)
  }

  @Test("An account is the provider's, not what the request says")
  func accountOfProvider() {
    var bench = VersoBench()
    _ = bench.connect("u-1", "a-1")
    var session = bench.login("a-1")
    session["providerAccountId"] = "user-of-nobody"
    #expect(bench.capture(bench.begin("u-2"), session).status == 409)
  }

  @Test("The first sync starts within a minute")
  func firstSync() throws {
    var bench = VersoBench()
    let id = try #require(bench.connect("u-1", "a-1").json["connectionId"]?.string)
    #expect(bench.firstSync(id) == .null)
    bench.pass(seconds: 20)
    #expect(bench.firstSync(id) == "2026-08-02T09:00:20.000Z")
  }

  @Test("Webhooks tell of the start, then of the connection, with the answer's id")
  func events() {
    var bench = VersoBench(signsWebhooks: true)
    let id = bench.connect("u-1", "a-1").json["connectionId"]
    let events = bench.deliveries.map { (try? JSON(parsing: $0.body)) ?? .null }
    #expect(events.map { $0["type"] } == ["connect.started", "connection.created"])
    #expect(events.map { $0["data"]?["userRef"] } == ["u-1", "u-1"])
    #expect(events[1]["data"]?["connectionId"] == id)
    #expect(bench.deliveries.allSatisfy { $0.fields.contains("Verso-Signature") })
  }

  @Test("An announcement that waits for the first sync comes with it")
  func lateAnnouncement() {
    var bench = VersoBench(faults: ["created-after-first-sync"])
    _ = bench.connect("u-1", "a-1")
    #expect(bench.events("connection.created").isEmpty)
    bench.pass(seconds: 20)
    #expect(bench.events("connection.created", holding: "u-1").count == 1)
  }

  @Test("Hooks refuse what is not there and what they are not given")
  func hooks() {
    var bench = VersoBench()
    let nobody: JSON = ["userRef": "u-9", "connectionId": "c-9", "sessionToken": "s-9"]
    for name in ["connections.list", "sync.inspect", "provider.session.finish"] {
      #expect(bench.hook(name, nobody).status == 409)
      #expect(bench.hook(name, [:]).status == 400)
    }
    #expect(bench.hook("link.sign", ["purpose": "connect"]).status == 400)
    #expect(bench.hook("provider.session", ["account": "a", "usable": "yes"]).status == 400)
    #expect(bench.hook("webhook.subscribe", ["url": "ftp://example"]).status == 400)
    #expect(bench.hook("device.connect", [:]).status == 404)
  }

  @Test("An account has the same id and address in every session")
  func sessions() {
    var bench = VersoBench()
    let (one, two, other) = (bench.login("a-1"), bench.login("a-1"), bench.login("a-2"))
    #expect(one["providerAccountId"] == two["providerAccountId"])
    #expect(one["providerAccountEmail"] == two["providerAccountEmail"])
    #expect(one["providerAccountId"] != other["providerAccountId"])
    #expect(one["sessionToken"] != two["sessionToken"])
  }
}
