import SDKDriving
import StrictJSON
import Wire

/// What a running vector knows of the page that it holds.
struct PageState: Sendable {
  /// Whether a page was opened of which a picture can still be taken.
  var wantsPicture = false
  /// The ticket of the picture.
  var picture = 0
  /// What the SDK under test has put into the page, in order.
  var scripts: [(source: String, isStart: Bool)] = []
  /// How many of them were evaluated or passed over.
  var evaluated = 0
}

extension VectorRun {
  /// Starts a step; it is over when the page has answered.
  mutating func perform(
    _ action: PageAction, _ lane: Int, _ now: Instant
  ) throws(MissingValue) {
    let command = try command(action, lanes[lane].bindings)
    effects.append(.end(ticket: ticket(lane, now), .page(command)))
    if case .open = action { page.wantsPicture = true }
  }

  private mutating func command(
    _ action: PageAction, _ bindings: Bindings
  ) throws(MissingValue) -> PageCommand {
    let timeout = context.target.page?.timeout ?? Target.PageAccess.standardTimeout
    switch action {
    case .open(let open):
      return .open(try opening(open, bindings), within: timeout)
    case .context(let template):
      guard let way = context.contract.page?.context else { throw MissingValue(name: "context") }
      let script = way.changing(to: try bindings.value(of: template))
      return .tell(script: script, events: way.events, within: timeout)
    case .click(let element, let options):
      let unless = try options.unless.map { element throws(MissingValue) in try locator(element) }
      return .click(try locator(element), unless: unless, within: options.within ?? timeout)
    case .type(let element, let text, let options):
      return .type(
        try bindings.text(of: text), into: try locator(element), within: options.within ?? timeout)
    case .evaluate(let source):
      return .evaluate(try bindings.text(of: source), within: timeout)
    case .evaluateScripts:
      return .evaluate(takeScripts(), within: timeout)
    case .look(let look):
      return .look(
        try locator(look.subject), isVisible: look.isVisible, within: look.within ?? timeout,
        staying: look.stay)
    }
  }

  private mutating func opening(
    _ open: PageAction.OpenAction, _ bindings: Bindings
  ) throws(MissingValue) -> PageOpening {
    guard let contract = context.contract.page else { throw MissingValue(name: "page") }
    var url: String
    if let template = open.url {
      url = try bindings.text(of: template)
    } else {
      guard let page = context.target.page else { throw MissingValue(name: "page") }
      url = page.url.appendingQuery(try bindings.items(contract.query))
    }
    url = url.appendingQuery(try bindings.items(open.query))
    var scripts: [String] = []
    if let template = open.context, let way = contract.context {
      scripts.append(way.setting(try bindings.value(of: template)))
    }
    if open.hasScripts {
      scripts += page.scripts.filter(\.isStart).map(\.source)
      page.evaluated = page.scripts.count
    }
    return PageOpening(
      url: url, html: open.isStub ? contract.stub : nil, scripts: scripts,
      handlers: contract.handlers, isFresh: open.isFresh)
  }

  /// What the SDK has put into the page since the last time; gives how much that was.
  private mutating func takeScripts() -> String {
    let new = page.scripts[page.evaluated...].filter { !$0.isStart }.map(\.source)
    page.evaluated = page.scripts.count
    return (new + [String(new.count)]).joined(separator: "\n;\n")
  }

  private func locator(_ element: String) throws(MissingValue) -> Target.ElementLocator {
    try locator(.element(element))
  }

  private func locator(
    _ subject: PageAction.LookAction.Subject
  ) throws(MissingValue) -> Target.ElementLocator {
    let name: String
    let found: Target.ElementLocator?
    switch subject {
    case .element(let element):
      name = element
      found = context.target.page?.elements[element]
    case .state(let state):
      name = state
      found = context.target.page?.states[state]
    }
    guard let found else { throw MissingValue(name: name) }
    return found
  }
}

// MARK: - What comes back

extension VectorRun {
  mutating func replied(_ ticket: Int, _ record: PageRecord, _ now: Instant) {
    if ticket == page.picture {
      note(record, now)
      return finishIfDone(now)
    }
    guard let effect = open.removeValue(forKey: ticket) else { return }
    let step = lanes[effect.lane].steps[lanes[effect.lane].index]
    self.record(effect.lane, effect.began, now, .page(record))
    if record.stops(step) {
      end(effect.lane, now)
    } else {
      close(effect.lane, showing: .page(record), now)
    }
  }

  mutating func happened(_ record: PageRecord, _ now: Instant) {
    switch record {
    case .request(var request):
      request.route = context.target.page?.name(of: request.request.method, request.request.target)
      note(.request(request), now)
      arrived(.request(request), now)
    case .message(let message):
      note(record, now)
      arrived(.message(message), now)
    case .crashed:
      page.wantsPicture = false
      note(record, now)
    default: note(record, now)
    }
  }

  private mutating func note(_ record: PageRecord, _ now: Instant) {
    transcript.entries.append(.init(step: [], began: now, ended: now, event: .page(record)))
  }

  /// Takes note of what the SDK under test puts into the page.
  mutating func keepScript(_ event: DriverEvent) {
    guard let scripts = context.contract.page?.scripts, event.name.isSameText(as: scripts.event),
      let source = event.data.value(at: scripts.source)?.string
    else { return }
    let isStart = scripts.start.allSatisfy { event.data.value(at: $0) == $1 }
    page.scripts.append((source, isStart))
  }

  /// Asks for a picture of the page, once; true when the vector's end has to wait for it.
  mutating func takesPicture() -> Bool {
    guard page.wantsPicture else { return false }
    page.wantsPicture = false
    page.picture = newTicket()
    effects.append(.end(ticket: page.picture, .page(.picture)))
    return true
  }
}

extension PageRecord {
  /// Whether nothing that follows a step can be done any more.
  func stops(_ step: Step) -> Bool {
    switch self {
    case .opened(_, let load): return load.failure != nil
    case .acted(let act):
      if case .done = act { return false }
      return step.said == nil && !step.isOptional
    case .looked(let holds): return !holds && step.said == nil
    case .hung, .gone: return true
    default: return false
    }
  }
}

extension PageLoad {
  /// Why there is no page to be judged; nil when there is one.
  var failure: String? {
    switch self {
    case .loaded(let status?) where status >= 400: "it was answered \(status)"
    case .loaded: nil
    case .unreachable(let reason), .failed(let reason): reason
    }
  }
}

extension Step {
  /// Whether the vector goes on when the step cannot be done.
  var isOptional: Bool {
    switch action {
    case .page(.click(_, let options)), .page(.type(_, _, let options)): options.isOptional
    default: false
    }
  }
}

extension Bindings {
  /// Query items with the values of their texts.
  fileprivate func items(
    _ templates: [(name: String, value: Template)]
  ) throws(MissingValue) -> [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    for (name, template) in templates { items.append((name, try text(of: template))) }
    return items
  }
}
