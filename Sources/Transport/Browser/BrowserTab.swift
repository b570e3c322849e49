import StrictJSON
import Wire

/// One page of a view: a session of the protocol, and the task that takes its events.
final class BrowserTab: Sendable {
  /// What is known of the page.
  struct Knowledge: Sendable {
    /// The frame that is the page itself.
    var mainFrame: String?
    /// Whether its document was taken over from the server.
    var isCommitted = false
    /// Whether its document is there as a whole.
    var isReady = false
    var isCrashed = false
    /// The status that the server gave to its document.
    var status: Int?
    /// What the page's document will be in place of what its server would send; nil once it is
    /// sent, or when the server is asked.
    var standIn: String?
    /// What was sent in place of the server's answer, by URL as the browser spells it.
    var served: [String: String] = [:]
    /// The file that was opened as a page, as a URL without a fragment.
    var file: String?
    /// What its documents may have left behind.
    var traces = BrowserTraces()
    /// The requests that have not ended.
    var underWay: Set<String> = []
    /// When something last happened in it.
    var lastActivity = ContinuousClock.now
  }

  let target: String
  let session: String
  let connection: DevToolsConnection
  let allowed: AllowedHosts
  let knowledge = AsyncMonitor(Knowledge())
  private let report: @Sendable (PageObservation) -> Void
  private let arrivals: AsyncStream<(DevToolsEvent, WireInstant)>.Continuation
  private let pump = Locked<Task<Void, Never>?>(nil)
  /// How many events came, and how many of them were taken in.
  private let progress = AsyncMonitor((arrived: 0, taken: 0))

  /// Makes an empty page in a view.
  static func make(
    in page: BrowserPage, context: String
  ) async throws(BrowserError) -> BrowserTab {
    let connection = page.connection
    do {
      return try await make(in: page, context, connection)
    } catch {
      throw error.ofBrowser
    }
  }

  private static func make(
    in page: BrowserPage, _ context: String, _ connection: DevToolsConnection
  ) async throws(BrowserError) -> BrowserTab {
    let (target, session) = try await attach(to: context, connection)
    return BrowserTab(page, target: target, session: session)
  }

  /// Makes an empty page in a context, and a session with it.
  static func attach(
    to context: String, _ connection: DevToolsConnection
  ) async throws(BrowserError) -> (target: String, session: String) {
    let made = try await connection.call(
      "Target.createTarget", ["url": "about:blank", "browserContextId": .string(context)],
      timeout: Browser.startPatience)
    guard let target = made["targetId"] else {
      throw BrowserError(.refused, "expected a page of the browser, received \(made)")
    }
    let attached = try await connection.call(
      "Target.attachToTarget", ["targetId": target, "flatten": true],
      timeout: Browser.startPatience)
    guard let session = attached["sessionId"]?.string, let target = target.string else {
      throw BrowserError(.refused, "expected a session with a page, received \(attached)")
    }
    return (target, session)
  }

  private init(_ page: BrowserPage, target: String, session: String) {
    self.target = target
    self.session = session
    connection = page.connection
    allowed = page.allowed
    report = page.tell
    let (events, arrivals) = AsyncStream.makeStream(of: (DevToolsEvent, WireInstant).self)
    self.arrivals = arrivals
    connection.listen(session) { [progress] event, at in
      progress.withLock { $0.arrived += 1 }
      arrivals.yield((event, at))
    }
    let task = Task.detached { [self] in
      for await (event, at) in events {
        await take(event, at)
        progress.withLock { $0.taken += 1 }
      }
    }
    pump.withLock { $0 = task }
  }

  func tell(_ kind: PageObservation.Kind, _ at: WireInstant) {
    report(PageObservation(at: at, kind: kind))
  }

  /// Sends a command to the page and waits for its answer.
  @discardableResult
  func call(
    _ method: String, _ parameters: JSONObject = [:], timeout: Duration
  ) async throws(BrowserError) -> JSON {
    try await connection.call(method, parameters, session: session, timeout: timeout)
  }

  /// Waits until the events that came so far were taken in.
  func catchUp() async {
    let arrived = progress.withLock { $0.arrived }
    _ = await progress.wait(timeout: Browser.patience) { $0.taken >= arrived ? true : nil }
  }

  /// Takes events no longer; those that came are taken in first.
  func end() async {
    connection.listen(session, nil)
    arrivals.finish()
    await pump.withLock { $0 }?.value
  }

  /// Closes the page and waits until it is gone.
  ///
  /// - Returns: What it may have left behind.
  @discardableResult
  func close() async -> BrowserTraces {
    // This has its answer once there is no page any more.
    let last = try? await connection.post(
      "Runtime.evaluate", ["expression": "new Promise(() => {})", "awaitPromise": true],
      session: session)
    _ = try? await connection.call(
      "Target.closeTarget", ["targetId": .string(target)], timeout: Browser.patience)
    let isGone = await isAnswered(last)
    await end()
    return knowledge.withLock { knowledge in
      var traces = knowledge.traces
      traces.isKnown = traces.isKnown && isGone && !knowledge.isCrashed
      return traces
    }
  }

  /// Whether a command that the page's end answers was answered so.
  private func isAnswered(_ command: Int?) async -> Bool {
    guard let command else { return false }
    do {
      _ = try await connection.answer(to: command, "Runtime.evaluate", timeout: .seconds(2))
      return true
    } catch {
      return error.kind == .refused || error.kind == .crashed
    }
  }
}

// MARK: - Opening

extension BrowserTab {
  func open(
    _ opening: BrowserPage.Opening, timeout: Duration
  ) async throws(BrowserError) -> BrowserPage.Load {
    if let html = opening.html { knowledge.withLock { $0.standIn = html } }
    if opening.url.hasPrefix("file:") {
      knowledge.withLock { $0.file = String(opening.url.prefix { $0 != "#" }) }
    }
    do {
      try await prepare(opening)
    } catch {
      throw error.ofBrowser
    }
    let deadline = ContinuousClock.now + timeout
    let answer: JSON
    do {
      answer = try await call("Page.navigate", ["url": .string(opening.url)], timeout: timeout)
    } catch {
      guard error.kind == .timedOut else { throw error }
      return .failed("its document did not come within \(timeout)")
    }
    if let reason = answer["errorText"]?.string { return Self.load(failing: reason) }
    let left = deadline - .now
    let isReady: Bool? = await knowledge.wait(timeout: left) { knowledge in
      knowledge.isReady || knowledge.isCrashed ? true : nil
    }
    guard isReady == true else { return .failed("its document did not end within \(timeout)") }
    return .loaded(status: knowledge.withLock { $0.status })
  }

  /// What the browser is to tell and to do before the page's own scripts run.
  private func prepare(_ opening: BrowserPage.Opening) async throws(BrowserError) {
    var commands: [(String, JSONObject)] = [
      ("Page.enable", [:]), ("Runtime.enable", [:]), ("Network.enable", [:]),
      ("Inspector.enable", [:]), ("Fetch.enable", ["patterns": [["urlPattern": "*"]]]),
      ("Network.setBypassServiceWorker", ["bypass": true]),
      ("Emulation.setFocusEmulationEnabled", ["enabled": true]),
      ("Runtime.addBinding", ["name": .string(PageScripts.binding)]),
    ]
    for script in [PageScripts.bridge(handlers: opening.handlers)] + opening.scripts {
      commands.append(
        ("Page.addScriptToEvaluateOnNewDocument", ["source": .string(script)]))
    }
    var posted: [(id: Int, method: String)] = []
    for (method, parameters) in commands {
      posted.append((try await connection.post(method, parameters, session: session), method))
    }
    for (id, method) in posted {
      _ = try await connection.answer(to: id, method, timeout: Browser.startPatience)
    }
  }

  private static func load(failing reason: String) -> BrowserPage.Load {
    let isUnreachable = [
      "CONNECTION_REFUSED", "NAME_NOT_RESOLVED", "ADDRESS_UNREACHABLE", "INTERNET_DISCONNECTED",
      "CONNECTION_TIMED_OUT",
    ].contains { reason.hasSuffix($0) }
    if isUnreachable { return .unreachable(reason) }
    if reason.hasSuffix("BLOCKED_BY_CLIENT") {
      return .failed("its host is not among those that the page may contact")
    }
    return .failed(reason)
  }
}
