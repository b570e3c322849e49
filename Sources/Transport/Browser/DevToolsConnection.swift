import StrictJSON
import Wire

/// A dialogue with a browser that runs, over its two pipes.
final class DevToolsConnection: Sendable {
  /// An event and when it came.
  typealias Listener = @Sendable (DevToolsEvent, WireInstant) -> Void

  private struct State {
    var dialogue = DevToolsDialogue()
    var commands: [Int: Command] = [:]
    var listeners: [String: Listener] = [:]
    var hasEnded = false
  }

  /// A command under way.
  private enum Command {
    case sent
    case awaited(CheckedContinuation<Result<JSON, BrowserError>, Never>)
    case answered(Result<JSON, BrowserError>)
  }

  private let writer: PipeWriter
  private let state = Locked(State())

  /// Joins the pipes; `read` is to run until the browser ends.
  init(_ writer: PipeWriter) {
    self.writer = writer
  }

  /// Tells a closure of the events of a session, in order.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - listener: Must not block; nil ends the telling.
  func listen(_ session: String, _ listener: Listener?) {
    state.withLock { $0.listeners[session] = listener }
  }

  /// Takes in what the browser says until it says no more.
  func read(_ reader: PipeReader) async {
    while let message = await nextMessage(of: reader) {
      let now = WireInstant.now()
      let (incoming, abandoned) = state.withLock { $0.dialogue.receive(message) }
      for id in abandoned { settle(id, .failure(.pageGone)) }
      switch incoming {
      case .answer(let id, let result): settle(id, .success(result))
      case .refusal(let id, let reason):
        settle(id, .failure(BrowserError(.refused, "the browser refused: \(reason)")))
      case .event(let event):
        let listener = state.withLock { $0.listeners[event.session ?? ""] }
        listener?(event, now)
      case .junk: break
      }
    }
    let open = state.withLock { state in
      state.hasEnded = true
      return state.dialogue.end()
    }
    for id in open { settle(id, .failure(.browserGone)) }
  }

  private func nextMessage(of reader: PipeReader) async -> [UInt8]? {
    while !Task.isCancelled {
      do {
        return try await reader.next(timeout: .seconds(3600))
      } catch {
        guard error.kind == .timedOut else { return nil }
      }
    }
    return nil
  }

  /// Sends a command and waits for its answer.
  ///
  /// - Parameters:
  ///   - method: Its name.
  ///   - parameters: What it is given.
  ///   - session: Whom it is for; nil for the browser itself.
  ///   - timeout: How long to wait.
  /// - Returns: The answer's `result`.
  /// - Throws: Why there is none.
  @discardableResult
  func call(
    _ method: String, _ parameters: JSONObject = [:], session: String? = nil,
    timeout: Duration
  ) async throws(BrowserError) -> JSON {
    let id = try await post(method, parameters, session: session)
    return try await answer(to: id, method, timeout: timeout)
  }

  /// Sends a command; commands that are posted one after the other arrive in that order.
  func post(
    _ method: String, _ parameters: JSONObject = [:], session: String? = nil
  ) async throws(BrowserError) -> Int {
    let (id, bytes, hasEnded) = state.withLock { state in
      let (id, bytes) = state.dialogue.command(method, parameters, session: session)
      state.commands[id] = .sent
      return (id, bytes, state.hasEnded)
    }
    guard !hasEnded else {
      forget(id)
      throw .browserGone
    }
    do {
      try await writer.write(bytes, timeout: .seconds(10))
      return id
    } catch {
      forget(id)
      throw .browserGone
    }
  }

  /// Waits for the answer to a posted command.
  func answer(to id: Int, _ method: String, timeout: Duration) async throws(BrowserError) -> JSON {
    let timer = Task.detached {
      try? await Task.sleep(for: timeout)
      guard !Task.isCancelled else { return }
      let message = "expected an answer to \(method) within \(timeout), received none"
      self.settle(id, .failure(BrowserError(.timedOut, message)))
    }
    defer {
      timer.cancel()
      forget(id)
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, for: id) }
    } onCancel: {
      settle(id, .failure(BrowserError(.cancelled, "the task was cancelled")))
    }
    return try result.get()
  }

  private func wait(
    _ continuation: CheckedContinuation<Result<JSON, BrowserError>, Never>, for id: Int
  ) {
    let answered: Result<JSON, BrowserError>? = state.withLock { state in
      if case .answered(let result) = state.commands[id] { return result }
      state.commands[id] = .awaited(continuation)
      return nil
    }
    if let answered { continuation.resume(returning: answered) }
  }

  /// Gives a command its end, once.
  private func settle(_ id: Int, _ result: Result<JSON, BrowserError>) {
    let waiting: CheckedContinuation<Result<JSON, BrowserError>, Never>? = state.withLock { state in
      switch state.commands[id] {
      case .awaited(let continuation):
        state.commands[id] = nil
        return continuation
      case .sent:
        state.commands[id] = .answered(result)
        return nil
      case .answered, nil:
        return nil
      }
    }
    waiting?.resume(returning: result)
  }

  /// Drops what is kept of a command that nobody waits for.
  func forget(_ id: Int) {
    state.withLock { state in
      if case .awaited = state.commands[id] { return }
      state.commands[id] = nil
      state.dialogue.forget(id)
    }
  }
}

extension BrowserError {
  static let browserGone = BrowserError(.ended, "the browser is gone")
  static let pageGone = BrowserError(.crashed, "the page's process is gone")
}
