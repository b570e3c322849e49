import Loopback
import StrictJSON
import Testing
import Wire

@testable import Reference

@Suite("Odynn server: creating sessions")
struct OdynnSessionTests {
  @Test("The documented call is answered as in the document's sample")
  func documentedCall() throws {
    var bench = OdynnBench()
    let reply = bench.post(OdynnBench.documentedBody)
    #expect(reply.status == 201)
    let id = try #require(reply.json["id"]?.string)
    #expect(id.hasPrefix("ses_"))
    #expect(
      reply.json == [
        "id": .string(id), "status": "pending", "providerId": "aadvantage",
        "connectUrl": .string("https://connect.odynn.com/link/horizon-travel/\(id)"),
        "workerArrivalTimeoutAt": "2026-07-21T12:02:00.000Z",
        "authTimeoutAt": "2026-07-21T12:05:00.000Z",
        "returnUrl": .null, "metadata": ["userId": "user-123"],
        "createdAt": "2026-07-21T12:00:00.000Z",
      ])
    #expect(
      reply.json.object?.keys == [
        "id", "status", "providerId", "connectUrl", "workerArrivalTimeoutAt", "authTimeoutAt",
        "returnUrl", "metadata", "createdAt",
      ])
  }

  @Test("What the request carries comes back member for member")
  func echo() {
    var bench = OdynnBench()
    let session = bench.create([
      "providerId": "skymiles", "returnUrl": "horizon://done",
      "metadata": ["userId": "u", "Käse": [1, 2.50, .null], "nested": ["a": true]],
    ])
    #expect(session["providerId"] == "skymiles")
    #expect(session["returnUrl"] == "horizon://done")
    #expect(
      session["metadata"] == ["userId": "u", "Käse": [1, 2.50, .null], "nested": ["a": true]])
  }

  @Test(
    "A body that asks for no session is refused",
    arguments: [
      ("{", 400), ("[]", 400), ("{}", 400), (#"{"providerId": 7}"#, 400),
      (#"{"providerId": "aadvantage", "metadata": []}"#, 400),
      (#"{"providerId": "aadvantage", "returnUrl": 1}"#, 400),
      (#"{"providerId": "aadvantage", "providerId": "skymiles"}"#, 400),
      (#"{"providerId": "no-such-program", "metadata": {}}"#, 422),
    ])
  func badBody(text: String, status: Int) {
    var bench = OdynnBench()
    var fields = bench.credential
    fields.append("Content-Type", "application/json")
    let reply = bench.send("POST", "/v1/sessions", fields: fields, body: Array(text.utf8))
    #expect(reply.status == status)
    #expect(reply.json["error"]?["code"]?.string != nil)
    #expect(bench.state.sessions.isEmpty)
  }

  @Test(
    "Content types other than JSON are refused",
    arguments: [
      ("application/json", 201), ("Application/JSON; charset=utf-8", 201), (nil, 201),
      ("text/plain", 415), ("application/x-www-form-urlencoded", 415),
    ])
  func contentType(type: String?, status: Int) {
    var bench = OdynnBench()
    #expect(bench.post(OdynnBench.documentedBody, type: type).status == status)
  }

  @Test("A body above the limit is refused")
  func tooLarge() {
    var bench = OdynnBench()
    let long = String(repeating: "x", count: OdynnServer.State.bodyLimit)
    let reply = bench.post(["providerId": "aadvantage", "metadata": ["note": .string(long)]])
    #expect(reply.status == 413)
  }

  @Test(
    "A session needs the tenant's whole key",
    arguments: [
      nil, "", "Bearer", "Bearer ", "Bearer odc_live_", "Bearer odc_live_wrong", "odc_live_wrong",
      "Basic b2RjX2xpdmVfd3Jvbmc6",
    ])
  func needsKey(value: String?) {
    var bench = OdynnBench()
    let fields: HTTPFields = value.map { [HTTPField("Authorization", $0)] } ?? []
    let body = OdynnBench.documentedBody.serializedBytes()
    let reply = bench.send("POST", "/v1/sessions", fields: fields, body: body)
    #expect(reply.status == 401)
    #expect(bench.state.sessions.isEmpty)
  }

  @Test("Two credentials are no credential")
  func twoKeys() {
    var bench = OdynnBench()
    let fields = HTTPFields(Array(bench.credential) + Array(bench.credential))
    let body = OdynnBench.documentedBody.serializedBytes()
    #expect(bench.send("POST", "/v1/sessions", fields: fields, body: body).status == 401)
  }

  @Test(
    "Other paths are not found, other methods not allowed",
    arguments: [
      ("GET", "/", 404), ("GET", "/v1", 404), ("POST", "/v2/sessions", 404),
      ("POST", "/v1/sessions/", 404), ("GET", "/v1/sessions/ses_1", 404),
      ("GET", "/v1/sessions/ses_1/data/x", 404), ("GET", "/v1/sessions", 405),
      ("PUT", "/v1/sessions", 405), ("post", "/v1/sessions", 405),
      ("POST", "/v1/sessions/ses_1/data", 405), ("HEAD", "/v1/sessions/ses_1/data", 405),
    ])
  func routes(method: String, target: String, status: Int) {
    var bench = OdynnBench()
    let reply = bench.send(method, target, fields: bench.credential)
    #expect(reply.status == status)
    #expect(reply.fields.contains("Allow") == (status == 405))
  }

  @Test("Ids differ, and one seed gives the same ones again")
  func ids() {
    var first = OdynnBench()
    var second = OdynnBench()
    let ids = (0..<50).map { _ in first.createID() }
    #expect(Set(ids).count == 50)
    #expect(ids == (0..<50).map { _ in second.createID() })
  }
}

@Suite("Odynn server: idempotency")
struct OdynnIdempotencyTests {
  @Test("The same key and body make one session, whatever the spelling of the body")
  func replay() {
    var bench = OdynnBench()
    let first = bench.create(key: "k1")
    bench.pass(seconds: 90)
    let again = bench.post(
      ["metadata": ["userId": "user-123"], "providerId": "aadvantage"], key: "k1")
    #expect(again.status == 201)
    #expect(again.json == first)
    #expect(bench.state.sessions.count == 1)
  }

  @Test("The same key with another body is a conflict and makes nothing")
  func conflict() {
    var bench = OdynnBench()
    _ = bench.create(key: "k1")
    let reply = bench.post(["providerId": "skymiles", "metadata": [:]], key: "k1")
    #expect(reply.status == 409)
    #expect(bench.state.sessions.count == 1)
  }

  @Test("Other keys, and no key, make sessions of their own")
  func otherKeys() {
    var bench = OdynnBench()
    let ids = [
      bench.createID(key: "k1"), bench.createID(key: "K1"), bench.createID(key: "k\u{212A}"),
      bench.createID(), bench.createID(),
    ]
    #expect(Set(ids).count == ids.count)
  }

  @Test("A key that is empty or too long is refused", arguments: [0, 256])
  func badKey(length: Int) {
    var bench = OdynnBench()
    let key = String(repeating: "k", count: length)
    #expect(bench.post(OdynnBench.documentedBody, key: key).status == 400)
  }

  @Test("A creation that was refused leaves its key free")
  func refusedKey() {
    var bench = OdynnBench()
    #expect(bench.post(["metadata": [:]], key: "k1").status == 400)
    #expect(bench.post(OdynnBench.documentedBody, key: "k1").status == 201)
  }
}
