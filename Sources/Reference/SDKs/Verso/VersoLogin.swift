import SDKDriving
import StrictJSON
import Wire

/// One presentation: the sheet, the login in it, and the capture of the session.
final class VersoLogin: Sendable {
  typealias Outcome = Result<VersoConnection, VersoConnectError>

  private struct State {
    var flow: Task<Void, Never>?
    var isClosed = false
    var isShown = false
    var isDelivered = false
    /// What a capture that nobody waited for ended in.
    var capture: Outcome?
  }

  private let link: VersoLink
  private let api: VersoAPI
  private let sdk: VersoConnect
  private let state = Locked(State())
  private let completion = Locked((@Sendable (Outcome) -> Void)?.none)

  private var rules: VersoConnect.Rules { sdk.rules }

  init(_ link: VersoLink, api: VersoAPI, of sdk: VersoConnect) {
    self.link = link
    self.api = api
    self.sdk = sdk
  }

  /// Begins; the completion is called when all is over.
  func start(_ completion: @escaping @Sendable (Outcome) -> Void) {
    self.completion.withLock { $0 = completion }
    let flow = sdk.time.work {
      var outcome = await self.outcome()
      if self.state.withLock({ $0.isClosed }), !self.rules.goesOnWhenClosed {
        outcome = .failure(self.rules.closing)
      }
      await self.deliver(outcome)
    }
    state.withLock { state in
      state.flow = flow
      if state.isClosed, !rules.goesOnWhenClosed { flow.cancel() }
    }
  }

  /// The user closed the sheet.
  func close() {
    let flow = state.withLock { state in
      state.isClosed = true
      return state.flow
    }
    guard rules.goesOnWhenClosed else {
      flow?.cancel()
      return
    }
    sdk.time.work { await self.deliver(.failure(self.rules.closing)) }
  }

  private func outcome() async -> Outcome {
    do throws(VersoConnectError) {
      return .success(try await connect())
    } catch {
      return .failure(error)
    }
  }

  private func connect() async throws(VersoConnectError) -> VersoConnection {
    if rules.showsSheetBeforeParsing { await show() }
    guard let token = link.token(rules) else { throw .invalidLink }
    if !rules.showsSheetAfterStart { await show() }
    let view = VersoWebView(
      network: sdk.network, store: rules.keepsCookies ? sdk.sharedStore : VersoWebView.Store(),
      userAgent: rules.userAgent)
    if rules.opensHostedPage { await open(link.url, in: view) }
    if rules.fetchesLinkFirst { await api.get(link.url) }
    let start: VersoAPI.Start
    do {
      start = try await api.start(token: token)
    } catch {
      if rules.opensLoginAfterRefusal { await open(link.url, in: view) }
      throw error
    }
    if rules.showsSheetAfterStart { await show() }
    await open(start.loginUrl, in: view)
    return try await watch(view, start, token)
  }

  private func open(_ url: String, in view: VersoWebView) async {
    guard await view.load(url) else { return }
    await sdk.tell(DriverEvent("page.loaded", ["url": .string(url)]))
  }
}

// MARK: - The capture

extension VersoLogin {
  private func watch(
    _ view: VersoWebView, _ start: VersoAPI.Start, _ linkToken: String
  ) async throws(VersoConnectError) -> VersoConnection {
    var waiting = 0
    while true {
      if let outcome = state.withLock({ $0.capture }) { return try outcome.get() }
      let token = VersoCookies(view.cookies, rules).sessionToken(
        named: start.cookieName, of: start.cookieDomain)
      if let token = token ?? (rules.capturesAtPageLoad ? "" : nil) {
        if rules.capturesInParallel {
          captureBeside(token, view, start)
        } else if let connection = try await capture(token, view, start) {
          return connection
        }
        if rules.waitingReading == .reasonToStartAgain {
          _ = try await api.start(token: linkToken)
        }
        waiting += 1
      } else if rules.countsLooksWithoutCookie {
        waiting += 1
      }
      if let most = rules.waitingAnswers, waiting >= most { throw .timedOut }
      do {
        try await sdk.time.sleep(rules.interval)
      } catch {
        throw .cancelled
      }
    }
  }

  /// Captures once; nil when Verso answers that the session is not usable yet.
  private func capture(
    _ token: String, _ view: VersoWebView, _ start: VersoAPI.Start
  ) async throws(VersoConnectError) -> VersoConnection? {
    let session = await read(start.sessionUrl, token, view)
    if let leak = rules.leak { await api.report(session, leak) }
    guard case .connected(let connection) = try await api.capture(session, of: start) else {
      return nil
    }
    if rules.capturesAgainWhenConnected { _ = try? await api.capture(session, of: start) }
    return connection
  }

  private func captureBeside(_ token: String, _ view: VersoWebView, _ start: VersoAPI.Start) {
    sdk.time.work {
      do throws(VersoConnectError) {
        guard let connection = try await self.capture(token, view, start) else { return }
        self.state.withLock { $0.capture = $0.capture ?? .success(connection) }
      } catch {
        self.state.withLock { $0.capture = $0.capture ?? .failure(error) }
      }
    }
  }

  /// Reads from within the page what the provider tells of the account.
  private func read(
    _ url: String, _ token: String, _ view: VersoWebView
  ) async -> VersoAPI.Session {
    let view =
      rules.sessionReading == .inPage
      ? view
      : VersoWebView(
        network: sdk.network, store: VersoWebView.Store(), userAgent: rules.userAgent)
    let response = await view.fetch(url)
    let body = response?.status == 200 ? try? JSON(parsing: response?.body ?? []) : nil
    return VersoAPI.Session(
      sessionToken: token, accessToken: body?["accessToken"]?.string,
      accountId: body?["user"]?["id"]?.string, accountEmail: body?["user"]?["email"]?.string)
  }
}

// MARK: - The sheet

extension VersoLogin {
  private func show() async {
    let isFirst = state.withLock { state in
      defer { state.isShown = true }
      return !state.isShown
    }
    if isFirst { await sdk.tell(DriverEvent("sheet.shown")) }
  }

  private func deliver(_ outcome: Outcome) async {
    let isFirst = state.withLock { state in
      defer { state.isDelivered = true }
      return !state.isDelivered
    }
    guard isFirst || rules.deliversTwice else { return }
    if rules.isSilentWhenClosed, state.withLock({ $0.isClosed }) { return await dismiss(outcome) }
    if isFirst, rules.dismissal != .afterTheOutcome { await dismiss(outcome) }
    completion.withLock { $0 }?(outcome)
    if isFirst, rules.dismissal == .afterTheOutcome {
      sdk.time.work {
        // Late enough for the outcome to have reached the app.
        try? await Task.sleep(for: .milliseconds(20))
        await self.dismiss(outcome)
      }
    }
  }

  private func dismiss(_ outcome: Outcome) async {
    if rules.dismissal == .notWhenRejected, case .failure(.rejected) = outcome { return }
    let wasShown = state.withLock { state in
      defer { state.isShown = false }
      return state.isShown
    }
    if wasShown { await sdk.tell(DriverEvent("sheet.dismissed")) }
  }
}
