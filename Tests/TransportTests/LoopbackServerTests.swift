import Loopback
import Testing
import Transport
import Wire

@Suite("The loopback server")
struct LoopbackServerTests {
  @Test("Pipelined requests are answered in order")
  func pipelining() async throws {
    try await withServer({ request, peer in
      if peer.request == 1 { return .raw("HTTP/1.1 200 OK\r\n\r\n1".utf8, closes: false) }
      return .text(request.target)
    }) { server, client in
      let bytes =
        "GET /a HTTP/1.1\r\nHost: h\r\n\r\nGET /b HTTP/1.1\r\nHost: h\r\n\r\n"
        + "GET /c HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
      let text = await reply(to: bytes, from: server, by: client).text
      #expect(text.hasPrefix("1HTTP/1.1 200 OK\r\n"))
      #expect(text.hasSuffix("\r\nConnection: close\r\n\r\n/c"))
      #expect(text.contains("\r\n\r\n/bHTTP/1.1 200 OK\r\n"))
    }
  }

  @Test(
    "What is no request is answered with its status and closed",
    arguments: [
      ("junk\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/3.0\r\n", 505),
      ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 101\r\n\r\n", 413),
      ("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 1000), 431),
    ])
  func malformed(bytes: String, status: Int) async throws {
    var limits = LoopbackLimits()
    limits.head = 1000
    limits.body = 100
    try await withServer(limits: limits, { _, _ in .text("ok") }) { server, client in
      let exchange = await reply(to: bytes, from: server, by: client)
      #expect(exchange.response?.status == status, "\(exchange.outcome)")
      #expect(exchange.response?.fields[first: "Connection"] == "close")
    }
  }

  @Test(
    "Each framing delivers the body",
    arguments: [
      LoopbackFraming.contentLength, .chunked(), .chunked([1, 2, 1000]), .close,
    ])
  func framing(framing: LoopbackFraming) async throws {
    let body = Array("0123456789".utf8)
    try await withServer({ _, _ in
      var reply = LoopbackReply(body: body, framing: framing)
      reply.trailers = ["T": "t"]
      reply.interim = [HTTPResponseHead(status: 103, fields: ["Link": "x"])]
      return reply
    }) { server, client in
      let exchange = await client.send(HTTPCall(base: server.baseURL))
      let response = try #require(exchange.response)
      #expect(response.body == body)
      #expect(response.interim.map(\.status) == [103])
      let isChunked = response.fields.contains("Transfer-Encoding")
      #expect(response.trailers == (isChunked ? ["T": "t"] : []))
      #expect(exchange.observations == [])
      let old = await reply(to: "GET / HTTP/1.0\r\n\r\n", from: server, by: client)
      #expect(old.response?.body == body)
    }
  }

  @Test("HEAD is answered with the length and without the body")
  func head() async throws {
    try await withServer({ _, _ in .text("four") }) { server, client in
      let call = HTTPCall(base: server.baseURL, request: HTTPRequest(method: "HEAD"))
      let response = try #require(await client.send(call).response)
      #expect(response.fields[first: "Content-Length"] == "4")
      #expect(response.body.isEmpty)
      #expect(await client.send(call).reusedConnection)
    }
  }

  @Test("A reply can be cut anywhere", arguments: [0, 5, 20, 70])
  func truncation(length: Int) async throws {
    try await withServer({ _, _ in
      var reply = LoopbackReply.text(String(repeating: "x", count: 100))
      reply.truncateAfter = length
      return reply
    }) { server, client in
      let failure = try #require(await client.send(HTTPCall(base: server.baseURL)).failure)
      #expect([.emptyReply, .truncatedHead, .truncatedBody].contains(failure.kind), "\(failure)")
    }
  }

  @Test("A delayed reply comes after its delay")
  func delay() async throws {
    try await withServer({ _, _ in
      var reply = LoopbackReply.text("late")
      reply.delay = .milliseconds(30)
      return reply
    }) { server, client in
      let exchange = await client.send(HTTPCall(base: server.baseURL))
      #expect(exchange.text == "late")
      #expect(exchange.duration >= .milliseconds(30))
    }
  }

  @Test("Stopping ends delays, connections and the listener, and may be repeated")
  func stopping() async throws {
    let arrived = Gate(1)
    let server = try LoopbackServer { _, _ in
      arrived.arriveAndWait()
      var reply = LoopbackReply.text("never")
      reply.delay = .seconds(3600)
      return reply
    }
    let client = CurlClient(.direct)
    defer { client.close() }
    let base = server.baseURL
    let task = Task { await client.send(HTTPCall(base: base, freshConnection: true)) }
    await arrived.opened()
    #expect(server.stop())
    #expect(server.stop())
    #expect(await task.value.failure != nil)
    #expect(await client.send(HTTPCall(base: base)).failure?.kind == .refused)
  }

  @Test("A port in use is an error that names it")
  func portInUse() throws {
    let server = try LoopbackServer { _, _ in .dropped }
    defer { server.stop() }
    #expect {
      _ = try LoopbackServer(port: server.port) { _, _ in .dropped }
    } throws: { error in
      "\(error)".contains("127.0.0.1:\(server.port)")
    }
    #expect(throws: LoopbackError.self) {
      _ = try LoopbackServer(host: "no.such.invalid") { _, _ in .dropped }
    }
  }
}
