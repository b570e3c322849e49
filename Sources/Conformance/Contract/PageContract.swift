public import StrictJSON

/// How the runner plays the native half around a web page, so that the engine knows no vendor's
/// names: what it appends, injects, listens for and calls.
public struct PageContract: Sendable {
  /// The query items that every opening of the page has, in the order of the file.
  public var query: [(name: String, value: Template)]
  /// How the page learns of its context; nil when it does not.
  public var context: Context?
  /// The message handlers that the page may post to.
  public var handlers: [String]
  /// The clause that a message of a known kind breaks when it is no string; nil when none says so.
  public var textClause: String?
  /// The clause that a message breaks in what no part of its schema says; nil when none says so.
  public var messageClause: String?
  /// The kinds of message, in the order of the file.
  public var messages: [MessageKind]
  /// What a target says how to find, by name.
  public var elements: [String]
  /// What a target says how to recognise, by name.
  public var states: [String]
  /// The requests of the page that a target says how to recognise, by name.
  public var requests: [String]
  /// The event by which a driver says what its SDK puts into the page; nil when none does.
  public var scripts: ScriptEvent?
  /// A page that stands in for the vendor's where the SDK is under test; nil when there is none.
  public var stub: String?

  /// How a page learns of its context.
  public struct Context: Sendable, Hashable {
    /// The global object that holds it.
    public var object: String
    /// The member that it is.
    public var member: String
    /// The global functions that are called with it when it changes, where the page has them.
    public var calls: [String]
    /// The events that are dispatched when it changes, with the context as their detail.
    public var events: [String]
  }

  /// A kind of message that the contract describes.
  public struct MessageKind: Sendable {
    /// Its name, which stands in the message as a whole string somewhere.
    public var name: String
    /// The clause that it breaks by not coming; nil when none says so.
    public var clause: String?
    /// What the message looks like as JSON; nil when the contract says nothing of that.
    public var body: CompiledSchema?
  }

  /// How a driver says what its SDK puts into the page.
  public struct ScriptEvent: Sendable, Hashable {
    /// The event's name.
    public var event: String
    /// Where it holds the JavaScript.
    public var source: JSONPointer
    /// The members that tell a script which runs before the page's own from one that runs at once.
    public var start: [JSONPointer: JSON]
  }
}
