public import StrictJSON

/// What was seen of a page.
public enum PageRecord: Sendable, Hashable {
  // What steps saw.
  case opened(url: String, PageLoad)
  /// The page was told of another context; by the names of the ways that it took note of. What the
  /// page threw at that; nil when it threw nothing.
  case told(heard: [String], exception: String?)
  case acted(PageAct)
  /// What JavaScript came to: a value, nil when there is none, and what it threw, nil when nothing.
  case evaluated(JSON?, exception: String?)
  /// Whether what a step looked for was so in time.
  case looked(holds: Bool)
  /// The page did not answer in time; what was asked.
  case hung(String)
  /// The page's process was gone when something was asked of it.
  case gone
  /// Nothing more is under way in the page.
  case settled
  /// A PNG of the page at the vector's end; empty when there is none.
  case picture([UInt8])

  // What the page did of its own accord.
  case message(PostedMessage)
  case request(ServedRequest)
  /// A request was kept back, because its host is not allowed.
  case blocked(method: String, url: String)
  /// It showed a dialog, which was dismissed.
  case dialog(kind: String, text: String)
  /// It asked for a window of its own, which it did not get.
  case window(url: String)
  /// It led to another host or scheme, which was kept from it.
  case left(url: String)
  /// A script of it threw, and nothing caught that.
  case exception(String)
  /// Its process ended.
  case crashed
}

/// How the opening of a page ended.
public enum PageLoad: Sendable, Hashable {
  /// Its document came, with that status; nil when no server gave one.
  case loaded(status: Int?)
  /// Its server cannot be reached; why.
  case unreachable(String)
  /// Its document did not come, for another reason.
  case failed(String)
}

/// How an act of a user ended.
public enum PageAct: Sendable, Hashable {
  /// It was done; the element holds this text afterwards.
  case done(value: String)
  /// There was no such element that a user could see.
  case absent
  /// It was there, and could not be used; why.
  case locked(String)
}

/// A message that a page posted to its host.
public struct PostedMessage: Sendable, Hashable {
  /// Its number among those of the vector, in order of arrival.
  public var number: Int
  /// The handler that it was posted to.
  public var handler: String
  /// What was posted: `string`, `object`, `null` and so on.
  public var type: String
  /// The text that was posted; nil when it was no text.
  public var text: String?
  /// What was posted instead of a text, as JSON; nil when there is none.
  public var json: String?

  /// Makes a record of a message.
  public init(number: Int, handler: String, type: String, text: String?, json: String?) {
    self.number = number
    self.handler = handler
    self.type = type
    self.text = text
    self.json = json
  }

  /// What is read as JSON: the text, else what was posted in its place; nil when there is neither.
  var content: String? { text ?? json }
}

/// What a vector asks of the page that it holds.
public enum PageCommand: Sendable, Hashable {
  case open(PageOpening, within: TimeSpan)
  /// Tells the page of something by JavaScript that gives the names of the functions that it
  /// called; whoever listens for the events has heard of it too.
  case tell(script: String, events: [String], within: TimeSpan)
  /// Clicks, unless another element can be seen in time.
  case click(Target.ElementLocator, unless: Target.ElementLocator?, within: TimeSpan)
  case type(String, into: Target.ElementLocator, within: TimeSpan)
  case evaluate(String, within: TimeSpan)
  case look(Target.ElementLocator, isVisible: Bool, within: TimeSpan, staying: TimeSpan)
  /// Waits until nothing is under way in the page any more.
  case settle(atMost: TimeSpan)
  case picture
}

/// A page to open.
public struct PageOpening: Sendable, Hashable {
  /// Its absolute URL.
  public var url: String
  /// What it is, instead of what its server would send; nil asks the server.
  public var html: String?
  /// The JavaScript that runs before its own, in order.
  public var scripts: [String]
  /// The handlers that it may post messages to.
  public var handlers: [String]
  /// Whether everything that earlier pages stored is forgotten first.
  public var isFresh: Bool
}
