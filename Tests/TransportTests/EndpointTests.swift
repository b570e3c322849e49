import Loopback
import Testing
import Wire

@testable import Transport

@Suite("Bases and proxies")
struct EndpointTests {
  @Test(
    "A base is taken apart",
    arguments: [
      ("http://127.0.0.1:8080", "http://127.0.0.1:8080/", "127.0.0.1", "", true),
      ("https://h.example/api/", "https://h.example/", "h.example", "/api", false),
      ("HTTP://[::1]:1/a/b?c#d", "HTTP://[::1]:1/", "::1", "/a/b", true),
      ("http://u:p@localhost?x", "http://u:p@localhost/", "localhost", "", true),
      ("http://a.localhost", "http://a.localhost/", "a.localhost", "", true),
      ("http://127.example.com", "http://127.example.com/", "127.example.com", "", false),
      ("http://127.0.0.1.example", "http://127.0.0.1.example/", "127.0.0.1.example", "", false),
    ])
  func parts(base: String, origin: String, host: String, prefix: String, isLoopback: Bool) throws {
    let endpoint = try #require(Endpoint(base: base))
    #expect(endpoint.origin == origin)
    #expect(endpoint.host == host)
    #expect(endpoint.prefix == prefix)
    #expect(endpoint.isLoopback == isLoopback)
  }

  @Test("Proxies come from the environment, plain HTTP from the lower-case variable only")
  func environment() throws {
    let variables = [
      "HTTP_PROXY": "http://upper", "HTTPS_PROXY": "http://tls", "NO_PROXY": "a,b",
      "all_proxy": "http://all",
    ]
    let settings = ProxySettings(.environment) { variables[$0] }
    #expect(settings.http == "http://all")
    #expect(settings.https == "http://tls")
    #expect(settings.except == "a,b")
    #expect(ProxySettings(.none) { variables[$0] } == ProxySettings(.environment) { _ in nil })
    let loopback = try #require(Endpoint(base: "http://127.0.0.1"))
    #expect(settings.proxy(for: loopback) == nil)
  }

  @Test("A proxy is asked for a tunnel, hosts that are excepted and loopback are not")
  func tunnel() async throws {
    let targets = Locked<[String]>([])
    let proxy = try LoopbackServer { request, _ in
      targets.withLock { $0.append("\(request.method) \(request.target)") }
      return LoopbackReply(status: 502)
    }
    defer { proxy.stop() }
    var configuration = CurlConfiguration()
    configuration.proxy = .fixed(url: proxy.baseURL, except: "direct.invalid")
    try await withServer({ _, _ in .text("ok") }, configuration: configuration) { server, client in
      #expect(await client.send(HTTPCall(base: server.baseURL)).text == "ok")
      let proxied = await client.send(HTTPCall(base: "http://some.invalid:81"))
      #expect(proxied.failure != nil)
      _ = await client.send(HTTPCall(base: "http://direct.invalid:82"))
    }
    #expect(targets.withLock { $0 } == ["CONNECT some.invalid:81"])
  }
}
