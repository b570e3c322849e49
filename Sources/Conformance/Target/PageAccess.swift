import StrictJSON

extension Target {
  /// How a target's page is reached, and how to find one's way on it.
  public struct PageAccess: Sendable, Hashable {
    /// The page's absolute URL, without what a contract appends.
    public var url: String
    /// The hosts that the page may contact, its own not among them.
    public var allow: [String]
    /// How its elements are found, by name.
    public var elements: [String: ElementLocator]
    /// The elements that can be seen in its states, by the state's name.
    public var states: [String: ElementLocator]
    /// How its requests are recognised, by name.
    public var requests: [String: RequestPattern]
    /// How long anything that is waited for may take.
    public var timeout: TimeSpan

    /// How long that is when a target says nothing.
    public static let standardTimeout = TimeSpan.seconds(10)
  }

  /// How an element of a page is found.
  public enum ElementLocator: Sendable, Hashable {
    /// By its role and name in the accessibility tree; any name when that is nil.
    case accessible(role: String, name: String?)
    /// By a CSS selector.
    case selector(String)
  }

  /// How a request of a page is recognised.
  public struct RequestPattern: Sendable, Hashable {
    /// Its method; nil for any.
    public var method: String?
    /// What its URL holds somewhere.
    public var urlContains: String
  }
}

extension Target.ElementLocator: CustomStringConvertible {
  /// The element in words.
  public var description: String {
    switch self {
    case .accessible(let role, let name?): "the \(role) “\(name)”"
    case .accessible(let role, nil): "the \(role)"
    case .selector(let selector): "the element “\(selector)”"
    }
  }
}

extension Target.PageAccess {
  /// The name under which the target knows a request; nil when it is none of them.
  func name(of method: String, _ url: String) -> String? {
    requests.sorted { $0.key < $1.key }.first { _, pattern in
      (pattern.method.map { $0.isSameText(as: method) } ?? true)
        && url.utf8Contains(pattern.urlContains)
    }?.key
  }
}

extension String {
  /// Whether the text holds another, byte by byte.
  fileprivate func utf8Contains(_ part: String) -> Bool {
    let bytes = Array(utf8)
    let part = Array(part.utf8)
    guard part.count <= bytes.count else { return false }
    return (0...bytes.count - part.count).contains {
      bytes[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
