import Loopback
import StrictJSON
import Testing
import Wire

@testable import Reference

@Suite("Verso server: links and starts")
struct VersoStartTests {
  @Test("A start is answered with the eight members that the SDKs read")
  func members() {
    var bench = VersoBench()
    let reply = bench.start(bench.sign("u-1"))
    #expect(reply.status == 200)
    #expect(
      reply.json.object?.keys == [
        "captureNonce", "clientSecret", "provider", "loginUrl", "cookieDomain", "cookieName",
        "sessionUrl", "expiresInSeconds",
      ])
    #expect(reply.json["expiresInSeconds"] == 3600)
  }

  @Test(
    "A link starts until its lifetime is over",
    arguments: [
      (0.0, 200), (899.0, 200), (899.999, 200), (900.0, 401), (901.0, 401), (90_000.0, 401),
    ])
  func lifetime(seconds: Double, status: Int) {
    var bench = VersoBench()
    let token = bench.sign("u-1")
    bench.pass(seconds: seconds)
    #expect(bench.start(token).status == status)
  }

  @Test("A link starts once, whatever becomes of the login")
  func singleUse() {
    var bench = VersoBench()
    let token = bench.sign("u-1")
    let start = bench.start(token).json
    #expect(bench.start(token).status == 403)
    _ = bench.capture(start, bench.login("a-1"))
    #expect(bench.start(token).status == 403)
    bench.passLinkLifetime(plus: 1)
    #expect(bench.start(token).status == 403)
  }

  @Test("A refused start leaves the link as it was")
  func refusedStartLeavesLink() {
    var bench = VersoBench()
    let token = bench.sign("u-1")
    #expect(bench.start("x" + token).status == 401)
    #expect(bench.start(token + "x").status == 401)
    #expect(bench.start(token, device: 7).status == 400)
    #expect(bench.start(token, device: ["platform": 7]).status == 400)
    #expect(bench.events("connect.started").isEmpty)
    #expect(bench.start(token).status == 200)
  }

  @Test("No part of a token can be changed")
  func tampering() {
    var bench = VersoBench()
    let token = Array(bench.sign("u-1").utf8)
    let last = token.count - 1
    for index in Array(stride(from: 0, to: last, by: 17)) + [last - 1, last] {
      var bytes = token
      bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(bench.start(String(decoding: bytes, as: UTF8.self)).status == 401, "\(index)")
    }
    #expect(bench.start(String(decoding: token, as: UTF8.self)).status == 200)
  }

  @Test("A link of another purpose is refused, one of another app starts")
  func purposeAndApp() {
    var bench = VersoBench()
    #expect(bench.start(bench.sign("u-1", purpose: "manage")).status == 403)
    #expect(bench.start(bench.sign("u-1", purpose: "connect")).status == 200)
    #expect(bench.start(bench.sign("u-1", app: "another")).status == 200)
  }

  @Test("Starts that overlap use up the link once; a build that checks first does not")
  func race() {
    for (faults, expected) in [([], 1), (["start-checks-then-sets"], 8)] {
      var bench = VersoBench(faults: faults)
      bench.overlaps = true
      let token = bench.sign("u-1")
      let statuses = (0..<8).map { _ in bench.start(token).status }
      #expect(statuses.filter { $0 == 200 }.count == expected)
      bench.state.settle()
      #expect(bench.start(token).status == 403)
    }
  }

  @Test("The endpoint answers POST with JSON at its path")
  func endpoint() {
    var bench = VersoBench()
    let body: JSON = ["action": "start", "token": .string(bench.sign("u-1"))]
    #expect(bench.send("GET", "/api/connect-native").status == 405)
    #expect(bench.send("POST", "/api/connect", body: body.serializedBytes()).status == 404)
    #expect(bench.post(body.serialized(), type: "text/plain").status == 415)
    #expect(bench.post(body.serialized(), type: "application/json; charset=utf-8").status == 200)
  }

  @Test(
    "A body that cannot be read is a client's error, with a text in error",
    arguments: [
      "", "[]", "7", "null", "{}", "{\"action\":\"sta", "{\"action\":7}", "{\"action\":\"stop\"}",
      "{\"action\":\"start\"}", "{\"action\":\"start\",\"token\":7}",
      "{\"action\":\"start\",\"token\":\"\"}", "{\"action\":\"start\",\"token\":[\"a.b.c\"]}",
      "{\"action\":\"capture\",\"captureNonce\":\"n\",\"clientSecret\":\"s\"}",
      "{\"action\":\"capture\",\"captureNonce\":{},\"clientSecret\":1,\"sessionToken\":false}",
      "{\"action\":\"start\",\"action\":\"start\",\"token\":\"a.b.c\"}",
    ])
  func malformed(body: String) {
    var bench = VersoBench()
    let reply = bench.post(body)
    #expect(reply.status == 400)
    #expect(reply.json["error"]?.string?.isEmpty == false)
  }

  @Test("A token of a mebibyte is refused")
  func longToken() {
    var bench = VersoBench()
    #expect(bench.start(String(repeating: "x", count: 1 << 20)).status == 413)
  }

  @Test("A start announces itself and makes the user's record")
  func effects() {
    var bench = VersoBench()
    let token = bench.sign("u-1")
    #expect(bench.connections("u-1") == nil)
    _ = bench.start(token)
    #expect(bench.connections("u-1") == [])
    #expect(bench.events("connect.started", holding: "u-1").count == 1)
    _ = bench.start(token)
    #expect(bench.events("connect.started").count == 1)
  }
}
