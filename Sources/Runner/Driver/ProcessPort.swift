import Conformance
import SDKTesting
import StrictJSON
import Transport
import Wire

/// An SDK behind a driver's program: JSON-RPC 2.0, one message a line, over its standard input and
/// output.
final class ProcessPort: DriverPort {
  private struct State {
    var ledger = DriverLedger()
    var tell: @Sendable (EndEvent) -> Void = { _ in }
    var events = 0
    var hasClock = false
    var breakage: String?
    /// Who waits for the answer to a request, by its id.
    var calls: [Int: @Sendable (EndReply) -> Void] = [:]
    var controls: [Int: @Sendable (Result<JSON, EndFailure>) -> Void] = [:]
  }

  private let child: ChildProcess
  private let lines: AsyncStream<[UInt8]>.Continuation
  private let state = Locked(State())

  /// Takes over a program that was started.
  private init(_ child: ChildProcess) {
    self.child = child
    let (lines, writer) = AsyncStream.makeStream(of: [UInt8].self)
    self.lines = writer
    Task { [weak self] in
      for await line in lines {
        do {
          try await child.input.write(line, timeout: DriverPatience.control)
        } catch {
          // Most often it has ended, and how says more.
          let exit = await child.waitForLastWords(timeout: .seconds(2))
          self?.fail(
            exit == nil
              ? "the driver does not read its standard input: \(error)"
              : "the driver ended its standard output\(child.ending)")
          return
        }
      }
      child.input.finish()
    }
    Task { [weak self] in
      do throws(ChildProcessError) {
        while let line = try await child.output.next(timeout: .seconds(86_400)) {
          guard let self, self.take(line) else { return }
        }
        _ = await child.waitForLastWords(timeout: .seconds(2))
        self?.fail("the driver ended its standard output\(child.ending)")
      } catch {
        self?.fail("the driver's standard output cannot be read: \(error)")
      }
    }
  }

  deinit {
    lines.finish()
  }

  /// The bytes of the longest message that a driver may write.
  private static let longestMessage = 1 << 20

  /// Starts a driver's program and says hello to it.
  static func start(
    _ words: [String], in folder: String?, contract: Contract
  ) async -> Result<any DriverPort, EndFailure> {
    let port: ProcessPort
    do {
      var command = ChildCommand(words, directory: folder)
      command.messageLimit = longestMessage
      port = ProcessPort(try ChildProcess(command))
    } catch {
      return .failure(EndFailure("the driver could not be started: \(error)"))
    }
    let greeting = await withTaskCancellationHandler {
      await port.control(
        "initialize",
        ["contract": .string(contract.id), "revision": .string(contract.revision)],
        within: DriverPatience.start)
    } onCancel: {
      port.fail("the run was interrupted")
    }
    switch greeting {
    case .failure(let failure):
      await port.end()
      return .failure(failure)
    case .success(let said):
      let roles = said["roles"]?.array?.compactMap(\.string) ?? []
      guard roles.contains("sdk") else {
        await port.end()
        return .failure(
          EndFailure("the driver answered initialize without the role sdk: \(said.serialized())"))
      }
      port.state.withLock { $0.hasClock = said["clock"]?.bool ?? false }
      return .success(port)
    }
  }

  var hasClock: Bool { state.withLock { $0.hasClock } }
  var breakage: String? { state.withLock { $0.breakage } }
}

// MARK: - Vectors

extension ProcessPort {
  func reset(
    backend: String, parameters: JSONObject, tell: @escaping @Sendable (EndEvent) -> Void
  ) async -> EndFailure? {
    state.withLock { state in
      state.ledger.beginLease()
      state.tell = tell
      state.events = 0
    }
    let params: JSONObject = [
      "backend": ["baseURL": .string(backend)], "parameters": .object(parameters),
    ]
    if case .failure(let failure) = await control("reset", params) { return failure }
    return nil
  }

  func begin(
    _ number: Int, _ operation: String, _ arguments: JSONObject,
    _ reply: @escaping @Sendable (EndReply) -> Void
  ) {
    state.withLock { state in
      if let breakage = state.breakage { return reply(.broke(breakage)) }
      let id = state.ledger.add(.call(number: number, lease: state.ledger.lease))
      state.calls[id] = reply
      send(
        "call", ["operation": .string(operation), "arguments": .object(arguments)], id: id)
    }
  }

  func cancel(_ number: Int, _ reply: @escaping @Sendable (EndReply) -> Void) {
    guard let id = state.withLock({ $0.ledger.id(ofCall: number) }) else {
      return reply(.driver(.done))
    }
    control("cancelCall", ["id": .number(JSONNumber(id))]) { reply(EndReply($0)) }
  }

  func advance(_ span: TimeSpan, _ reply: @escaping @Sendable (EndReply) -> Void) {
    control("advance", ["seconds": .number(span.seconds)], within: DriverPatience.advance) {
      reply(EndReply($0))
    }
  }

  func settle() async {
    let calls = state.withLock { state in
      state.tell = { _ in }
      return state.breakage == nil ? state.ledger.openCalls : []
    }
    guard !calls.isEmpty else { return }
    for id in calls {
      control("cancelCall", ["id": .number(JSONNumber(id))]) { _ in }
    }
    let end = ContinuousClock.now + DriverPatience.cancelled
    while ContinuousClock.now < end, breakage == nil {
      let isOpen = state.withLock { state in calls.contains(where: state.ledger.isOpen) }
      guard isOpen else { return }
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  func end() async {
    if breakage == nil, child.exit == nil {
      _ = await control("shutdown", [:], within: .seconds(2))
      fail("the driver was shut down")
      lines.finish()
      _ = await child.waitForExit(timeout: .milliseconds(500))
    }
    lines.finish()
    await child.terminate(grace: .milliseconds(500))
  }
}

// MARK: - Messages

extension ProcessPort {
  /// Sends a request that controls the driver, and waits for its answer.
  private func control(
    _ method: String, _ params: JSONObject, within deadline: Duration = DriverPatience.control
  ) async -> Result<JSON, EndFailure> {
    await withCheckedContinuation { continuation in
      control(method, params, within: deadline) { continuation.resume(returning: $0) }
    }
  }

  /// Sends a request that controls the driver; no answer in time breaks it.
  private func control(
    _ method: String, _ params: JSONObject, within deadline: Duration = DriverPatience.control,
    _ reply: @escaping @Sendable (Result<JSON, EndFailure>) -> Void
  ) {
    let id = state.withLock { state -> Int? in
      if let breakage = state.breakage {
        reply(.failure(EndFailure(breakage)))
        return nil
      }
      let id = state.ledger.add(.control(method))
      state.controls[id] = reply
      send(method, params, id: id)
      return id
    }
    guard let id else { return }
    Task { [weak self] in
      try? await Task.sleep(for: deadline)
      guard let self, self.state.withLock({ $0.ledger.isOpen(id) }) else { return }
      self.fail("the driver did not answer \(method) within \(deadline)")
    }
  }

  private func send(_ method: String, _ params: JSONObject, id: Int) {
    send([
      "jsonrpc": "2.0", "id": .number(JSONNumber(id)), "method": .string(method),
      "params": .object(params),
    ])
  }

  private func send(_ message: JSON) {
    lines.yield(message.serializedBytes() + [0x0A])
  }

  /// Takes a line; false when nothing more is to be read.
  private func take(_ line: [UInt8]) -> Bool {
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { return true }
    let consequence = state.withLock { state -> DriverLedger.Consequence in
      let consequence = state.ledger.take(DriverMessage(line))
      switch consequence {
      case .ended(let id, _, let outcome):
        state.calls.removeValue(forKey: id)?(.driver(.ended(outcome)))
      case .endedAgain(let number):
        state.tell(.driver(.callEndedAgain(number: number)))
      case .event(let event, _):
        state.events += 1
        state.tell(.driver(.event(event, number: state.events)))
      case .controlled(let id, let result):
        state.controls.removeValue(forKey: id)?(.success(result))
      case .none, .broke: break
      }
      return consequence
    }
    switch consequence {
    case .event(_, let id?):
      send(["jsonrpc": "2.0", "id": id, "result": [:]])
    case .broke(let reason):
      fail(reason)
      return false
    default: break
    }
    return true
  }

  /// Notes why nothing more can be done, and tells all who wait.
  private func fail(_ reason: String) {
    let (tell, calls, controls) = state.withLock { state in
      guard state.breakage == nil else { return (state.tell, [EndReplier](), [ControlReplier]()) }
      state.breakage = reason
      defer {
        state.calls = [:]
        state.controls = [:]
      }
      return (state.tell, Array(state.calls.values), Array(state.controls.values))
    }
    controls.forEach { $0(.failure(EndFailure(reason))) }
    calls.forEach { $0(.broke(reason)) }
    tell(.broke(reason))
  }

  private typealias EndReplier = @Sendable (EndReply) -> Void
  private typealias ControlReplier = @Sendable (Result<JSON, EndFailure>) -> Void
}

extension EndReply {
  fileprivate init(_ result: Result<JSON, EndFailure>) {
    switch result {
    case .success: self = .driver(.done)
    case .failure(let failure): self = .broke(failure.description)
    }
  }
}

extension ChildProcess {
  /// How the child ended and the last line of its log, as the end of a sentence.
  fileprivate var ending: String {
    let how =
      switch exit {
      case .exited(let code): ", and exited with \(code)"
      case .signalled(let number): ", and was ended by signal \(number)"
      case nil: ""
      }
    let log = String(decoding: errorTail.suffix(2000), as: UTF8.self)
    let last = log.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
    return how + (last.map { "; its log ends: \($0.prefix(300))" } ?? "")
  }
}

extension TimeSpan {
  /// The span in seconds as a JSON number, whole when it is.
  fileprivate var seconds: JSONNumber {
    let whole = nanoseconds / 1_000_000_000
    let rest = nanoseconds % 1_000_000_000
    guard rest != 0 else { return JSONNumber(Int(whole)) }
    let digits = String(1_000_000_000 + rest).dropFirst()
    return JSONNumber("\(whole).\(digits)") ?? JSONNumber(Int(whole))
  }
}
