import Wire

/// What a page did of its own accord while a vector ran, and what it looked like at the end.
public struct PageLog: Sendable, Hashable {
  /// One thing that it did.
  public struct Event: Sendable, Hashable {
    /// Our own time.
    public var at: Instant
    /// What it did: `message`, `request`, `blocked`, `dialog`, `window`, `left`, `exception` or
    /// `crashed`.
    public var kind: String
    /// The exact text of a message, else what there is to say of it.
    public var text: String
  }

  /// In the order in which it happened.
  public var events: [Event]
  /// A PNG of the page at the vector's end; empty when there is none.
  public var picture: [UInt8]

  /// Picks what a page did out of a transcript; nil when the vector showed none.
  init?(_ transcript: Transcript) {
    var wasOpened = false
    events = []
    picture = []
    for entry in transcript.entries {
      guard case .page(let record) = entry.event else { continue }
      if case .opened = record { wasOpened = true }
      if case .picture(let bytes) = record { picture = bytes }
      guard let (kind, text) = record.told else { continue }
      events.append(Event(at: entry.began, kind: kind, text: text))
    }
    guard wasOpened else { return nil }
  }

  /// The log with every secret masked; the picture, which cannot be, is left out.
  func masked(by secrets: Secrets) -> PageLog {
    var copy = self
    copy.picture = []
    for index in events.indices { copy.events[index].text = secrets.masked(events[index].text) }
    return copy
  }
}

extension PageRecord {
  /// What a page did of its own accord, as a report says it; nil for what steps saw.
  fileprivate var told: (kind: String, text: String)? {
    switch self {
    case .message(let message):
      ("message", message.text ?? "\(message.type): \(message.json ?? "")")
    case .request(let request):
      ("request", "\(request.request.method) \(request.request.target)")
    case .blocked(let method, let url): ("blocked", "\(method) \(url)")
    case .dialog(let kind, let text): ("dialog", "\(kind): \(text)")
    case .window(let url): ("window", url)
    case .left(let url): ("left", url)
    case .exception(let text): ("exception", text)
    case .crashed: ("crashed", "the page's process ended")
    default: nil
    }
  }
}

extension RunResult.VectorResult {
  /// The name of the picture's file, relative to the report; nil when there is no picture.
  public var pictureFile: String? {
    guard let page, !page.picture.isEmpty else { return nil }
    let safe = vector.id.unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": Character(scalar)
      default: "_"
      }
    }
    return "screenshots/\(String(safe)).png"
  }
}
