import TraceRecorder

/// A travel app that links a loyalty account in a screen of its own.
final class OdynnApp: ScriptedApp {
  static let contract = "odynn-connect"
  static let source = "MilesBook 7.1"

  enum Scenario: String, CaseIterable {
    case completes
    case backsOut = "backs-out"
    case retriesAFailedConnect = "retries-a-failed-connect"
    case signInTimesOut = "sign-in-times-out"
    case retriesAfterNetworkLoss = "retries-after-network-loss"
    case fallsBackToQR = "falls-back-to-qr"
  }

  /// How one attempt goes.
  enum Course {
    case completes, connectFails, acceptFails, userLeaves, stalls
  }

  let run: AppRun<Fault, Variant>
  /// The session of the attempt that runs.
  var session = ""
  private var worker: Worker?

  init(_ run: AppRun<Fault, Variant>) { self.run = run }

  func play(_ scenario: Scenario) {
    switch scenario {
    case .completes: attempt("ses_9fK2mQ0xW3vT", .completes)
    case .backsOut: attempt("ses_9fK2mQ0xW3vT", .userLeaves)
    case .retriesAFailedConnect:
      attempt("ses_9fK2mQ0xW3vT", .connectFails)
      retry(.completes)
    case .signInTimesOut: attempt("ses_9fK2mQ0xW3vT", .acceptFails)
    case .retriesAfterNetworkLoss:
      attempt("ses_9fK2mQ0xW3vT", .acceptFails)
      retry(.completes)
    case .fallsBackToQR:
      attempt("ses_9fK2mQ0xW3vT", .stalls)
      fallBack()
    }
  }

  /// Writes down an event of this attempt.
  func record(_ event: String, _ more: [(String, TraceValue)] = []) {
    run.record(event, .object([("sessionId", .text(session))] + more))
  }

  private func retry(_ course: Course) {
    run.pause(1_900)
    record("retry.tapped")
    if run.slips(.reusesTheID) { return embed(.connectFails) }
    attempt("ses_Xb71LdPq8sYc", course)
  }

  private func attempt(_ id: String, _ course: Course) {
    session = id
    mint()
    embed(course)
  }

  private func mint() {
    if !run.slips(.mintsAtLaunch) { record("user.tap") }
    run.pause(380)
    let answer: [TraceValue] =
      run.slips(.passesOnTheWholeSession)
      ? ["sessionId", "workerArrivalTimeoutAt", "authTimeoutAt"] : ["sessionId"]
    if !run.differs(.recordsNothingOptional) {
      record("backend.answered", [("members", .list(answer))])
    }
    record("session.received")
    if run.slips(.mintsAtLaunch) { record("user.tap") }
    keep()
  }

  private func keep() {
    if run.slips(.hasTheKey) { log("POST /v1/sessions Authorization: Bearer odc_live_4mT0aZ") }
    log(run.slips(.logsTheID) ? "sync \(session) begins" : "sync begins")
    let kept = run.slips(.persistsTheID) ? "lastSession=\(session)" : "lastSync=2026-07-21"
    record("storage.written", [("where", "UserDefaults"), ("text", .text(kept))])
  }

  private func log(_ text: String) { record("log.written", [("text", .text(text))]) }
}

// MARK: - The embed

extension OdynnApp {
  private func embed(_ course: Course) {
    worker = Worker()
    record("worker.created")
    if run.slips(.makesAWorkerPerRender) { record("worker.created") }
    record("connect.called")
    run.pause(850)
    guard course != .connectFails else { return connectFailed() }
    record("connect.returned")
    if run.slips(.dropsTheWorker) { dropWorker() }
    accept(worker == nil ? .acceptFails : course)
  }

  private func connectFailed() {
    record("connect.threw", [("kind", "other")])
    showPanel("Couldn't connect — try again", unless: .hidesConnectFailures)
    tearDown()
  }

  private func accept(_ course: Course) {
    record("accept.called")
    if run.slips(.acceptsOnMain) { record("main.blocked") }
    run.pause(31_000)
    switch course {
    case .completes: completed()
    case .acceptFails: acceptFailed()
    case .userLeaves:
      leave()
      record("screen.dismissed")
    case .stalls where run.slips(.racesTheQR): break
    case .stalls: leave()
    case .connectFails: break
    }
  }

  private func acceptFailed() {
    record("accept.threw", [("kind", "other")])
    if run.slips(.acceptsAgain), worker != nil {
      record("accept.called")
      run.pause(4_000)
      record("accept.threw", [("kind", "other")])
    }
    showPanel("Couldn't finish linking", unless: .hidesAcceptFailures)
    tearDown()
  }

  private func showPanel(_ text: String, unless fault: Fault) {
    if !run.slips(fault) { record("alert.shown", [("text", .text(text))]) }
  }

  private func completed() {
    record("accept.returned")
    if run.slips(.readsBeforeTheWebhook) { record("data.requested") }
    let dismissesFirst = run.slips(.dismissesBeforeCompleting)
    for event in dismissesFirst
      ? ["screen.dismissed", "completed"] : ["completed", "screen.dismissed"]
    {
      record(event)
    }
    tearDown(closes: !run.differs(.leavesCompletedWorkersOpen))
    read()
  }

  private func read() {
    run.pause(1_200)
    record("webhook.received", [("type", "session.completed")])
    if !run.slips(.readsBeforeTheWebhook) { record("data.requested") }
  }
}

// MARK: - The teardown

extension OdynnApp {
  /// The user leaves while the sync runs.
  private func leave() {
    record("teardown.began")
    if run.slips(.closesBeforeCancelling) {
      close()
      cancel()
      dropWorker()
    } else if run.slips(.releasesBeforeCancelling) {
      dropWorker()
      cancel()
      close()
    } else {
      cancel()
      dropWorker()
      if !run.slips(.leavesWithoutClosing) { close() }
    }
  }

  /// The sync is over, whichever way.
  private func tearDown(closes: Bool = true) {
    record("teardown.began")
    guard worker != nil else { return }
    dropWorker()
    if closes { close() }
  }

  private func cancel() {
    record("accept.cancelled")
    record("accept.threw", [("kind", "cancellation")])
    if run.slips(.alertsOnCancellation) {
      record("alert.shown", [("text", "The operation was cancelled")])
    }
  }

  private func dropWorker() {
    worker = nil
    record("worker.released")
  }

  private func close() {
    record("close.called")
    run.pause(60)
    record("close.returned")
  }
}

// MARK: - The fallback

extension OdynnApp {
  private func fallBack() {
    let stalled = session
    run.pause(3_000)
    if !run.slips(.showsTheStalledSession) {
      session = "ses_Xb71LdPq8sYc"
      mint()
    }
    record("qr.shown")
    run.pause(48_000)
    guard !run.slips(.showsTheStalledSession) else { return }
    if run.slips(.racesTheQR) { finishRace(with: stalled) }
    record("webhook.received", [("type", "session.completed")])
    if run.slips(.readsTheStalledSession) { session = stalled }
    record("data.requested")
  }

  private func finishRace(with stalled: String) {
    let completed = session
    session = stalled
    leave()
    session = completed
  }

  /// A double of the SDK's worker; the script says what its calls do.
  private final class Worker {}
}
