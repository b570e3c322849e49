import Loopback
import StrictJSON
import Testing
import Wire

@testable import Reference

@Suite("Odynn server: results and webhooks")
struct OdynnResultTests {
  @Test("The result is that of the document's sample")
  func documentedResult() {
    var bench = OdynnBench()
    let id = bench.createID()
    bench.pass(seconds: 60)
    _ = bench.hook("device.connect", session: id)
    bench.pass(seconds: 159)
    _ = bench.hook("user.completeSignIn", session: id)
    let reply = bench.read(id)
    #expect(reply.status == 200)
    #expect(
      reply.json == [
        "sessionId": .string(id), "extractedAt": "2026-07-21T12:03:39.000Z",
        "data": [
          "profile": ["memberNumber": "7A2BC34", "name": "Alex Rivera"],
          "balances": [["kind": "redeemable", "currency": "miles", "amount": 184_220]],
          "tier": ["name": "Platinum"], "fetchedAt": "2026-07-21T12:03:37.000Z",
        ],
      ])
  }

  @Test("Creation, fetch and extraction follow each other, however quick the user is")
  func quickUser() {
    var bench = OdynnBench()
    let session = bench.create()
    let id = session["id"]?.string ?? ""
    _ = bench.hook("device.connect", session: id)
    _ = bench.hook("user.completeSignIn", session: id)
    let result = bench.read(id).json
    #expect(session["createdAt"] == "2026-07-21T12:00:00.000Z")
    #expect(result["data"]?["fetchedAt"] == "2026-07-21T12:00:00.001Z")
    #expect(result["extractedAt"] == "2026-07-21T12:00:00.002Z")
  }

  @Test("Until there is a result, the data route answers 404 with the documented code")
  func notYet() {
    var bench = OdynnBench()
    let id = bench.createID()
    for _ in 0..<2 {
      let reply = bench.read(id)
      #expect(reply.status == 404)
      #expect(reply.json["error"]?["code"] == "extraction_result_not_found")
      _ = bench.hook("device.connect", session: id)
    }
  }

  @Test("The data are the backend's only", arguments: [nil, "Bearer odc_live_x"])
  func backendOnly(credential: String?) {
    var bench = OdynnBench()
    let fields = HTTPFields(credential.map { [HTTPField("Authorization", $0)] } ?? [])
    let id = bench.complete()
    #expect(bench.send("GET", "/v1/sessions/\(id)/data", fields: fields).status == 401)
  }

  @Test("Every subscriber hears of a completion once, with the session's id")
  func completed() throws {
    var bench = OdynnBench()
    for url in ["http://a/1", "http://b/2", "http://a/1"] {
      _ = bench.hook("webhook.subscribe", ["url": .string(url)])
    }
    let id = bench.complete()
    #expect(bench.deliveries.map(\.url) == ["http://a/1", "http://b/2"])
    let event = try JSON(parsing: bench.deliveries[0].body)
    #expect(event["type"] == "session.completed")
    #expect(event["data"]?["sessionId"] == .string(id))
    #expect(event["data"]?["metadata"] == ["userId": "user-123"])
  }

  @Test("Webhooks are signed over their time and their body")
  func signed() throws {
    var bench = OdynnBench()
    bench.subscribe()
    _ = bench.complete()
    let delivery = try #require(bench.deliveries.first)
    let key = Array(bench.state.parameters.webhookSecret.utf8)
    let code = SHA256.authenticationCode(Array("1784635200.".utf8) + delivery.body, key: key)
    let signature = "t=1784635200,v1=\(SHA256.hexadecimal(code))"
    #expect(delivery.fields[first: "Odynn-Signature"] == signature)
  }

  @Test(
    "No completion is announced for a session without a result",
    arguments: ["user.dismissSignIn", "network.drop", "device.close", nil])
  func notCompleted(hook: String?) {
    var bench = OdynnBench()
    bench.subscribe()
    let id = bench.createID()
    let unclaimed = bench.createID()
    _ = bench.hook("device.connect", session: id)
    if let hook { _ = bench.hook(hook, session: id) }
    bench.pass(seconds: 1000)
    #expect(bench.read(id).status == 404)
    #expect(bench.read(unclaimed).status == 404)
    #expect(bench.deliveries.isEmpty)
  }

  @Test("The key occurs in no answer and no webhook")
  func noSecrets() {
    var bench = OdynnBench()
    bench.subscribe()
    let session = bench.post(OdynnBench.documentedBody)
    let id = bench.complete()
    let replies = [session, bench.read(id), bench.read("ses_x"), bench.send("GET", "/v1/sessions")]
    for body in replies.map(\.body) + bench.deliveries.map(\.body) {
      #expect(!String(decoding: body, as: UTF8.self).contains("odc_live_"))
    }
  }
}
