import TraceRecorder

/// A bank's app that opens Cheggout and takes the user back when Cheggout is left.
final class CheggoutApp: ScriptedApp {
  static let contract = "cheggout-sdk"
  static let source = "MyBank 4.2"

  enum Scenario: String, CaseIterable {
    case backsOut = "backs-out"
    case pays
    case retriesAFailedSession = "retries-a-failed-session"
    case retriesAnEmptySession = "retries-an-empty-session"
    case opensAgain = "opens-again"
    case opensAgainInVain = "opens-again-in-vain"
    case tapsTwice = "taps-twice"
    case shortForm = "short-form"
    case endsItsSession = "ends-its-session"
  }

  /// What the backend answers when the app asks for a session.
  private enum Answer {
    case session(String), failure(String)
  }

  private let run: AppRun<Fault, Variant>
  private let user = "vid-20417"
  /// Never more than one, unless by a fault.
  private var instances: [SDK] = []
  private var lastSession = ""
  private var isSessionAlive = true
  /// What waits for the main queue.
  private var mainQueue: [() -> Void] = []

  init(_ run: AppRun<Fault, Variant>) { self.run = run }

  func play(_ scenario: Scenario) {
    switch scenario {
    case .backsOut: visit(.session("cs-9d41f6"))
    case .pays:
      open(.session("cs-9d41f6"))
      instances.first?.payment(finishesWith: "eyJzdGF0dXMiOiJTVUNDRVNTIiwiYW1vdW50Ijo0MjB9")
      runMainQueue()
    case .retriesAFailedSession: retry(after: .failure("503"))
    case .retriesAnEmptySession: retry(after: .session(""))
    case .opensAgain:
      visit(.session("cs-9d41f6"))
      visit(.session("cs-b07e12"))
    case .opensAgainInVain:
      visit(.session("cs-9d41f6"))
      visit(.failure("timeout"))
    case .tapsTwice: tapTwice()
    case .shortForm: openChannel()
    case .endsItsSession:
      isSessionAlive = false
      visit(.session("cs-9d41f6"))
    }
  }

  private func visit(_ answer: Answer) {
    open(answer)
    run.pause(41_000)
    instances.first?.userBacksOut()
    runMainQueue()
  }

  private func retry(after answer: Answer) {
    open(answer)
    guard instances.isEmpty else { return }
    run.pause(2_600)
    run.record("retry.tapped")
    visit(.session("cs-9d41f6"))
  }

  private func tapTwice() {
    open(.session("cs-9d41f6"))
    run.pause(300)
    open(.session("cs-b07e12"))
    run.pause(20_000)
    instances.forEach { $0.userBacksOut() }
    runMainQueue()
  }
}

// MARK: - Before the launch

extension CheggoutApp {
  private func open(_ answer: Answer) {
    guard instances.isEmpty || run.slips(.secondInstance) else { return }
    guard !run.slips(.mintsItsSession) else { return launch("cs-made-here") }
    guard !(run.slips(.relaunchesWithTheOldSession) && !lastSession.isEmpty) else {
      return launch(lastSession)
    }
    run.record("session.requested", ["virtualId": .text(user)])
    run.pause(420)
    switch answer {
    case .failure(let reason): sessionFailed(reason)
    case .session(let id): sessionCame(id)
    }
  }

  private func sessionFailed(_ reason: String) {
    run.record("session.failed", ["reason": .text(reason)])
    if run.slips(.launchesAfterAFailedCall), !lastSession.isEmpty { return launch(lastSession) }
    showError()
  }

  private func sessionCame(_ id: String) {
    run.record("session.received", ["virtualId": .text(user), "sessionId": .text(id)])
    guard !id.isEmpty || run.slips(.launchesOnAnEmptySession) else { return showError() }
    lastSession = id
    launch(id)
  }

  private func showError() {
    if !run.slips(.failsInSilence) { run.record("alert.shown") }
  }

  private func launch(_ session: String) {
    writeLog(about: session)
    let user = run.slips(.launchesForAnotherUser) ? "vid-99871" : user
    let payload: TraceValue = ["Component": "CHEGGOUT", "IsEmployee": "0", "Language": "EN"]
    run.record(
      "launch.called",
      [
        "userID": .text(user), "sessionInfo": .text(session),
        "accessInfo": run.slips(.sendsAccessInfo) ? "at-51c0" : .null,
        "payload": run.differs(.passesNoPayload) ? .null : payload,
      ])
    construct()
  }

  private func writeLog(about session: String) {
    if run.slips(.hasThePrivateKey) {
      run.record("log.written", ["text": "signing with -----BEGIN PRIVATE KEY----- (1704 bytes)"])
    }
    guard !run.slips(.logsNothing) else { return }
    let digest = SHA256.hexadecimal(SHA256.hash(Array(session.utf8))).prefix(12)
    let logged = run.slips(.logsTheRawSession) ? session : "sha256:\(digest)"
    run.record("log.written", ["text": .text("cheggout launch user=\(user) session=\(logged)")])
  }

  private func openChannel() {
    run.record("backend.signed", ["channelName": "mybank"])
    let channel = run.slips(.usesAnotherChannel) ? "mybank-uat" : "mybank"
    run.record("launch.called", ["channelName": .text(channel)])
    construct()
    run.pause(12_000)
    instances.first?.userBacksOut()
    runMainQueue()
  }

  private func construct() {
    let run = run
    let instance = SDK(
      exitHandler: { [weak self] result in self?.exit(result) },
      onRelease: { run.record("instance.released") })
    if !run.slips(.holdsItInALocal) { instances.append(instance) }
  }
}

// MARK: - After the exit

extension CheggoutApp {
  private func exit(_ result: String?) {
    let thread = run.differs(.leavesOnMain) ? "main" : "background"
    run.record("exit.called", ["result": result.map { .text($0) } ?? .null], thread: thread)
    if result == nil, run.slips(.unwrapsTheResult) { return run.crash() }
    if run.slips(.dismissesOffMain) { dismiss(thread: "background") }
    mainQueue.append { [self] in
      if run.slips(.clearsBeforeDismissing) { clear() }
      if !run.slips(.dismissesOffMain) { dismiss(thread: "main") }
      clear()
      land()
    }
  }

  private func runMainQueue() {
    let waiting = mainQueue
    mainQueue = []
    for block in waiting { block() }
  }

  private func dismiss(thread: String) {
    if !run.slips(.waitsForTheSDKToDismiss) { run.record("screen.dismissed", thread: thread) }
  }

  private func clear() {
    if !run.slips(.dismissesWithoutClearing), !instances.isEmpty { instances.removeFirst() }
  }

  private func land() {
    run.record("session.alive", ["alive": .flag(isSessionAlive)])
    guard !run.differs(.doesNotTellWhereItLands) else { return }
    let isHome = isSessionAlive || run.slips(.landsHomeAlways)
    run.record("landed", ["screen": isHome ? "home" : "login"])
  }
}

// MARK: - The SDK

extension CheggoutApp {
  /// A double of Cheggout's SDK: it presents itself, and calls the exit handler.
  final class SDK {
    private let exitHandler: (String?) -> Void
    private let onRelease: () -> Void

    init(exitHandler: @escaping (String?) -> Void, onRelease: @escaping () -> Void) {
      self.exitHandler = exitHandler
      self.onRelease = onRelease
    }

    deinit { onRelease() }

    func userBacksOut() { exitHandler(nil) }

    func payment(finishesWith result: String) { exitHandler(result) }
  }
}
