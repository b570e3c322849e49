import Loopback
import StrictJSON
import Testing
import Transport
import Wire

@testable import Reference

@Suite("Verso server: on sockets", .timeLimit(.minutes(1)))
struct VersoSocketTests {
  @Test("A login runs from its link to its connection, on the target file alone")
  func lifecycle() async throws {
    let inbox = try OwnInbox()
    defer { inbox.close() }
    let running = try References.start(contract: "verso-connect", role: "server")
    defer { running.stop() }
    let client = CurlClient()
    defer { client.close() }
    let target = Target(file: running.target, client: client)

    _ = try await target.hook("webhook.subscribe", ["url": inbox.url])
    let start = try await target.start(try await target.sign())
    #expect(start.status == 200)
    _ = try await target.hook("clock.advance", ["seconds": 3540])
    let session = try await target.hook("provider.session", ["account": "a-1"])
    let captured = try await target.capture(start.json, session)
    #expect(captured.json["status"] == "connected")
    _ = try await target.hook("deliveries.drain", [:])
    let types = try inbox.deliveries.map { try JSON(parsing: $0.body)["type"] }
    #expect(types == ["connect.started", "connection.created"])
  }

  @Test(
    "Of starts that overlap one succeeds, of a build that checks first more than one",
    arguments: [nil, "start-checks-then-sets"])
  func race(fault: String?) async throws {
    let running = try References.start(contract: "verso-connect", role: "server", fault: fault)
    defer { running.stop() }
    let client = CurlClient()
    defer { client.close() }
    let target = Target(file: running.target, client: client)
    let token = try await target.sign()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 { group.addTask { try await target.start(token).status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let started = statuses.filter { $0 == 200 }.count
    #expect(fault == nil ? started == 1 : started > 1)
    #expect(try await target.start(token).status == 403)
  }

  @Test("Without an advance of the clock nothing expires; with one it does")
  func expiry() async throws {
    let running = try References.start(
      contract: "verso-connect", role: "server", variant: "standing-clock+chunked+other-path")
    defer { running.stop() }
    let client = CurlClient()
    defer { client.close() }
    let target = Target(file: running.target, client: client)
    let token = try await target.sign()
    _ = try await target.hook("clock.advance", ["seconds": 900])
    #expect(try await target.start(token).status == 401)
    #expect(try await target.start(try await target.sign()).status == 200)
  }
}

/// What a runner takes from a target file.
private struct Target {
  var file: JSON
  var client: CurlClient

  func sign() async throws -> JSON {
    try await hook("link.sign", ["userRef": "u-1"])["token"] ?? .null
  }

  func start(_ token: JSON) async throws -> (status: Int, json: JSON) {
    try await post(path, ["action": "start", "token": token])
  }

  func capture(_ start: JSON, _ session: JSON) async throws -> (status: Int, json: JSON) {
    try await post(
      path,
      [
        "action": "capture", "captureNonce": start["captureNonce"] ?? .null,
        "clientSecret": start["clientSecret"] ?? .null,
        "sessionToken": session["sessionToken"] ?? .null,
      ])
  }

  func hook(_ name: String, _ arguments: JSON) async throws -> JSON {
    let rule = name == "clock.advance" ? file["clock"]?["advance"] : file["hooks"]?[name]
    let answer = try await post(rule?["http"]?["path"]?.string ?? "", arguments)
    #expect(answer.status == 200)
    return answer.json
  }

  private var path: String { file["parameters"]?["path"]?.string ?? "" }

  private func post(_ path: String, _ body: JSON) async throws -> (status: Int, json: JSON) {
    let request = HTTPRequest(
      method: "POST", target: path, fields: ["Content-Type": "application/json"],
      body: body.serializedBytes())
    let base = file["http"]?["baseURL"]?.string ?? ""
    let response = try #require(
      await client.send(HTTPCall(base: base, request: request)).response)
    return (response.status, try JSON(parsing: response.body))
  }
}
