import Loopback
import Testing
import Transport
import Wire

@Suite("Requests as the client sends them")
struct CurlRequestTests {
  /// What a server received of a request.
  private func received(_ request: HTTPRequest, prefix: String = "") async throws -> HTTPRequest {
    let seen = Locked<HTTPRequest?>(nil)
    return try await withServer({ request, _ in
      seen.withLock { $0 = request }
      return .text("ok")
    }) { server, client in
      let exchange = await client.send(HTTPCall(base: server.baseURL + prefix, request: request))
      #expect(exchange.response?.status == 200, "\(exchange.outcome)")
      var request = try #require(seen.withLock { $0 })
      if request.fields[first: "Host"] == "127.0.0.1:\(server.port)" {
        request.fields.remove("Host")
      }
      return request
    }
  }

  @Test(
    "The target goes out byte for byte, after the prefix where it has a path",
    arguments: [
      ("/a?b%2F../x", "", "/a?b%2F../x"), ("/../a/./b", "", "/../a/./b"), ("/", "/api", "/api/"),
      ("?q", "/api/", "/api?q"), ("", "/api", "/api"), ("", "", "/"), ("*", "/api", "*"),
      ("http://other/abs", "/api", "http://other/abs"), ("/\u{E9}\u{FF}", "", "/\u{E9}\u{FF}"),
      ("/a#b", "", "/a#b"), ("//x", "", "//x"),
    ])
  func target(target: String, prefix: String, expected: String) async throws {
    let request = try await received(HTTPRequest(target: target), prefix: prefix)
    #expect(request.target == expected)
  }

  @Test("Fields keep order, case, repeats and emptiness, and none is added")
  func fields() async throws {
    let fields: HTTPFields = [
      "x-Zeta": "1", "X-zeta": "2", "X-Empty": "", "accept": "a", "x-Zeta": " 3  4",
      "X-High": "\u{E9}", "X-Semi": ";", "User-Agent": "me",
    ]
    let request = try await received(HTTPRequest(fields: fields))
    var expected = fields
    expected.remove("x-zeta")
    #expect(request.fields.all("X-ZETA") == ["1", "2", "3  4"])
    #expect(request.fields.map(\.name) == fields.map(\.name))
    #expect(request.fields.filter { $0.name.lowercased() != "x-zeta" } == Array(expected))
  }

  @Test(
    "A request without fields and body has only Host",
    arguments: ["GET", "HEAD", "DELETE", "OPTIONS", "get", "PURGE"])
  func bare(method: String) async throws {
    let request = try await received(HTTPRequest(method: method))
    #expect(request == HTTPRequest(method: method))
  }

  @Test(
    "A body goes out with its length and no type, whatever the method",
    arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])
  func body(method: String) async throws {
    let body = [UInt8](0...255)
    let request = try await received(HTTPRequest(method: method, body: body))
    #expect(request.body == body)
    #expect(request.fields == ["Content-Length": "256"])
  }

  @Test("A body of a megabyte goes out without Expect")
  func largeBody() async throws {
    let body = [UInt8](repeating: 7, count: 1 << 20)
    let request = try await received(HTTPRequest(method: "POST", body: body))
    #expect(request.body.count == body.count)
    #expect(request.fields.map(\.name) == ["Content-Length"])
  }

  @Test("An empty POST says Content-Length: 0", arguments: ["POST", "PUT", "PATCH"])
  func emptyBody(method: String) async throws {
    let request = try await received(HTTPRequest(method: method))
    #expect(request.fields == ["Content-Length": "0"])
  }

  @Test("Given Content-Type, Expect and chunked coding are heeded")
  func givenFields() async throws {
    let fields: HTTPFields = ["Content-Type": "a/b", "Transfer-Encoding": "chunked"]
    let request = try await received(
      HTTPRequest(method: "POST", fields: fields, body: [1, 2, 3]))
    #expect(request.fields == fields)
    #expect(request.body == [1, 2, 3])
    let expecting = HTTPRequest(method: "POST", fields: ["Expect": "100-continue"], body: [1])
    #expect(try await received(expecting).body == [1])
  }

  @Test("What libcurl would change is written by ourselves")
  func ownWriting() async throws {
    let fields: HTTPFields = ["X-Blank": "", "host": "other", "X": "y"]
    let request = try await received(HTTPRequest(target: "/p", fields: fields), prefix: "/api")
    #expect(request.target == "/api/p")
    #expect(request.fields == fields)
    let first: HTTPFields = ["Host": "other", "X": "y"]
    #expect(try await received(HTTPRequest(fields: first)).fields == first)
  }

  @Test("Cookies are not kept and redirects not followed")
  func noCookies() async throws {
    let seen = Locked<[HTTPRequest]>([])
    try await withServer({ request, _ in
      seen.withLock { $0.append(request) }
      return LoopbackReply(status: 302, fields: ["Set-Cookie": "a=b", "Location": "/elsewhere"])
    }) { server, client in
      for _ in 0..<2 {
        let exchange = await client.send(HTTPCall(base: server.baseURL))
        #expect(exchange.response?.status == 302)
      }
    }
    let requests = seen.withLock { $0 }
    #expect(requests.map(\.target) == ["/", "/"])
    #expect(requests.allSatisfy { !$0.fields.contains("Cookie") })
  }
}
