import StrictJSON
import Wire

/// A view of a browser with cookies and storage of its own, like the web view of one app.
///
/// It shows one page at a time. What is asked of it has a deadline; a page that crashed or hangs
/// makes it throw.
public final class BrowserPage: Sendable {
  /// Told of what pages do of their own accord.
  let tell: @Sendable (PageObservation) -> Void
  let connection: DevToolsConnection
  let allowed: AllowedHosts
  private let contexts: BrowserContexts
  private let state: Locked<State>

  private struct State {
    /// The view's cookies and storage; nil before the first page.
    var context: BrowserContext?
    /// What closed pages may have left behind there.
    var traces = BrowserTraces()
    /// The page that is shown.
    var tab: BrowserTab?
  }

  init(
    connection: DevToolsConnection, contexts: BrowserContexts, allowed: AllowedHosts,
    tell: @escaping @Sendable (PageObservation) -> Void
  ) {
    self.connection = connection
    self.contexts = contexts
    state = Locked(State())
    self.allowed = allowed
    self.tell = tell
  }

  /// What is opened, and how.
  public struct Opening: Sendable, Hashable {
    /// The page's absolute URL; of a `file:` nothing but that one file is read.
    public var url: String
    /// What the page is, instead of what its server would send; nil asks the server.
    public var html: String?
    /// The JavaScript that runs before the page's own, in every frame.
    public var scripts: [String]
    /// The names of the handlers that it may post messages to.
    public var handlers: [String]
    /// Whether the view forgets its cookies and storage first.
    public var isFresh: Bool

    /// Describes a page.
    ///
    /// - Parameters:
    ///   - url: Its absolute URL.
    ///   - html: What it is, instead of what its server would send.
    ///   - scripts: What runs before its own scripts.
    ///   - handlers: The names of the handlers that it may post messages to.
    ///   - isFresh: Whether the view forgets its cookies and storage first.
    public init(
      url: String, html: String? = nil, scripts: [String] = [], handlers: [String] = [],
      isFresh: Bool = false
    ) {
      self.isFresh = isFresh
      self.url = url
      self.html = html
      self.scripts = scripts
      self.handlers = handlers
    }
  }

  /// How the opening of a page ended.
  public enum Load: Sendable, Hashable {
    /// Its document is there, with the status that its server gave; nil when no server did.
    case loaded(status: Int?)
    /// Its server cannot be reached.
    case unreachable(String)
    /// Its document did not come, for another reason.
    case failed(String)
  }

  /// Opens a page, in place of the one that is open.
  ///
  /// - Parameters:
  ///   - opening: What is opened.
  ///   - timeout: How long its document may take.
  /// - Returns: How that ended.
  /// - Throws: An error when the browser is gone or does not answer.
  public func open(_ opening: Opening, timeout: Duration) async throws(BrowserError) -> Load {
    let former = state.withLock { $0 }
    let kept = opening.isFresh ? nil : former.context
    let context: BrowserContext
    if let kept { context = kept } else { context = try await contexts.take() }
    let tab = try await BrowserTab.make(in: self, context: context.id)
    let traces = kept == nil ? BrowserTraces() : former.traces
    state.withLock { $0 = State(context: context, traces: traces, tab: tab) }
    if kept == nil {
      await giveBack(former)
    } else if let left = await former.tab?.close() {
      state.withLock { $0.traces.formUnion(left) }
    }
    let load = try await tab.open(opening, timeout: timeout)
    await tab.catchUp()
    return load
  }

  /// The page that is shown.
  func current() throws(BrowserError) -> BrowserTab {
    guard let tab = state.withLock({ $0.tab }) else {
      throw BrowserError(.refused, "expected an open page, received none")
    }
    return tab
  }

  /// The page's URL as it is now; nil when that cannot be said.
  public func url() async -> String? {
    guard let value = try? await evaluate("location.href", timeout: .seconds(2)).value else {
      return nil
    }
    return value.string
  }

  /// Waits until no request of the page is under way and nothing has happened for a while.
  ///
  /// - Parameters:
  ///   - quiet: How long nothing must have happened.
  ///   - timeout: How long that may take.
  public func settle(quiet: Duration, within timeout: Duration) async {
    guard let tab = try? current() else { return }
    await tab.settle(quiet: quiet, within: timeout)
    await tab.catchUp()
  }

  /// Takes a picture of the page as it is now.
  ///
  /// - Parameter timeout: How long that may take.
  /// - Returns: A PNG; nil when none can be taken.
  public func screenshot(timeout: Duration) async -> [UInt8]? {
    guard let tab = try? current() else { return nil }
    let answer = try? await tab.call("Page.captureScreenshot", ["format": "png"], timeout: timeout)
    return answer?["data"]?.string.flatMap(decodedBase64)
  }

  /// Closes the view and forgets its storage, even in a cancelled task.
  public func close() async {
    let last = state.withLock { state in
      defer { state.tab = nil }
      return state
    }
    await giveBack(last)
  }

  /// Closes the page of a state, and gives its context back.
  private func giveBack(_ last: State) async {
    guard let context = last.context else { return }
    await Task.detached { [contexts] in
      var traces = last.traces
      // An end of the context ends the page faster than the page's own.
      if context.anchor != nil, let left = await last.tab?.close() { traces.formUnion(left) }
      await contexts.giveBack(context, traces)
      await last.tab?.end()
    }.value
  }
}
