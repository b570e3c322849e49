public import Wire

/// Something that a page did of its own accord.
public struct PageObservation: Sendable, Hashable {
  /// What it did.
  public enum Kind: Sendable, Hashable {
    /// It posted a message to the app that holds it.
    case message(PageMessage)
    /// A request left.
    case request(PageRequest)
    /// A request was kept back, because its host is not allowed.
    case blocked(PageRequest)
    /// It showed a dialog, such as `alert`, which was dismissed.
    case dialog(kind: String, text: String)
    /// It asked for a window of its own, which it did not get.
    case opened(url: String)
    /// It led the view to another host or scheme, which was kept from it.
    case left(url: String)
    /// A script of it failed and nothing caught that; what the console would say.
    case exception(String)
    /// Its process ended.
    case crashed
  }

  /// When we were told.
  public var at: WireInstant
  /// What it did.
  public var kind: Kind
}

/// A message of a page, as `webkit.messageHandlers` takes it.
public struct PageMessage: Sendable, Hashable {
  /// The name of the handler that it was posted to.
  public var handler: String
  /// The type of what was posted, as JavaScript's `typeof` says, `null` or `array`.
  public var type: String
  /// The text that was posted; nil when it was no text.
  public var text: String?
  /// What was posted instead of a text, as `JSON.stringify` has it; nil when it has nothing.
  public var json: String?
  /// Whether the text held half a surrogate pair, which stands as U+FFFD in it.
  public var isMended: Bool
}

/// A request that a page makes.
public struct PageRequest: Sendable, Hashable {
  /// Its method.
  public var method: String
  /// Its absolute URL.
  public var url: String
  /// Its header fields, as far as the page decides about them.
  public var fields: HTTPFields
  /// Its body; empty when there is none.
  public var body: [UInt8]
  /// What it is for, such as `Document`, `Fetch`, `XHR` or `Image`.
  public var purpose: String
}

/// How a part of a page is found.
public enum PageElement: Sendable, Hashable, CustomStringConvertible {
  /// By its role and name in the accessibility tree; any name when that is nil.
  case accessible(role: String, name: String?)
  /// By a CSS selector.
  case selector(String)

  /// The element in words.
  public var description: String {
    switch self {
    case .accessible(let role, let name?): "the \(role) “\(name)”"
    case .accessible(let role, nil): "the \(role)"
    case .selector(let selector): "the element “\(selector)”"
    }
  }
}
