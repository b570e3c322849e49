import Loopback
import Transport
import Wire

/// Runs a closure with a server that answers by a closure, and a client; ends both.
func withServer<R>(
  limits: LoopbackLimits = LoopbackLimits(),
  _ handler: @escaping @Sendable (HTTPRequest, LoopbackPeer) -> LoopbackReply,
  configuration: CurlConfiguration = .direct,
  do body: (LoopbackServer, CurlClient) async throws -> R
) async throws -> R {
  let server = try LoopbackServer(limits: limits, handler: handler)
  let client = CurlClient(configuration)
  defer {
    client.close()
    server.stop()
  }
  return try await body(server, client)
}

/// Performs one exchange with a server that gives one raw reply and closes.
func exchange(
  raw reply: String, method: String = "GET", cap: Int = 1 << 20, ownParser: Bool = false
) async throws -> HTTPExchange {
  try await withServer({ _, _ in .raw(reply.wireBytes) }) { server, client in
    var call = HTTPCall(base: server.baseURL, request: HTTPRequest(method: method), bodyCap: cap)
    if ownParser { call.rawBytes = Array("\(method) / HTTP/1.1\r\nHost: h\r\n\r\n".utf8) }
    return await client.send(call)
  }
}

/// Sends bytes as they are; everything that comes back is the body, whatever its framing, when the
/// first reply has none.
func reply(to bytes: String, from server: LoopbackServer, by client: CurlClient) async
  -> HTTPExchange
{
  await client.send(HTTPCall(base: server.baseURL, rawBytes: bytes.wireBytes))
}

extension CurlConfiguration {
  /// Without a proxy, whatever the environment says.
  static var direct: CurlConfiguration {
    var configuration = CurlConfiguration()
    configuration.proxy = .none
    return configuration
  }
}

extension HTTPExchange {
  /// The body as text of the wire; empty when there is no response.
  var text: String { String(wire: response?.body ?? failure?.partial?.body ?? []) }
}

/// A port of this machine on which nobody listens, most likely.
func closedPort() throws -> UInt16 {
  let server = try LoopbackServer { _, _ in .dropped }
  defer { server.stop() }
  return server.port
}
