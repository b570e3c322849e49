/// What a step does with a page, as a user or as the app that holds it.
public enum PageAction: Sendable {
  /// Opens a page in place of the one that is open.
  case open(OpenAction)
  /// The app changes the context of the open page.
  case context(ValueTemplate)
  /// A user clicks.
  case click(element: String, ActOptions)
  /// A user types, in place of what the element holds.
  case type(element: String, Template, ActOptions)
  /// Evaluates JavaScript in the page.
  case evaluate(Template)
  /// Evaluates what the SDK under test has put into the page since the last time, in order.
  case evaluateScripts
  /// Sees whether something can be seen.
  case look(LookAction)

  /// The opening of a page.
  public struct OpenAction: Sendable {
    /// The page's URL; nil for the target's page.
    public var url: Template?
    /// Query items beside the contract's own.
    public var query: [(name: String, value: Template)]
    /// The context that the page finds; nil for none.
    public var context: ValueTemplate?
    /// Whether the contract's own page stands in for what the URL leads to.
    public var isStub: Bool
    /// Whether what the SDK under test has put into the page so far is in it.
    public var hasScripts: Bool
    /// Whether the browser has forgotten everything, as on another device.
    public var isFresh: Bool
  }

  /// How an act of a user is done.
  public struct ActOptions: Sendable, Hashable {
    /// How long to wait until it can be done; nil for the target's timeout.
    public var within: TimeSpan?
    /// Whether the vector goes on when it cannot be done.
    public var isOptional: Bool
    /// The element that makes it needless if it can be seen by then; nil for none.
    public var unless: String?
  }

  /// A look at a page.
  public struct LookAction: Sendable, Hashable {
    /// What is looked for.
    public enum Subject: Sendable, Hashable {
      case state(String)
      case element(String)
    }

    /// What is looked for.
    public var subject: Subject
    /// Whether it is to be seen, or not to be seen.
    public var isVisible: Bool
    /// How long that may take; nil for the target's timeout.
    public var within: TimeSpan?
    /// How long it must then stay so.
    public var stay: TimeSpan
    /// What the vector takes for granted, so that it does not apply where it is not so; nil when it
    /// takes nothing for granted.
    public var assumption: String?
  }
}

extension PageAction {
  /// The names that the action refers to, in order.
  func references(in contract: Contract) -> [String] {
    switch self {
    case .open(let open):
      let own = open.url?.references ?? contract.page?.query.flatMap(\.value.references) ?? []
      return own + open.query.flatMap(\.value.references) + (open.context?.references ?? [])
    case .context(let context): return context.references
    case .type(_, let text, _): return text.references
    case .evaluate(let source): return source.references
    case .click, .evaluateScripts, .look: return []
    }
  }

  /// What the action does, in plain words.
  var summary: String {
    switch self {
    case .open(let open):
      let page = open.isStub ? "a page of ours" : "the page"
      let query = open.query.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
      return "open \(page)" + (open.url.map { " at \($0)" } ?? "")
        + (query.isEmpty ? "" : " with \(query)")
        + (open.context.map { " and the context \($0.text)" } ?? "")
    case .context(let context): return "change the context to \(context.text)"
    case .click(let element, let options): return "click \(element)" + options.words
    case .type(let element, let text, let options):
      return "type “\(text)” into \(element)" + options.words
    case .evaluate(let source): return "evaluate \(source)"
    case .evaluateScripts: return "evaluate what the SDK puts into the page"
    case .look(let look): return "see \(look.words)"
    }
  }
}

extension PageAction.ActOptions {
  fileprivate var words: String {
    (unless.map { ", unless \($0) can be seen" } ?? "") + (isOptional ? ", if it can be done" : "")
  }
}

extension PageAction.LookAction {
  /// What must be seen, as messages name it.
  var words: String {
    let stay = self.stay == .zero ? "" : ", and to stay so for \(self.stay)"
    return switch subject {
    case .state(let name): "that the page is \(isVisible ? "" : "not ")in the state \(name)\(stay)"
    case .element(let name): "that \(name) can \(isVisible ? "" : "not ")be seen\(stay)"
    }
  }
}
