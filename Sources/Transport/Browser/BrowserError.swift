/// Why a browser could not be had, or did not do what it was told.
public struct BrowserError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of error.
  public enum Kind: Sendable, Hashable {
    /// There is no browser on this machine that we know of.
    case notFound
    /// A browser is there, but it does not start.
    case cannotStart
    /// The browser is gone.
    case ended
    /// The page's own process is gone.
    case crashed
    /// The page, or the browser, did not answer in time.
    case timedOut
    /// The browser refused a command.
    case refused
    /// The task was cancelled.
    case cancelled
  }

  /// What kind of error it is.
  public var kind: Kind
  /// One sentence.
  public var description: String

  /// The same, where no page has begun that could be blamed for taking too long.
  var ofBrowser: BrowserError {
    kind == .timedOut ? BrowserError(.refused, description) : self
  }

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
