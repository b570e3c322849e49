import StrictJSON

extension VectorJudge {
  /// Judges a step on a page; nil when it showed nothing that can be judged.
  mutating func judgePage(
    _ action: PageAction, _ record: PageRecord, _ place: Place
  ) throws(MissingValue) -> Observation? {
    switch record {
    case .opened(let url, let load):
      isUnheard = false
      return judgeLoad(load, of: url, place)
    case .told(let heard, let exception):
      isUnheard = heard.isEmpty
      return try judgeTold(exception, record, place)
    case .acted(let act):
      return try judgeAct(act, action, record, place)
    case .evaluated:
      return try judgeEvaluated(record, place)
    case .looked(let holds):
      guard case .look(let look) = action else { return nil }
      return judgeLook(look, holds, place)
    case .hung(let what):
      findStuck("an answer to: \(what)", received: "none; the page hangs", place)
      return nil
    case .gone:
      findStuck("a page that goes on", received: "the end of its process", place)
      return nil
    default:
      return nil
    }
  }

  private mutating func judgeLoad(
    _ load: PageLoad, of url: String, _ place: Place
  ) -> Observation? {
    guard let reason = load.failure else { return .nothing }
    var sentence = "the page \(url) could not be opened: \(reason)"
    if case .unreachable = load {
      judgement.isUnreachable = true
      sentence = "the target cannot be reached: " + sentence
    }
    judgement.couldNotRun.append(sentence)
    return nil
  }

  private mutating func judgeTold(
    _ exception: String?, _ record: PageRecord, _ place: Place
  ) throws(MissingValue) -> Observation? {
    if let exception {
      find(
        Difference(
          at: "", expected: "a page that takes another context", received: "it throws \(exception)"),
        on: clause(nil, place, operation: nil), place, isAdvisory: true)
    }
    guard let observation = Observation(record) else { return nil }
    try judgeSaid(observation, place)
    return observation
  }

  private mutating func judgeAct(
    _ act: PageAct, _ action: PageAction, _ record: PageRecord, _ place: Place
  ) throws(MissingValue) -> Observation? {
    guard let observation = Observation(record) else { return nil }
    guard place.step.said == nil else {
      try judgeSaid(observation, place)
      return observation
    }
    let failure: String
    switch act {
    case .done: return observation
    case .absent: failure = "there is no such element that a user can see"
    case .locked(let reason): failure = reason
    }
    if !place.step.isOptional { stop("could not \(action.summary): \(failure)", place) }
    return observation
  }

  private mutating func judgeEvaluated(
    _ record: PageRecord, _ place: Place
  ) throws(MissingValue) -> Observation? {
    guard let observation = Observation(record) else { return nil }
    try judgeSaid(observation, place)
    let missing = bindings.take(place.step.captures, from: observation)
    if !missing.isEmpty {
      let names = missing.map(\.name).joined(separator: ", ")
      let came = observation.outcome == "threw" ? "threw \(shown(observation.value))" : "gave none"
      judgement.couldNotRun.append(
        "step \(place.number) (\(place.step.location)) was to give \(names), and \(came)")
    }
    return observation
  }

  private mutating func judgeLook(
    _ look: PageAction.LookAction, _ holds: Bool, _ place: Place
  ) -> Observation? {
    if !holds, let assumption = look.assumption {
      judgement.notApplicable = "it takes for granted that \(assumption)"
      return nil
    }
    guard place.step.said != nil else {
      if !holds { stop("was to \(PageAction.look(look).summary), and it was not so", place) }
      return Observation(.looked(holds: holds))
    }
    guard holds || !isUnheard else {
      judgement.couldNotRun.append(
        """
        step \(place.number) (\(place.step.location)) needs a page that takes note of another \
        context; it took none of the ways in which it was told
        """
      )
      return nil
    }
    let seen = look.isVisible ? "not seen" : "seen"
    let difference = Difference(
      at: "", expected: look.words, received: holds ? "" : look.stay == .zero ? seen : "otherwise",
      note: "expected \(look.words), received otherwise\(circumstances)")
    judgeBare(holds ? [] : [difference], place)
    return Observation(.looked(holds: holds))
  }

  /// A step without which the vector could not go on: blamed on the page if it was gone by itself.
  private mutating func stop(_ what: String, _ place: Place) {
    judgement.couldNotRun.append("step \(place.number) (\(place.step.location)) \(what)")
    guard let departure else { return }
    findStuck("a page that stays", received: departure, place)
  }

  private mutating func findStuck(_ expected: String, received: String, _ place: Place) {
    let clause = clause(place.step.said, place, operation: nil)
    check(clause)
    find(Difference(at: "", expected: expected, received: received), on: clause, place)
  }

  /// How the page went away by itself; nil when it did not.
  private var departure: String? {
    entries.lazy.compactMap { entry -> String? in
      switch entry.event {
      case .page(.left(let url)): "it led to \(url)"
      case .page(.crashed): "its process ended"
      default: nil
      }
    }.first
  }

  /// What else the page did that may explain a finding; empty when it did nothing of the kind.
  private var circumstances: String {
    var sentences = departure.map { ["the page went away: \($0)"] } ?? []
    for entry in entries {
      switch entry.event {
      case .page(.dialog(let kind, let text)): sentences.append("it showed \(kind) “\(text)”")
      case .page(.exception(let text)): sentences.append("it threw \(text)")
      case .page(.blocked(_, let url)): sentences.append("its request to \(url) was kept back")
      default: break
      }
    }
    return sentences.isEmpty ? "" : " (\(sentences.prefix(3).joined(separator: "; ")))"
  }
}

// MARK: - Messages

extension VectorJudge {
  /// Judges every message of a kind that the contract describes, whichever step it came at.
  mutating func judgeMessages() {
    guard let page = context.contract.page else { return }
    for arrival in arrivals {
      guard case .message(let message) = arrival,
        let kind = page.messages.first(where: { message.isMeant(by: $0.name) })
      else { continue }
      judge(message, kind, page)
    }
  }

  private mutating func judge(
    _ message: PostedMessage, _ kind: PageContract.MessageKind, _ page: PageContract
  ) {
    let place = Place(number: 0, path: [0], step: steps[0])
    if let clause = page.textClause {
      check(clause)
      if message.text == nil {
        find(
          Difference(at: "/message", expected: "a string", received: message.type), on: clause,
          place)
      }
    }
    guard let schema = kind.body, let fallback = page.messageClause else { return }
    check(fallback)
    let content = message.content ?? ""
    guard let document = try? JSONDocument(parsing: Array(content.utf8)) else {
      let difference = Difference(
        at: "/message", expected: "\(kind.name) in JSON", received: quoted(content))
      return find(difference, on: fallback, place)
    }
    let result = schema.judge(document.root)
    result.clauses.forEach { check($0) }
    for violation in result.violations {
      let clause = violation.clause ?? fallback
      check(clause)
      find(
        Difference(
          at: "/message\(violation.instance)", expected: violation.expected,
          received: "\(violation.received) in \(quoted(content))"),
        on: clause, place)
    }
  }
}

extension PostedMessage {
  /// Whether a message is of a kind: the kind's name is a whole string somewhere in it.
  func isMeant(by kind: String) -> Bool {
    let expectation = Expectation(
      clause: nil, status: nil, headers: [], body: [], anyString: [Template(kind, raw: true)],
      noString: [], outcome: nil, value: [], error: [], isAdvisory: false,
      location: FileLocation(path: "", line: 0, column: 0))
    return expectation.isMet(by: Observation(message: self), Bindings())
  }
}
