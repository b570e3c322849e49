import Loopback
import StrictJSON
import Testing
import Transport
import Wire

@testable import Reference

@Suite("Odynn server: on sockets", .timeLimit(.minutes(1)))
struct OdynnSocketTests {
  @Test("A session runs from its creation to its data, on the target file alone")
  func lifecycle() async throws {
    let inbox = try OwnInbox()
    defer { inbox.close() }
    let running = try References.start(contract: "odynn-connect", role: "server")
    defer { running.stop() }
    let client = CurlClient()
    defer { client.close() }
    let target = Target(file: running.target, client: client)

    #expect(try await target.hook("webhook.subscribe", ["url": inbox.url]) == 200)
    let created = try await target.create()
    #expect(created.status == 201)
    let id = try #require(try JSON(parsing: created.body)["id"])
    #expect(try await target.advance(seconds: 60))
    #expect(try await target.hook("device.connect", ["sessionId": id]) == 200)
    #expect(try await target.hook("device.connect", ["sessionId": id]) == 409)
    #expect(try await target.read(id).status == 404)
    #expect(try await target.hook("user.completeSignIn", ["sessionId": id]) == 200)
    #expect(try await target.read(id).status == 200)
    #expect(try await target.hook("deliveries.drain", [:]) == 200)
    let event = try #require(inbox.deliveries.first)
    #expect(try JSON(parsing: event.body)["type"] == "session.completed")
    #expect(inbox.deliveries.count == 1)
  }

  @Test("Without an advance of the clock nothing expires; with one it does")
  func expiry() async throws {
    let running = try References.start(
      contract: "odynn-connect", role: "server", variant: "standing-clock+chunked+pretty-json")
    defer { running.stop() }
    let client = CurlClient()
    defer { client.close() }
    let target = Target(file: running.target, client: client)
    let id = try #require(try JSON(parsing: try await target.create().body)["id"])
    #expect(try await target.advance(seconds: 120))
    #expect(try await target.hook("device.connect", ["sessionId": id]) == 409)
  }
}

/// What a runner takes from a target file.
private struct Target {
  var file: JSON
  var client: CurlClient

  func create() async throws -> HTTPResponse {
    try await send(
      "POST", "/v1/sessions", OdynnBench.documentedBody, credential: true)
  }

  func read(_ id: JSON) async throws -> HTTPResponse {
    try await send("GET", "/v1/sessions/\(id.string ?? "")/data", nil, credential: true)
  }

  func hook(_ name: String, _ arguments: JSON) async throws -> Int {
    let path = file["hooks"]?[name]?["http"]?["path"]?.string ?? "/_hooks/\(name)"
    return try await send("POST", path, arguments, credential: false).status
  }

  func advance(seconds: Int) async throws -> Bool {
    let path = try #require(file["clock"]?["advance"]?["http"]?["path"]?.string)
    let response = try await send(
      "POST", path, ["seconds": .number(JSONNumber(seconds))], credential: false)
    let now = try JSON(parsing: response.body)["now"]?.string
    return response.status == 200 && now != nil
  }

  private func send(
    _ method: String, _ path: String, _ body: JSON?, credential: Bool
  ) async throws -> HTTPResponse {
    var fields: HTTPFields = ["Content-Type": "application/json"]
    if credential {
      let key = file["parameters"]?["apiKey"]?.string ?? ""
      let rule = file["credentials"]?["apiKey"]
      let value = (rule?["value"]?.string ?? "").replacing("{apiKey}", with: key)
      fields.append(rule?["header"]?.string ?? "", value)
    }
    let request = HTTPRequest(
      method: method, target: path, fields: fields, body: body?.serializedBytes() ?? [])
    let base = file["http"]?["baseURL"]?.string ?? ""
    return try #require(await client.send(HTTPCall(base: base, request: request)).response)
  }
}
