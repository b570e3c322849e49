import Loopback
import StrictJSON
import Testing
import Wire

@testable import Reference

@Suite("Odynn server: timers and claims")
struct OdynnLifecycleTests {
  @Test(
    "A device may connect until just before the arrival deadline",
    arguments: [(0.0, 200), (119.999, 200), (120, 409), (121, 409), (100_000, 409)])
  func arrivalEdge(seconds: Double, status: Int) {
    var bench = OdynnBench()
    let id = bench.createID()
    bench.pass(seconds: seconds)
    #expect(bench.hook("device.connect", session: id) == status)
    #expect(bench.inspect(id)["status"] == (status == 200 ? "connected" : "expired"))
    #expect(bench.read(id).status == 404)
  }

  @Test(
    "The user may sign in until just before the auth deadline, whenever the device came",
    arguments: [(0.0, 299.999, 200), (0, 300, 409), (119, 299.999, 200), (119, 300, 409)])
  func authEdge(connect: Double, signIn: Double, status: Int) {
    var bench = OdynnBench()
    let id = bench.createID()
    bench.pass(seconds: connect)
    #expect(bench.hook("device.connect", session: id) == 200)
    bench.pass(seconds: signIn - connect)
    #expect(bench.hook("user.completeSignIn", session: id) == status)
    #expect(bench.inspect(id)["status"] == (status == 200 ? "completed" : "failed"))
    #expect(bench.read(id).status == (status == 200 ? 200 : 404))
  }

  @Test("The auth timer releases a connection that nobody closed")
  func leak() {
    var bench = OdynnBench()
    let id = bench.createID()
    _ = bench.hook("device.connect", session: id)
    bench.pass(seconds: 299)
    #expect(bench.inspect(id) == ["connection": "open", "status": "connected"])
    bench.pass(seconds: 2)
    #expect(bench.inspect(id)["connection"] == "closed")
    #expect(bench.inspect(id)["status"] == "failed")
  }

  @Test("Creating claims nothing")
  func createDoesNotClaim() {
    var bench = OdynnBench()
    let id = bench.createID()
    bench.pass(seconds: 60)
    #expect(bench.inspect(id) == ["connection": "closed", "status": "pending"])
  }

  @Test("A second connect is refused and does no harm")
  func secondConnect() {
    var bench = OdynnBench()
    let id = bench.createID()
    #expect(bench.hook("device.connect", session: id) == 200)
    #expect(bench.hook("device.connect", session: id) == 409)
    #expect(bench.inspect(id) == ["connection": "open", "status": "connected"])
    #expect(bench.hook("user.completeSignIn", session: id) == 200)
    #expect(bench.read(id).status == 200)
  }

  @Test(
    "A session that ended never accepts another connect",
    arguments: ["user.completeSignIn", "user.dismissSignIn", "network.drop", "device.close"])
  func singleUse(ending: String) {
    var bench = OdynnBench()
    let id = bench.createID()
    _ = bench.hook("device.connect", session: id)
    #expect(bench.hook(ending, session: id) == 200)
    let isCompleted = ending == "user.completeSignIn"
    #expect(bench.inspect(id)["connection"] == "closed")
    #expect(bench.inspect(id)["status"] == (isCompleted ? "completed" : "failed"))
    #expect(bench.read(id).status == (isCompleted ? 200 : 404))
    #expect(bench.hook("device.connect", session: id) == 409)
  }

  @Test(
    "What comes after the completion does no harm", arguments: ["network.drop", "device.close"])
  func afterCompletion(hook: String) {
    var bench = OdynnBench()
    let id = bench.complete()
    #expect(bench.hook(hook, session: id) == 200)
    bench.pass(seconds: 1000)
    #expect(bench.read(id).status == 200)
    #expect(bench.inspect(id)["status"] == "completed")
  }

  @Test(
    "Nobody signs in where no device has connected",
    arguments: ["user.completeSignIn", "user.dismissSignIn", "network.drop"])
  func unclaimed(hook: String) {
    var bench = OdynnBench()
    let id = bench.createID()
    #expect(bench.hook(hook, session: id) == 409)
    #expect(bench.inspect(id)["status"] == "pending")
  }
}

@Suite("Odynn server: hooks")
struct OdynnHookTests {
  @Test(
    "A hook says what is wrong with its call",
    arguments: [
      ("no.such.hook", #"{"sessionId": "ses_1"}"#, 404), ("device.connect", "{}", 400),
      ("device.connect", "[", 400), ("device.connect", #"{"sessionId": "ses_1"}"#, 409),
      ("device.connect", #"{"sessionId": null}"#, 400), ("webhook.subscribe", "{}", 400),
      ("webhook.subscribe", #"{"url": "ftp://x"}"#, 400), ("account.refresh", "", 400),
    ])
  func badCall(name: String, body: String, status: Int) {
    var bench = OdynnBench()
    let reply = bench.send("POST", "/_hooks/\(name)", body: Array(body.utf8))
    #expect(reply.status == status)
    #expect(reply.json["reason"]?.string != nil)
  }

  @Test("Hooks answer POST only")
  func method() {
    var bench = OdynnBench()
    #expect(bench.send("GET", "/_hooks/device.connect").status == 405)
  }

  @Test("Every hook of the target file is answered")
  func everyHook() {
    for name in OdynnServer.hooks {
      var bench = OdynnBench()
      let id = bench.createID()
      if name != "device.connect", name != "hosted.complete" {
        _ = bench.hook("device.connect", session: id)
      }
      let reply = bench.hook(
        name, ["sessionId": .string(id), "url": "http://127.0.0.1:9/", "userId": "user-123"])
      #expect(reply.status == 200, "\(name)")
    }
  }

  @Test("The hosted surface completes a session that no device has claimed, with the same shape")
  func hosted() {
    var bench = OdynnBench()
    bench.subscribe()
    let hosted = bench.createID()
    #expect(bench.hook("hosted.complete", session: hosted) == 200)
    let embedded = bench.complete()
    var left = bench.read(hosted).json
    var right = bench.read(embedded).json
    left["sessionId"] = nil
    right["sessionId"] = nil
    #expect(left == right)
    #expect(bench.events == ["session.completed", "session.completed"])
    #expect(bench.hook("hosted.complete", session: embedded) == 409)
  }

  @Test("Refreshing asks for a sign-in on a session that is like a first one")
  func refresh() throws {
    var bench = OdynnBench()
    bench.subscribe()
    let first = bench.complete([
      "providerId": "skymiles", "metadata": ["userId": "u-9", "team": "blue"],
    ])
    bench.pass(seconds: 86400)
    #expect(bench.hook("account.refresh", ["userId": "u-9"]).status == 200)
    #expect(bench.events == ["session.completed", "session.auth_required"])
    let event = try JSON(parsing: try #require(bench.deliveries.last).body)
    let id = try #require(event["data"]?["sessionId"]?.string)
    #expect(id != first)
    #expect(event["data"]?["providerId"] == "skymiles")
    #expect(event["data"]?["metadata"] == ["userId": "u-9", "team": "blue"])
    bench.pass(seconds: 119)
    #expect(bench.hook("device.connect", session: id) == 200)
    #expect(bench.hook("user.completeSignIn", session: id) == 200)
    #expect(bench.read(id).status == 200)
  }

  @Test("A server that caches answers from the cache while that is fresh, and then asks")
  func refreshCached() {
    var bench = OdynnBench(variants: ["refresh-caches"])
    bench.subscribe()
    _ = bench.complete()
    bench.pass(seconds: 3599)
    let cached = bench.hook("account.refresh", ["userId": "user-123"])
    #expect(cached.json["outcome"] == "cached")
    #expect(cached.json["data"]?["tier"] == ["name": "Platinum"])
    bench.pass(seconds: 2)
    let asked = bench.hook("account.refresh", ["userId": "user-123"])
    #expect(asked.json["outcome"] == "auth_required")
    #expect(bench.events == ["session.completed", "session.auth_required"])
  }
}
