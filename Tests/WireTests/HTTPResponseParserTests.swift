import Testing
import Wire

/// How a text reads as a response: the last event and the observations.
private func reading(
  _ text: String, method: String = "GET", cap: Int = 1 << 20, bytewise: Bool
) -> (end: HTTPResponseParser.Event?, observations: [String]) {
  var parser = HTTPResponseParser(requestMethod: method, bodyCap: cap)
  let bytes = text.wireBytes
  let parts = bytewise ? bytes.map { [$0] } : [bytes]
  let events = parts.flatMap { parser.feed($0) } + parser.finish()
  return (events.last, parser.observations)
}

private func response(_ end: HTTPResponseParser.Event?) -> HTTPResponse? {
  guard case .complete(let response) = end else { return nil }
  return response
}

private func failure(_ end: HTTPResponseParser.Event?) -> HTTPFailure? {
  guard case .failure(let failure) = end else { return nil }
  return failure
}

@Suite("Responses as a client reads them")
struct HTTPResponseParserTests {
  @Test("Status line, fields, interim heads and trailers are kept", arguments: [false, true])
  func everything(bytewise: Bool) throws {
    let text =
      "HTTP/1.1 103 Early\r\nLink: a\r\n\r\nHTTP/1.1 201  made\r\nX-a: 1\r\nx-A: 2\r\n"
      + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x\r\nde\r\n0\r\nT: end\r\n\r\n"
    let (end, observations) = reading(text, bytewise: bytewise)
    let found = try #require(response(end))
    #expect(found.head.statusLine == "HTTP/1.1 201  made")
    #expect(found.status == 201)
    #expect(found.head.reason == " made")
    #expect(found.fields.all("x-a") == ["1", "2"])
    #expect(found.interim.map(\.status) == [103])
    #expect(found.trailers == ["T": "end"])
    #expect(found.body == Array("abcde".utf8))
    #expect(!found.truncatedByCap)
    #expect(observations == [])
  }

  @Test(
    "The body is framed by method, status and fields",
    arguments: [
      ("GET", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "ok"),
      ("GET", "HTTP/1.1 200 OK\r\n\r\nto the end", "to the end"),
      ("HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", ""),
      ("GET", "HTTP/1.1 204 No Content\r\n\r\n", ""),
      ("GET", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", ""),
      ("GET", "HTTP/1.1 205 Reset\r\nContent-Length: 1\r\n\r\nx", "x"),
      ("GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nraw", "raw"),
      ("CONNECT", "HTTP/1.1 200 OK\r\n\r\n", ""),
    ])
  func framing(method: String, text: String, body: String) throws {
    for bytewise in [false, true] {
      let found = try #require(response(reading(text, method: method, bytewise: bytewise).end))
      #expect(String(wire: found.body) == body)
    }
  }

  @Test("The body is kept up to the cap and counted beyond", arguments: [false, true])
  func cap(bytewise: Bool) throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123456789"
    let found = try #require(response(reading(text, cap: 4, bytewise: bytewise).end))
    #expect(found.body == Array("1234".utf8))
    #expect(found.bodyLength == 9)
    #expect(found.truncatedByCap)
  }

  @Test(
    "A response that does not end is a failure that says where",
    arguments: [
      ("", .emptyReply), ("HTTP/1.1 20", .truncatedHead),
      ("HTTP/1.1 200 OK\r\nA: b", .truncatedHead),
      ("HTTP/1.1 200 OK\r\nA: b\r\n", .truncatedHead), ("HTTP/1.1 100 C\r\n\r\n", .truncatedHead),
      ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", .truncatedBody),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n", .truncatedBody),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", .malformed),
      ("HTTP/1.1 200 OK\r\nContent-Length: 7x\r\n\r\n", .malformed),
      ("hello\r\n", .malformed), ("HTTP/1.1 20 OK\r\n", .malformed), ("\r\nHTTP/1.1", .malformed),
      ("HTTP/1.1 099 OK\r\n", .malformed), ("HTTP/1.1 1000 OK\r\n", .malformed),
      ("HTTP/1.1 abc OK\r\n", .malformed),
    ] as [(String, HTTPFailureKind)])
  func failures(text: String, kind: HTTPFailureKind) {
    for bytewise in [false, true] {
      let found = failure(reading(text, bytewise: bytewise).end)
      #expect(found?.kind == kind, "\(String(describing: found))")
    }
  }

  @Test("A cut body is in the failure")
  func partial() {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab"
    #expect(failure(reading(text, bytewise: true).end)?.partial?.body == Array("ab".utf8))
  }

  @Test(
    "What HTTP does not allow but can be understood is an observation",
    arguments: [
      ("HTTP/1.1 200 OK\nContent-Length: 0\n\n", "LF alone"),
      ("HTTP/1.1 200 OK\r\nA : b\r\nContent-Length: 0\r\n\r\n", "no space before the colon"),
      ("HTTP/1.1 200 OK\r\n: b\r\nContent-Length: 0\r\n\r\n", "field name before the colon"),
      ("HTTP/1.1 200 OK\r\nA: b\r\n c\r\nContent-Length: 0\r\n\r\n", "folded"),
      ("HTTP/1.1 200 OK\r\nno colon\r\nContent-Length: 0\r\n\r\n", "with a colon"),
      ("HTTP/1.1 200 OK\r\nA: b\u{1}\r\nContent-Length: 0\r\n\r\n", "control byte"),
      ("HTTP/1.1 200 OK\r\nA: b\rc\r\nContent-Length: 0\r\n\r\n", "control byte"),
      ("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", "space after the status code"),
      ("HTTP/1.1 200x\r\nContent-Length: 0\r\n\r\n", "space after the status code"),
      ("HTTP/1.1  200 OK\r\nContent-Length: 0\r\n\r\n", "one space before"),
      ("http/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "version HTTP/1.1"),
      ("HTTP/1.1 999 OK\r\nContent-Length: 0\r\n\r\n", "from 100 to 599"),
      (
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 0\r\n\r\n",
        "different values: 3, 0"
      ),
      ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n", "2 times: 0, 0"),
      ("HTTP/1.1 204 OK\r\nContent-Length: 0\r\n\r\n", "no framing field in a 204"),
      (
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "one framing"
      ),
      ("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "in HTTP/1.0"),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\n\n", "LF alone"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200", "nothing after the response"),
    ])
  func observations(text: String, part: String) {
    let (end, observations) = reading(text, bytewise: false)
    #expect(response(end) != nil, "\(String(describing: end))")
    #expect(observations.count == 1 && observations[0].contains(part), "\(observations)")
  }

  @Test("A head can be read alone, its folded field joined by a space")
  func headAlone() throws {
    let block = "HTTP/1.1 200 OK\r\nA: b\r\n\tc\r\n\r\n".wireBytes
    var observations: [String] = []
    let head = try HTTPResponseHead.reading(block[...], observations: &observations)
    #expect(head.fields == ["A": "b c"])
    #expect(observations.count == 1)
  }
}
