import Loopback
import Testing
import Transport
import Wire

@Suite("Responses as the client reports them")
struct CurlResponseTests {
  @Test("Raw status line, fields, interim heads, trailers and body are kept")
  func everything() async throws {
    let raw =
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: a\r\n\r\n"
      + "HTTP/1.1 201  made\u{E9}\r\nX-a: 1\r\nx-A: 2\r\nX-empty:\r\nContent-Encoding: gzip\r\n"
      + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=1\r\nde\r\n0\r\nT: end\r\n\r\n"
    let exchange = try await exchange(raw: raw)
    let response = try #require(exchange.response)
    #expect(response.head.statusLine == "HTTP/1.1 201  made\u{E9}")
    #expect(response.status == 201)
    #expect(
      response.fields == [
        "X-a": "1", "x-A": "2", "X-empty": "", "Content-Encoding": "gzip",
        "Transfer-Encoding": "chunked",
      ])
    #expect(response.interim.map(\.statusLine) == ["HTTP/1.1 100 Continue", "HTTP/1.1 103 Early"])
    #expect(response.interim.last?.fields == ["Link": "a"])
    #expect(response.trailers == ["T": "end"])
    #expect(exchange.text == "abcde")
    #expect(exchange.observations == [])
  }

  /// The rows of what servers send that is odd; both ways of reading agree on them.
  private static let oddities: [(String, String)] = [
    ("HTTP/1.1 200 OK\nX: y\nContent-Length: 2\n\nok", "LF alone"),
    ("HTTP/1.1 200 OK\r\nX: y\nContent-Length: 2\r\n\r\nok", "LF alone"),
    ("HTTP/1.1 200 OK\r\nX : y\r\nContent-Length: 2\r\n\r\nok", "space before the colon"),
    ("HTTP/1.1 200 OK\r\n: y\r\nContent-Length: 2\r\n\r\nok", "name before the colon"),
    ("HTTP/1.1 200 OK\r\nX: \u{1}\r\nContent-Length: 2\r\n\r\nok", "control byte"),
    ("HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", "space after the status code"),
    ("HTTP/1.1 200x OK\r\nContent-Length: 2\r\n\r\nok", "space after the status code"),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: foo\r\n\r\nok", "coding but chunked"),
    ("HTTP/1.1 600 OK\r\nContent-Length: 2\r\n\r\nok", "from 100 to 599"),
    ("HTTP/1.1 999 OK\r\nContent-Length: 2\r\n\r\nok", "from 100 to 599"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", "2 times: 2, 2"),
    (
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      "one framing"
    ),
    ("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", "in HTTP/1.0"),
  ]

  @Test("What HTTP does not allow is an observation", arguments: oddities, [false, true])
  func observations(row: (raw: String, part: String), ownParser: Bool) async throws {
    let exchange = try await exchange(raw: row.raw, ownParser: ownParser)
    #expect(exchange.text == "ok", "\(exchange.outcome)")
    #expect(exchange.observations.count == 1, "\(exchange.observations)")
    #expect(exchange.observations.first?.contains(row.part) == true)
  }

  @Test("Two different lengths are an observation or refused by libcurl, never silent")
  func twoLengths() async throws {
    let raw = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nContent-Length: 5\r\n\r\n1234567"
    let exchange = try await exchange(raw: raw)
    let isObserved = exchange.observations.contains { $0.contains("different values: 7, 5") }
    #expect(isObserved || exchange.failure?.kind == .malformed, "\(exchange)")
  }

  @Test(
    "A body where HTTP has none is not taken for one",
    arguments: [("GET", "204 No Content"), ("GET", "304 Not Modified"), ("HEAD", "200 OK")])
  func noBody(method: String, status: String) async throws {
    let raw = "HTTP/1.1 \(status)\r\n\r\nbody"
    let exchange = try await exchange(raw: raw, method: method)
    #expect(exchange.response?.bodyLength == 0)
  }

  /// What is no whole response, and the kinds under which libcurl or we report it.
  private static let failures: [(String, Set<HTTPFailureKind>)] = [
    ("", [.emptyReply]),
    ("HTTP/1.1 200 OK\r\nContent-Le", [.truncatedHead]),
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", [.truncatedHead]),
    ("HTTP/1.1 100 Continue\r\n\r\n", [.truncatedHead]),
    ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort", [.truncatedBody]),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nshort", [.truncatedBody]),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", [.malformed]),
    ("HTTP/1.1 200 OK\r\nContent-Length: -7\r\n\r\n", [.malformed]),
    ("HTTP/1.1 000 OK\r\n\r\n", [.malformed]),
    ("HTTP/1.1 1000 OK\r\n\r\n", [.malformed]),
    ("HTTP/1.1 20 OK\r\n\r\n", [.malformed]),
    ("HTTP/1.1 abc\r\n\r\n", [.malformed]),
    ("hello\r\n", [.malformed]),
    ("\r\nHTTP/1.1 200 OK\r\n\r\n", [.malformed]),
  ]

  @Test("What is no whole response is a failure of its kind", arguments: failures, [false, true])
  func failure(row: (raw: String, kinds: Set<HTTPFailureKind>), ownParser: Bool) async throws {
    let exchange = try await exchange(raw: row.raw, ownParser: ownParser)
    let failure = try #require(exchange.failure)
    #expect(row.kinds.contains(failure.kind), "\(failure)")
    #expect(!failure.kind.neverArrived)
  }

  @Test(
    "What only libcurl refuses is malformed",
    arguments: [
      "HTTP/1.1 200 OK\r\nX: \0\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nno colon\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nX: " + String(repeating: "y", count: 110_000) + "\r\n\r\n",
      "HTTP/1.2 200 OK\r\n\r\n", "HTTP/1.1 199 OK\r\n\r\nx",
    ])
  func refusedByCurl(raw: String) async throws {
    let failure = try #require(await exchange(raw: raw).failure)
    #expect([.malformed, .truncatedHead].contains(failure.kind), "\(failure)")
  }

  @Test("A cut body is kept in the failure")
  func partial() async throws {
    let raw = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort"
    let exchange = try await exchange(raw: raw)
    #expect(exchange.failure?.partial?.status == 200)
    #expect(exchange.text == "short")
  }

  @Test("The body is kept up to the cap and counted beyond", arguments: [0, 1, 1000, 4096, 5000])
  func cap(cap: Int) async throws {
    let body = String(repeating: "b", count: 4096)
    let raw = "HTTP/1.1 200 OK\r\nContent-Length: 4096\r\n\r\n" + body
    let response = try #require(await exchange(raw: raw, cap: cap).response)
    #expect(response.body.count == min(cap, 4096))
    #expect(response.bodyLength == 4096)
    #expect(response.truncatedByCap == (cap < 4096))
  }

  @Test("A body that goes on far beyond the cap is ended and observed")
  func endlessBody() async throws {
    let reply = LoopbackReply(body: [UInt8](repeating: 1, count: 4 << 20))
    try await withServer({ _, _ in reply }) { server, client in
      let exchange = await client.send(HTTPCall(base: server.baseURL, bodyCap: 10))
      #expect(exchange.response?.body.count == 10)
      #expect(exchange.observations.contains { $0.contains("expected the end of the body") })
    }
  }
}
