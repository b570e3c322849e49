import SDKDriving
import StrictJSON
import Testing

@Suite("The schema of the driver's messages")
struct DriverMessageTests {
  /// What the runner sends in a session.
  static let requests = [
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"contract":"c","revision":"1"}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"reset","params":{"backend":{"baseURL":"http://127.0.0.1:1"},"parameters":{"path":"/p"}}}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"call","params":{"operation":"greet","arguments":{"whom":"Ada"}}}"#,
    #"{"jsonrpc":"2.0","id":4,"method":"call","params":{"operation":"fail","arguments":{}}}"#,
    #"{"jsonrpc":"2.0","id":5,"method":"call","params":{"operation":"none","arguments":{}}}"#,
    #"{"jsonrpc":"2.0","id":6,"method":"cancelCall","params":{"id":3}}"#,
    #"{"jsonrpc":"2.0","id":7,"method":"advance","params":{"seconds":1.5}}"#,
    #"{"jsonrpc":"2.0","id":8,"method":"unheard"}"#,
    #"{"jsonrpc":"2.0","id":9,"method":"shutdown","params":{}}"#,
  ]

  @Test("accepts every message of a session, both ways", .timeLimit(.minutes(1)))
  func session() async throws {
    let schema = try PublishedSchema("driver")
    let messages = await messagesOfSession()
    #expect(messages.contains { $0.contains("greeted") })
    #expect(messages.count == Self.requests.count * 2 + 2)
    for line in messages where !line.contains("unheard\"}") {
      #expect(schema.complaints(of: line) == [], "\(line)")
    }
  }

  /// Sends each request when the one before was answered, and acknowledges events.
  private func messagesOfSession() async -> [String] {
    let (answers, answered) = AsyncStream.makeStream(of: String.self)
    let (lines, sent) = AsyncStream.makeStream(of: String.self)
    let session = DriverSession(GreeterDriver()) { answered.yield($0) }
    async let end = session.run(lines)
    var messages: [String] = []
    var iterator = answers.makeAsyncIterator()
    for request in Self.requests {
      messages.append(request)
      sent.yield(request)
      while let line = await iterator.next() {
        messages.append(line)
        guard let root = try? JSON(parsing: line), root["method"] != nil else { break }
        let acknowledgement: JSON = ["jsonrpc": "2.0", "id": root["id"] ?? .null, "result": [:]]
        messages.append(acknowledgement.serialized())
        sent.yield(acknowledgement.serialized())
      }
    }
    #expect(await end)
    return messages
  }

  @Test(
    "refuses what is no message of the protocol",
    arguments: [
      "[]", "{}", #"{"jsonrpc":"2.0","id":1}"#, #"{"jsonrpc":"1.0","id":1,"result":{}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"unheard","params":{}}"#,
      #"{"jsonrpc":"2.0","method":"shutdown"}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{"outcome":"threw"}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}"#,
      #"{"jsonrpc":"2.0","id":"e1","method":"event","params":{"data":{}}}"#,
    ])
  func refused(line: String) throws {
    #expect(try PublishedSchema("driver").complaints(of: line) != [])
  }
}

/// A driver that greets, tells of it, and fails when asked.
private struct GreeterDriver: SDKDriver {
  let name = "Greeter"
  let version = "1.0"
  var hasClock: Bool { true }
  private let sink = EventSink()

  func reset(
    backend: String, parameters: JSONObject, events: @escaping DriverEventSink
  ) async throws {
    await sink.set(events)
  }

  func call(_ operation: String, arguments: JSONObject) async -> CallOutcome {
    switch operation {
    case "greet":
      await sink.tell(DriverEvent("greeted", ["whom": arguments["whom"] ?? .null]))
      return .returned(["text": "Hello"])
    case "fail": return .threw(CallError(kind: "rejected", message: "no", status: 403))
    default: return .notOffered
    }
  }

  func advance(seconds: Double) async {}
}

/// Where the driver's events go.
private actor EventSink {
  private var events: DriverEventSink = { _ in }

  func set(_ events: @escaping DriverEventSink) { self.events = events }

  func tell(_ event: DriverEvent) async { await events(event) }
}
