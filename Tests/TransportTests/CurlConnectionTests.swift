import Loopback
import Testing
import Transport
import Wire

@Suite("Connections of the client")
struct CurlConnectionTests {
  @Test("A connection is used again, and a fresh one taken when asked for")
  func reuse() async throws {
    let peers = Locked<[LoopbackPeer]>([])
    try await withServer({ _, peer in
      peers.withLock { $0.append(peer) }
      return .text("ok")
    }) { server, client in
      var call = HTTPCall(base: server.baseURL)
      let first = await client.send(call)
      let second = await client.send(call)
      call.freshConnection = true
      let third = await client.send(call)
      #expect([first, second, third].map(\.reusedConnection) == [false, true, false])
      #expect([first, second, third].map(\.resent) == [false, false, false])
    }
    #expect(peers.withLock { $0.map(\.connection) } == [1, 1, 2])
    #expect(peers.withLock { $0.map(\.request) } == [1, 2, 1])
  }

  @Test("A request that libcurl sent twice is reported as sent twice", arguments: ["GET", "POST"])
  func resent(method: String) async throws {
    let count = Locked(0)
    try await withServer({ _, peer in
      count.withLock { $0 += 1 }
      return peer.connection == 1 && peer.request == 2 ? .dropped : .text("ok")
    }) { server, client in
      let call = HTTPCall(base: server.baseURL, request: HTTPRequest(method: method, body: [1]))
      let first = await client.send(call)
      let second = await client.send(call)
      #expect(!first.resent)
      #expect(second.response?.status == 200)
      #expect(second.resent)
      #expect(second.observations.count == 1)
    }
    #expect(count.withLock { $0 } == 3)
  }

  @Test("On a fresh connection nothing is sent twice")
  func notResent() async throws {
    let count = Locked(0)
    try await withServer({ _, peer in
      count.withLock { $0 += 1 }
      return .dropped
    }) { server, client in
      let call = HTTPCall(base: server.baseURL, freshConnection: true)
      #expect(await client.send(call).failure?.kind == .emptyReply)
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test("Sixty-four exchanges are in flight together")
  func concurrency() async throws {
    let gate = Gate(64)
    try await withServer({ request, _ in
      gate.arriveAndWait()
      return .text(request.target)
    }) { server, client in
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<64 {
          group.addTask {
            let request = HTTPRequest(target: "/\(number)")
            let exchange = await client.send(HTTPCall(base: server.baseURL, request: request))
            #expect(exchange.text == "/\(number)")
          }
        }
      }
    }
    #expect(gate.hasOpened)
  }

  @Test("More calls than connections wait for their turn")
  func queueing() async throws {
    var configuration = CurlConfiguration.direct
    configuration.maxConnections = 2
    let load = Locked((now: 0, most: 0))
    try await withServer(
      { _, _ in
        load.withLock {
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        defer { load.withLock { $0.now -= 1 } }
        return .text("ok")
      }, configuration: configuration
    ) { server, client in
      let ok = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<32 {
          group.addTask { await client.send(HTTPCall(base: server.baseURL)).text == "ok" }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(ok == 32)
    }
    #expect(load.withLock { $0.most } <= 2)
  }

  @Test("Nobody listening is a refusal that reached nobody", arguments: [false, true])
  func refused(isRaw: Bool) async throws {
    let client = CurlClient(.direct)
    defer { client.close() }
    let call = HTTPCall(
      base: "http://127.0.0.1:\(try closedPort())", rawBytes: isRaw ? [1] : nil)
    let failure = try #require(await client.send(call).failure)
    #expect(failure.kind == .refused)
    #expect(failure.kind.neverArrived)
  }

  @Test("A name without an address is unresolved")
  func unresolved() async throws {
    let client = CurlClient(.direct)
    defer { client.close() }
    let failure = try #require(await client.send(HTTPCall(base: "http://no.such.invalid")).failure)
    #expect([.unresolved, .connectTimeout].contains(failure.kind), "\(failure)")
  }

  @Test("Plain HTTP where TLS was expected is a TLS failure")
  func tls() async throws {
    try await withServer({ _, _ in .text("ok") }) { server, client in
      let base = "https://127.0.0.1:\(server.port)"
      let failure = try #require(await client.send(HTTPCall(base: base)).failure)
      #expect(failure.kind == .tls, "\(failure)")
    }
  }

  @Test("A reset is a reset")
  func reset() async throws {
    try await withServer({ _, _ in
      var reply = LoopbackReply.dropped
      reply.resets = true
      return reply
    }) { server, client in
      let failure = try #require(await client.send(HTTPCall(base: server.baseURL)).failure)
      #expect(failure.kind == .reset, "\(failure)")
    }
  }

  @Test("A silent server runs into the timeout, with what came before", arguments: [false, true])
  func timeout(isRaw: Bool) async throws {
    let raw = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"
    try await withServer({ _, _ in .raw(raw.wireBytes, closes: false) }) { server, client in
      let bytes = "GET / HTTP/1.1\r\nHost: h\r\n\r\n".wireBytes
      let call = HTTPCall(
        base: server.baseURL, timeout: .milliseconds(40), rawBytes: isRaw ? bytes : nil)
      let exchange = await client.send(call)
      #expect(exchange.failure?.kind == .timeout, "\(exchange.outcome)")
      #expect(exchange.text == "abc")
      #expect(exchange.duration >= .milliseconds(40))
      #expect(exchange.sentAt < exchange.answeredAt)
    }
  }

  @Test("A cancelled task ends its exchange", arguments: [false, true])
  func cancellation(isRaw: Bool) async throws {
    let arrived = Gate(1)
    try await withServer({ _, _ in
      arrived.arriveAndWait()
      return .raw([], closes: false)
    }) { server, client in
      let bytes = "GET / HTTP/1.1\r\nHost: h\r\n\r\n".wireBytes
      let call = HTTPCall(base: server.baseURL, rawBytes: isRaw ? bytes : nil)
      let task = Task { await client.send(call) }
      await arrived.opened()
      task.cancel()
      #expect(await task.value.failure?.kind == .cancelled)
    }
  }

  @Test("A call of a task that is cancelled already is not sent")
  func cancelledBefore() async throws {
    try await withServer({ _, _ in .text("ok") }) { server, client in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await client.send(HTTPCall(base: server.baseURL))
      }
      #expect(await task.value.failure?.kind == .cancelled)
    }
  }

  @Test("What is no URL is refused", arguments: ["", "127.0.0.1", "ftp://h", "http://", "://x"])
  func noURL(base: String) async {
    let client = CurlClient(.direct)
    defer { client.close() }
    #expect(await client.send(HTTPCall(base: base)).failure?.kind == .other)
  }

  @Test("A CA file that is not there is said so")
  func missingCAFile() async throws {
    var configuration = CurlConfiguration.direct
    configuration.caFile = "/nowhere/ca.pem"
    try await withServer({ _, _ in .text("ok") }, configuration: configuration) { server, client in
      let base = "https://127.0.0.1:\(server.port)"
      let failure = try #require(await client.send(HTTPCall(base: base)).failure)
      #expect(failure.kind == .tls)
      #expect(failure.message.contains("/nowhere/ca.pem"), "\(failure.message)")
    }
  }
}
