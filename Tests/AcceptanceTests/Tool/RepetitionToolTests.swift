import Foundation
import Loopback
import StrictJSON
import Testing
import Wire

@Suite("conform run --repeat")
struct RepetitionToolTests {
  @Test("A target keeps one subscription of ours, and its answers are compared run by run")
  func subscribesOnce() async throws {
    let folder = try Folder()
    let urls = Locked<[String]>([])
    let server = try LoopbackServer { request, _ in
      guard request.target.hasPrefix("/subscribe") else { return .json(500, []) }
      let url = (try? JSON(parsing: request.body))?["url"]?.string ?? ""
      // The first two runs are answered, the third is not.
      let count = urls.withLock { urls in
        urls.append(url)
        return urls.count
      }
      return count < 3 ? .json(200, Array("{}".utf8)) : .json(404, [])
    }
    defer { server.stop() }
    let target = try folder.write(
      [
        "format": 1, "name": "Stub", "contract": "odynn-connect", "roles": ["server"],
        "http": ["baseURL": .string(server.baseURL)],
        "parameters": ["apiKey": "odc_live_1", "providerId": "p", "userId": "u"],
        "credentials": ["apiKey": ["header": "Authorization", "value": "Bearer odc_live_1"]],
        "webhooks": ["grace": "PT0.1S"],
        "hooks": [
          "webhook.subscribe": ["http": ["method": "POST", "path": "/subscribe"]],
          "device.connect": ["http": ["method": "POST", "path": "/device"]],
          "user.completeSignIn": ["http": ["method": "POST", "path": "/sign-in"]],
        ],
      ], to: "t.json")
    let outcome = try await Tool.run(
      "run", "--target", target, "--filter", "odynn.webhook.completed", "--repeat", "3")
    let seen = urls.withLock { $0 }
    #expect(seen.count == 3)
    #expect(Set(seen).count == 1, "\(seen)")
    #expect(outcome.output.contains("differs in 1 of 2 further runs"), "\(outcome)")
    #expect(outcome.output.contains("3 runs: flaky"), "\(outcome)")
    #expect(outcome.exit == 1, "a failed clause comes before what differs: \(outcome)")
  }
}
