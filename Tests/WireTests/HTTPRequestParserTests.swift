import Testing
import Wire

/// Feeds a text at once or byte by byte; the events must not differ.
private func events(
  _ text: String, limits: HTTPRequestParser.Limits = .init(), bytewise: Bool
) -> [HTTPRequestParser.Event] {
  var parser = HTTPRequestParser(limits: limits)
  let bytes = text.wireBytes
  let parts = bytewise ? bytes.map { [$0] } : [bytes]
  return parts.flatMap { parser.feed($0) } + parser.finish()
}

private func requests(_ events: [HTTPRequestParser.Event]) -> [HTTPIncomingRequest] {
  events.compactMap { event in
    guard case .request(let request) = event else { return nil }
    return request
  }
}

private func error(_ events: [HTTPRequestParser.Event]) -> HTTPSyntaxError? {
  guard case .malformed(let error) = events.last else { return nil }
  return error
}

@Suite("Requests as a server reads them")
struct HTTPRequestParserTests {
  @Test("Order, case, repeats and emptiness of fields are kept", arguments: [false, true])
  func fields(bytewise: Bool) {
    let text = "GET /a?b%2F HTTP/1.1\r\nHOST: h\r\nx-B:  1 \r\nX-b:\r\nx-B: \u{E9}\r\n\r\n"
    let found = requests(events(text, bytewise: bytewise))
    #expect(found.count == 1)
    #expect(found.first?.request.target == "/a?b%2F")
    #expect(
      found.first?.request.fields
        == HTTPFields([.init("HOST", "h"), .init("x-B", "1"), .init("X-b", ""), .init("x-B", "é")]))
    #expect(found.first?.keepsAlive == true)
  }

  @Test("Pipelined requests come out in order, each with its own body", arguments: [false, true])
  func pipelining(bytewise: Bool) {
    let text =
      "\r\nPOST /1 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
      + "POST /2 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n"
      + "1\r\nx\r\n00A;ext=1\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n"
      + "GET /3 HTTP/1.0\r\n\r\n"
    let found = requests(events(text, bytewise: bytewise))
    #expect(found.map(\.request.target) == ["/1", "/2", "/3"])
    #expect(
      found.map { String(wire: $0.request.body) } == ["abc", "x0123456789", ""])
    #expect(found.map(\.keepsAlive) == [true, true, false])
  }

  @Test("A head with a body is announced before the body, with its wish for 100")
  func expectsContinue() {
    var parser = HTTPRequestParser()
    let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n"
    let first = parser.feed(head.wireBytes)
    guard case .head(let incoming) = first.first else {
      Issue.record("expected a head, received \(first)")
      return
    }
    #expect(incoming.expectsContinue)
    #expect(parser.isWithinRequest)
    #expect(requests(parser.feed("ok".wireBytes)).first?.request.body == [111, 107])
    #expect(!parser.isWithinRequest)
  }

  @Test(
    "Whether the connection stays open follows version and Connection",
    arguments: [
      ("1.1", "close", false), ("1.1", "x, CLOSE", false), ("1.1", "keep-alive", true),
      ("1.0", "Keep-Alive", true), ("1.0", "x", false),
    ])
  func keepsAlive(version: String, connection: String, keepsAlive: Bool) {
    let text = "GET / HTTP/\(version)\r\nHost: h\r\nConnection: \(connection)\r\n\r\n"
    #expect(requests(events(text, bytewise: false)).map(\.keepsAlive) == [keepsAlive])
  }

  @Test(
    "What is no request is refused with the status for it",
    arguments: [
      ("GET /\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400), ("G(T / HTTP/1.1\r\n", 400),
      ("GET / HTTP/2.0\r\n", 505), ("GET / HTTP/1.10\r\n", 400), ("GET / http/1.1\r\n", 400),
      ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nnothing\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\u{0}\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\ncut", 400),
      (
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        400
      ),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", 400),
    ])
  func refusals(text: String, status: Int) {
    for bytewise in [false, true] {
      let found = events(text, limits: .init(head: 1000, body: 100), bytewise: bytewise)
      #expect(error(found)?.status == status, "\(found)")
      #expect(requests(found).isEmpty)
    }
  }

  @Test("A head over its limit is refused before it ends", arguments: [false, true])
  func headLimit(bytewise: Bool) {
    let text = "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "y", count: 100)
    let found = events(text, limits: .init(head: 64), bytewise: bytewise)
    #expect(error(found)?.status == 431)
  }

  @Test("Chunks over the body's limit are refused", arguments: [false, true])
  func chunkLimit(bytewise: Bool) {
    let text =
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "8\r\n01234567\r\n8\r\n01234567\r\n"
    #expect(error(events(text, limits: .init(body: 12), bytewise: bytewise))?.status == 413)
  }

  @Test("Nothing is read after a malformed request")
  func deadAfterError() {
    var parser = HTTPRequestParser()
    #expect(parser.feed("junk\r\n".wireBytes).count == 1)
    #expect(parser.feed("GET / HTTP/1.0\r\n\r\n".wireBytes).isEmpty)
    #expect(parser.finish().isEmpty)
  }

  @Test("The end of the stream between requests is no error")
  func cleanEnd() {
    var parser = HTTPRequestParser()
    _ = parser.feed("GET / HTTP/1.0\r\n\r\n".wireBytes)
    #expect(parser.finish().isEmpty)
  }
}
