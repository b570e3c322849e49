import StrictJSON
import Wire

/// Cookies and storage that nothing else shares, as the browser knows them.
struct BrowserContext: Sendable, Hashable {
  /// The browser's name for it.
  var id: String
  /// The session of an empty page that stays in it between views; nil when no other view has it.
  var anchor: String?
}

/// What the pages of a view may have left behind.
struct BrowserTraces: Sendable, Equatable {
  /// The origins of their documents.
  var origins: Set<String> = []
  /// Whether all of it is known and can be taken away: no page crashed, and no frame was of another
  /// origin than its page.
  var isKnown = true

  mutating func formUnion(_ other: BrowserTraces) {
    origins.formUnion(other.origins)
    isKnown = isKnown && other.isKnown
  }
}

/// Gives every view a context of a browser, that nobody else has meanwhile.
///
/// With `isReusing` a context is emptied when it comes back, and given to a later view. The process
/// that shows its pages goes on meanwhile, whose start is a good part of the work of a small page.
final class BrowserContexts: Sendable {
  private let connection: DevToolsConnection
  private let isReusing: Bool
  /// How long one step of the emptying may take; what hangs is thrown away.
  private static let patience = Duration.seconds(3)
  private let free = Locked<[BrowserContext]>([])

  init(_ connection: DevToolsConnection, isReusing: Bool) {
    self.connection = connection
    self.isReusing = isReusing
  }

  /// Gives a context in which nothing is stored.
  func take() async throws(BrowserError) -> BrowserContext {
    if let context = free.withLock({ $0.popLast() }) { return context }
    let id = try await Browser.makeContext(connection)
    guard isReusing else { return BrowserContext(id: id) }
    do {
      let (_, session) = try await BrowserTab.attach(to: id, connection)
      try await connection.call("Network.enable", session: session, timeout: Browser.startPatience)
      return BrowserContext(id: id, anchor: session)
    } catch {
      throw error.ofBrowser
    }
  }

  /// Takes a context back, whose pages are closed, even in a cancelled task.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - traces: What its pages may have left behind.
  func giveBack(_ context: BrowserContext, _ traces: BrowserTraces) async {
    await Task.detached { [self] in
      if traces.isKnown, let anchor = context.anchor, await empty(context, anchor, traces) {
        return free.withLock { $0.append(context) }
      }
      _ = try? await connection.call(
        "Target.disposeBrowserContext", ["browserContextId": .string(context.id)],
        timeout: Browser.patience)
    }.value
  }

  /// Takes away what pages left behind; whether that is done, and the context's process answers.
  private func empty(
    _ context: BrowserContext, _ anchor: String, _ traces: BrowserTraces
  ) async -> Bool {
    do {
      for origin in traces.origins {
        try await connection.call(
          "Storage.clearDataForOrigin", ["origin": .string(origin), "storageTypes": "all"],
          session: anchor, timeout: Self.patience)
      }
      try await connection.call(
        "Storage.clearCookies", ["browserContextId": .string(context.id)],
        timeout: Self.patience)
      try await connection.call(
        "Network.clearBrowserCache", session: anchor, timeout: Self.patience)
      // That empties the process's own cache, too, and makes sure that it answers.
      try await connection.call(
        "Network.setCacheDisabled", ["cacheDisabled": true], session: anchor,
        timeout: Self.patience)
      return true
    } catch {
      return false
    }
  }
}
