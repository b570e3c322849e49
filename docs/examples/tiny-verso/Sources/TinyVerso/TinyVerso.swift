/// A small SDK of Verso, without a real sheet or web view.
public actor TinyVerso {
  /// What happens on the screen.
  public enum ScreenEvent: Sendable {
    case sheetShown, sheetDismissed
    case pageLoaded(url: String)
  }

  /// Why no account was connected.
  public enum Failure: Error, Sendable {
    case invalidLink, cancelled, timedOut
    case rejected(status: Int, message: String)
    case network(String)
  }

  private let api: TinyVersoAPI
  private let sleep: @Sendable (Duration) async throws -> Void
  private let screen: @Sendable (ScreenEvent) async -> Void
  private var flow: Task<String, any Error>?

  /// Creates an SDK that talks to the endpoint at a URL, waits by `sleep` and tells `screen`.
  public init(
    api: String, sleep: @escaping @Sendable (Duration) async throws -> Void,
    screen: @escaping @Sendable (ScreenEvent) async -> Void
  ) {
    self.api = TinyVersoAPI(url: api)
    self.sleep = sleep
    self.screen = screen
  }

  /// Shows the login for a link and gives the connection's id.
  public func present(link: String) async throws(Failure) -> String {
    guard let token = Link(link)?.token else { throw .invalidLink }
    let flow = Task {
      await self.screen(.sheetShown)
      return try await self.connect(token)
    }
    self.flow = flow
    let result = await withTaskCancellationHandler {
      await flow.result
    } onCancel: {
      flow.cancel()
    }
    await screen(.sheetDismissed)
    guard !flow.isCancelled else { throw .cancelled }
    switch result {
    case .success(let connection): return connection
    case .failure(let failure as Failure): throw failure
    case .failure(let error): throw .network("\(error)")
    }
  }

  /// The same with a completion handler, which is called once.
  public nonisolated func present(
    link: String, completion: @escaping @Sendable (Result<String, Failure>) -> Void
  ) {
    Task {
      do throws(Failure) {
        completion(.success(try await self.present(link: link)))
      } catch {
        completion(.failure(error))
      }
    }
  }

  /// The user closes the sheet.
  public func closeSheet() {
    flow?.cancel()
  }

  private func connect(_ token: String) async throws -> String {
    let start = try await api.start(token: token)
    let page = LoginPage()
    if await page.read(start.loginUrl) != nil { await screen(.pageLoaded(url: start.loginUrl)) }
    var waiting = 0
    while waiting < 40 {
      if let session = page.session(start.cookieName, of: start.cookieDomain) {
        let account = await page.account(start.sessionUrl)
        if let connection = try await api.capture(session, account, of: start) { return connection }
        waiting += 1
      }
      try await sleep(.seconds(3))
    }
    throw Failure.timedOut
  }
}
