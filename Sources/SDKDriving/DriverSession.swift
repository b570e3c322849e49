import StrictJSON
import Wire

/// Makes a program out of a driver: the driver protocol over lines of text.
///
/// A vendor's program is two lines long:
///
/// ```swift
/// let driver = GreeterDriver()
/// await DriverSession(driver).runOnStandardIO()
/// ```
///
/// Standard output belongs to the protocol: whatever the SDK prints must go to standard error.
public final class DriverSession: Sendable {
  private struct State {
    /// Counts the resets, so that what comes late is known.
    var lease = 0
    var calls: [Int: Task<Void, Never>] = [:]
    /// The latest call that ended, by operation.
    var ended: [String: (id: Int, result: JSON)] = [:]
    /// Second outcomes that were told of before the first was answered, by operation.
    var early: Set<String> = []
    var acknowledgements: [String: CheckedContinuation<Void, Never>] = [:]
    var events = 0
    var seconds = 0.0
  }

  private let driver: any SDKDriver
  private let write: @Sendable (String) -> Void
  private let state = Locked(State())

  /// Prepares to speak for a driver.
  ///
  /// - Parameters:
  ///   - driver: The SDK.
  ///   - write: Takes each line that is to be sent, without its line feed; called one at a time.
  public init(_ driver: any SDKDriver, write: @escaping @Sendable (String) -> Void) {
    self.driver = driver
    self.write = write
  }

  /// Answers messages until one says to shut down, or no more come.
  ///
  /// - Parameter lines: The messages, each without its line feed.
  /// - Returns: Whether one said to shut down.
  @discardableResult
  public func run(_ lines: AsyncStream<String>) async -> Bool {
    for await line in lines {
      guard let message = try? JSON(parsing: line) else { continue }
      guard let method = message["method"]?.string else {
        acknowledged(message)
        continue
      }
      guard let id = message["id"]?.number?.int else { continue }
      let params = message["params"]?.object ?? [:]
      if method.isSameText(as: "shutdown") {
        answer(id, [:])
        return true
      }
      take(method, params, id)
    }
    return false
  }

  private func take(_ method: String, _ params: JSONObject, _ id: Int) {
    switch method {
    case "initialize": answer(id, greeting)
    case "reset": reset(params, id)
    case "call": call(params, id)
    case "cancelCall":
      let task = params["id"]?.number?.int.flatMap { id in state.withLock { $0.calls[id] } }
      task?.cancel()
      answer(id, [:])
    case "advance": advance(params["seconds"]?.number?.double ?? 0, id)
    default: send(["id": .number(JSONNumber(id)), "error": Self.unknown(method)])
    }
  }

  private var greeting: JSON {
    var result: JSONObject = [
      "name": .string(driver.name), "version": .string(driver.version), "roles": ["sdk"],
    ]
    if driver.hasClock { result["clock"] = true }
    return .object(result)
  }

  /// Beside the reading of messages, since events are acknowledged meanwhile.
  private func reset(_ params: JSONObject, _ id: Int) {
    let lease = state.withLock { state in
      state.lease += 1
      state.ended = [:]
      state.early = []
      return state.lease
    }
    Task {
      do {
        try await driver.reset(
          backend: params["backend"]?["baseURL"]?.string ?? "",
          parameters: params["parameters"]?.object ?? [:],
          events: { [weak self] in await self?.tell($0, lease) })
        answer(id, [:])
      } catch {
        let reason: JSON = ["code": -32_000, "message": .string("\(error)")]
        send(["id": .number(JSONNumber(id)), "error": reason])
      }
    }
  }

  private func call(_ params: JSONObject, _ id: Int) {
    let operation = params["operation"]?.string ?? ""
    let arguments = params["arguments"]?.object ?? [:]
    state.withLock { state in
      state.calls[id] = Task {
        let outcome = await driver.call(operation, arguments: arguments)
        let result = outcome.result
        let isTwofold = self.state.withLock { state in
          state.calls[id] = nil
          if let result { state.ended[operation] = (id, result) }
          return state.early.remove(operation) != nil
        }
        guard let result else {
          return send(["id": .number(JSONNumber(id)), "error": Self.unknown(operation)])
        }
        answer(id, result)
        if isTwofold { answer(id, result) }
      }
    }
  }

  /// Beside the reading of messages, since events are acknowledged meanwhile.
  private func advance(_ seconds: Double, _ id: Int) {
    let now = state.withLock { state in
      state.seconds += seconds
      return state.seconds
    }
    Task {
      await driver.advance(seconds: seconds)
      answer(id, ["now": JSONNumber("\(now)").map { .number($0) } ?? .null])
    }
  }
}

// MARK: - Messages

extension DriverSession {
  /// Sends an event and waits until it is acknowledged; one of an earlier vector is dropped.
  private func tell(_ event: DriverEvent, _ lease: Int) async {
    guard state.withLock({ $0.lease == lease }) else { return }
    if let operation = event.operationOfSecondOutcome {
      let first = state.withLock { state in
        if state.ended[operation] == nil { state.early.insert(operation) }
        return state.ended[operation]
      }
      if let first { answer(first.id, first.result) }
      return
    }
    await withCheckedContinuation { continuation in
      let id = state.withLock { state in
        state.events += 1
        let id = "e\(state.events)"
        state.acknowledgements[id] = continuation
        return id
      }
      send([
        "id": .string(id), "method": "event",
        "params": ["name": .string(event.name), "data": event.data],
      ])
    }
  }

  private func acknowledged(_ message: JSON) {
    guard let id = message["id"]?.string else { return }
    state.withLock { $0.acknowledgements.removeValue(forKey: id) }?.resume()
  }

  private func answer(_ id: Int, _ result: JSON) {
    send(["id": .number(JSONNumber(id)), "result": result])
  }

  private func send(_ members: JSONObject) {
    var message: JSONObject = ["jsonrpc": "2.0"]
    for (key, value) in members { message[key] = value }
    let line = JSON.object(message).serialized()
    state.withLock { _ in write(line) }
  }

  private static func unknown(_ name: String) -> JSON {
    ["code": -32_601, "message": .string("there is no \(name) here")]
  }
}

extension CallOutcome {
  /// The result of a call as it travels; nil for an operation that is not offered.
  fileprivate var result: JSON? {
    switch self {
    case .returned(let value): ["outcome": "returned", "value": value]
    case .threw(let error): ["outcome": "threw", "error": error.json]
    case .notOffered: nil
    }
  }
}
