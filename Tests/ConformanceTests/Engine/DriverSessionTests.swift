import SDKDriving
import StrictJSON
import Testing

/// A driver whose calls end when they are told to.
private actor HeldDriver: SDKDriver {
  nonisolated let name = "Held"
  nonisolated let version = "1"
  private var events: DriverEventSink = { _ in }
  private var earlier: DriverEventSink = { _ in }
  private var held: [CheckedContinuation<CallOutcome, Never>] = []

  func reset(
    backend: String, parameters: JSONObject, events: @escaping DriverEventSink
  ) async throws {
    guard !backend.isEmpty else { throw CallError(kind: "no backend") }
    earlier = self.events
    self.events = events
  }

  func call(_ operation: String, arguments: JSONObject) async -> CallOutcome {
    switch operation {
    case "hold":
      return await withCheckedContinuation { held.append($0) }
    case "let.go":
      while held.isEmpty { await Task.yield() }
      held.removeLast().resume(returning: .returned(arguments["value"] ?? .null))
      return .returned
    case "sleep":
      do {
        try await Task.sleep(for: .seconds(60))
        return .returned
      } catch {
        return .threw(.cancellation)
      }
    case "tell":
      await events(DriverEvent("told", ["what": arguments["what"] ?? .null]))
      return .returned("told")
    case "tell.late":
      await earlier(DriverEvent("late"))
      return .returned
    case "twice":
      await events(.secondOutcome(of: "twice"))
      return .returned(1)
    default: return .notOffered
    }
  }
}

@Suite("A driver's session", .timeLimit(.minutes(1)))
struct DriverSessionTests {
  /// A session and what it writes.
  private final class Bench {
    private let sent: AsyncStream<String>.Continuation
    private var answers: AsyncStream<String>.Iterator
    private let running: Task<Bool, Never>

    init() {
      let (answers, answered) = AsyncStream.makeStream(of: String.self)
      let (lines, sent) = AsyncStream.makeStream(of: String.self)
      self.answers = answers.makeAsyncIterator()
      self.sent = sent
      let session = DriverSession(HeldDriver()) { answered.yield($0) }
      running = Task { await session.run(lines) }
    }

    func send(_ line: String) { sent.yield(line) }

    func send(_ id: Int, _ method: String, _ params: JSON = [:]) {
      let message: JSON = [
        "jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method),
        "params": params,
      ]
      send(message.serialized())
    }

    func call(_ id: Int, _ operation: String, _ arguments: JSON = [:]) {
      send(id, "call", ["operation": .string(operation), "arguments": arguments])
    }

    /// The next message that it writes.
    func next() async throws -> JSON {
      var iterator = answers
      let line = await iterator.next(isolation: nil)
      answers = iterator
      return try JSON(parsing: try #require(line))
    }

    /// Ends the lines; whether it was told to shut down.
    func end() async -> Bool {
      sent.finish()
      return await running.value
    }
  }

  @Test("It says hello with the role sdk, and with no clock where there is none")
  func hello() async throws {
    let bench = Bench()
    bench.send(1, "initialize", ["contract": "c", "revision": "1"])
    let answer = try await bench.next()
    #expect(answer["result"]?["name"]?.string == "Held")
    #expect(answer["result"]?["roles"] == ["sdk"])
    #expect(answer["result"]?["clock"] == nil)
    #expect(await !bench.end())
  }

  @Test("Several calls may be open, and each ends under its own id")
  func severalCalls() async throws {
    let bench = Bench()
    bench.send(1, "reset", ["backend": ["baseURL": "http://127.0.0.1:1"], "parameters": [:]])
    #expect(try await bench.next()["result"] == [:])
    bench.call(2, "hold")
    bench.call(3, "none")
    let refused = try await bench.next()
    #expect(refused["id"] == 3)
    #expect(refused["error"]?["code"] == -32601)
    bench.call(4, "let.go", ["value": "late"])
    let answers = [try await bench.next(), try await bench.next()]
    #expect(answers.first { $0["id"] == 2 }?["result"]?["value"] == "late")
    #expect(answers.first { $0["id"] == 4 }?["result"]?["outcome"] == "returned")
  }

  @Test("A call that is cancelled ends as the SDK ends it")
  func cancel() async throws {
    let bench = Bench()
    bench.call(1, "sleep")
    bench.send(2, "cancelCall", ["id": 1])
    let answers = [try await bench.next(), try await bench.next()]
    let ended = answers.first { $0["id"] == 1 }
    #expect(ended?["result"]?["outcome"] == "threw")
    #expect(ended?["result"]?["error"]?["kind"] == "cancellation")
    #expect(answers.first { $0["id"] == 2 }?["result"] == [:])
  }

  @Test("An event waits for its acknowledgement, and the call behind it too")
  func acknowledgement() async throws {
    let bench = Bench()
    bench.send(1, "reset", ["backend": ["baseURL": "http://127.0.0.1:1"], "parameters": [:]])
    _ = try await bench.next()
    bench.call(2, "tell", ["what": "sheet"])
    let event = try await bench.next()
    #expect(event["method"] == "event")
    #expect(event["params"] == ["name": "told", "data": ["what": "sheet"]])
    bench.send(3, "unheard")
    #expect(try await bench.next()["id"] == 3, "the call has not gone on")
    let acknowledgement: JSON = ["jsonrpc": "2.0", "id": event["id"] ?? .null, "result": [:]]
    bench.send(acknowledgement.serialized())
    let ended = try await bench.next()
    #expect(ended["id"] == 2)
    #expect(ended["result"]?["value"] == "told")
  }

  @Test("A second outcome is a second answer, also when it is told of before the first")
  func twice() async throws {
    let bench = Bench()
    bench.send(1, "reset", ["backend": ["baseURL": "http://127.0.0.1:1"], "parameters": [:]])
    _ = try await bench.next()
    bench.call(2, "twice")
    let answers = [try await bench.next(), try await bench.next()]
    #expect(answers[0] == answers[1])
    #expect(answers[0]["id"] == 2)
  }

  @Test("An event of an earlier vector is dropped")
  func late() async throws {
    let bench = Bench()
    for id in 1...2 {
      bench.send(id, "reset", ["backend": ["baseURL": "http://127.0.0.1:1"], "parameters": [:]])
      _ = try await bench.next()
    }
    bench.call(3, "tell.late")
    let answer = try await bench.next()
    #expect(answer["id"] == 3)
    #expect(answer["result"]?["outcome"] == "returned")
  }

  @Test("A reset that fails is an error that says why")
  func failedReset() async throws {
    let bench = Bench()
    bench.send(1, "reset", ["backend": ["baseURL": ""], "parameters": [:]])
    let answer = try await bench.next()
    #expect(answer["error"]?["message"]?.string?.contains("no backend") == true)
  }

  @Test("Lines that are no messages are passed over, and shutdown ends the session")
  func shutdown() async throws {
    let bench = Bench()
    for line in ["", "junk", "[]", #"{"id":1}"#, #"{"method":"event"}"#] { bench.send(line) }
    bench.send(2, "shutdown")
    #expect(try await bench.next() == ["jsonrpc": "2.0", "id": 2, "result": [:]])
    #expect(await bench.end())
  }
}
