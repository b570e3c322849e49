import SDKDriving
import StrictJSON
import Wire

/// What a running vector knows of the SDK that it holds.
struct DriverState: Sendable {
  /// One call of the SDK.
  struct Call: Sendable {
    var operation: String
    /// How it ended; nil while it is open.
    var outcome: CallOutcome?
    /// The ticket of the step that waits for its end.
    var waiter: Int?
  }

  var about: EndDescription?
  /// The SDK's own time, where nothing but our advances moves it and the target has no clock.
  var clock: TargetClock?
  var calls: [Int: Call] = [:]
  var labels: [String: Int] = [:]
  /// The ticket of the deadline of what is waited for.
  var deadline = 0
  /// Whether a deadline has passed, after which nothing more is waited for.
  var isLate = false
  /// Whether the end broke, so that nothing more can be done.
  var isBroken = false
}

extension VectorRun {
  /// The end is there: the vector begins.
  mutating func leased(_ about: EndDescription, _ now: Instant, wall: Instant) {
    driver.about = about
    if about.hasClock, context.target.clock == nil { driver.clock = TargetClock(wall: wall) }
    if let backend = about.backend {
      bind("backend", .string(backend))
      bind(
        "backendPort",
        .string(
          String(
            backend.utf8.split(separator: UInt8(ascii: ":")).last.map {
              String(decoding: $0, as: UTF8.self)
            } ?? "")))
    }
    advance(0, now)
  }

  /// Counts the deadline from now on, since the SDK is waited for from now on: what else a vector
  /// takes, such as time that passes or a busy machine, does not count.
  private mutating func restartDeadline() {
    driver.deadline = newTicket()
    effects.append(.deadline(ticket: driver.deadline, after: context.target.vectorDeadline))
  }

  /// The end broke, or there was none: nothing more is done.
  mutating func broke(_ reason: String, _ now: Instant) {
    guard !driver.isBroken else { return }
    driver.isBroken = true
    transcript.entries.append(.init(step: [], began: now, ended: now, event: .broken(reason)))
    open.removeAll()
    for lane in lanes.indices { lanes[lane].isDone = true }
    effects.append(.finish)
  }

  /// The deadline passed: no step waits any longer for a call.
  mutating func becameLate(_ now: Instant) {
    guard driver.calls.values.contains(where: { $0.waiter != nil }) else { return }
    driver.isLate = true
    for (number, call) in driver.calls.sorted(by: { $0.key < $1.key }) {
      guard let waiter = call.waiter else { continue }
      driver.calls[number]?.waiter = nil
      conclude(waiter, .awaited(number: number, nil), now)
    }
  }

  /// Starts a step; true when it is over at once.
  mutating func perform(
    _ action: DriverAction, _ step: Step, _ lane: Int, _ now: Instant
  ) throws(MissingValue) -> Bool {
    switch action {
    case .call(let call):
      try wait(for: begin(call, lane, now), lane, now)
      return false
    case .start(let call):
      let number = try begin(call, lane, now)
      if let label = step.label { driver.labels[label] = number }
      return true
    case .pending(let label, let isRequired):
      let number = try number(of: label)
      let isOpen = driver.calls[number]?.outcome == nil
      guard isOpen || !isRequired else { throw MissingValue(name: "“\(label)” still open") }
      record(lane, now, now, .driver(.looked(number: number, isOpen: isOpen)))
      return true
    case .cancel(let label):
      let number = try number(of: label)
      ask(.cancel(call: number), showing: .cancelAsked(number: number), lane, now)
      return false
    case .finish(let finish):
      let waiter = try wait(for: number(of: finish.label), lane, now)
      if let within = finish.within, open[waiter] != nil {
        effects.append(.deadline(ticket: waiter, after: within))
      }
      return false
    case .serve(let templates):
      var routes: [ServedRoute] = []
      for template in templates {
        routes.append(try lanes[lane].bindings.route(of: template, context))
      }
      ask(.serve(routes), showing: .served, lane, now)
      return false
    case .refuse:
      ask(.refuse, showing: .served, lane, now)
      return false
    }
  }

  private func number(of label: String) throws(MissingValue) -> Int {
    guard let number = driver.labels[label] else { throw MissingValue(name: label) }
    return number
  }

  private mutating func begin(
    _ call: CallAction, _ lane: Int, _ now: Instant
  ) throws(MissingValue) -> Int {
    guard !driver.isLate else { throw MissingValue(name: "time left for \(call.operation)") }
    var arguments = JSONObject()
    for (name, template) in call.arguments {
      arguments[name] = try lanes[lane].bindings.value(of: template)
    }
    let number = newTicket()
    driver.calls[number] = DriverState.Call(operation: call.operation)
    record(
      lane, now, now,
      .driver(
        .callBegan(number: number, operation: call.operation, arguments: .object(arguments))))
    effects.append(
      .end(
        ticket: number,
        .driver(.call(number: number, operation: call.operation, arguments: arguments))))
    return number
  }

  /// Waits for the end of a call; gives the ticket of the waiting.
  @discardableResult
  private mutating func wait(for number: Int, _ lane: Int, _ now: Instant) -> Int {
    let waiter = ticket(lane, now)
    if let outcome = driver.calls[number]?.outcome {
      conclude(waiter, .awaited(number: number, outcome), now)
    } else if driver.isLate {
      conclude(waiter, .awaited(number: number, nil), now)
    } else {
      driver.calls[number]?.waiter = waiter
      restartDeadline()
    }
    return waiter
  }

  /// A step waited for a call as long as it may; false when the ticket is of another wait.
  mutating func gaveUp(_ ticket: Int, _ now: Instant) -> Bool {
    guard let number = driver.calls.first(where: { $0.value.waiter == ticket })?.key else {
      return false
    }
    driver.calls[number]?.waiter = nil
    conclude(ticket, .awaited(number: number, nil), now)
    return true
  }

  private mutating func ask(
    _ request: DriverRequest, showing record: DriverRecord, _ lane: Int, _ now: Instant
  ) {
    let ticket = ticket(lane, now)
    open[ticket]?.record = record
    effects.append(.end(ticket: ticket, .driver(request)))
  }

  /// Ends the step that a ticket belongs to.
  private mutating func conclude(_ ticket: Int, _ record: DriverRecord, _ now: Instant) {
    guard let effect = open.removeValue(forKey: ticket) else { return }
    self.record(effect.lane, effect.began, now, .driver(record))
    if let unmet = unmetRequirement(record, effect.lane) {
      self.record(effect.lane, now, now, .missing(unmet))
      return end(effect.lane, now)
    }
    close(effect.lane, showing: .driver(record), now)
  }
}

extension VectorRun {
  /// What later steps need of a call that did not end so; nil when nothing is missing.
  private func unmetRequirement(_ record: DriverRecord, _ lane: Int) -> String? {
    let step = lanes[lane].steps[lanes[lane].index]
    guard case .driver(let action) = step.action,
      case .awaited(let number, let outcome) = record
    else { return nil }
    guard let wanted = action.requires else {
      // Where nothing is said of an end, it belongs to the set-up.
      guard outcome == nil, step.said == nil else { return nil }
      return "\(driver.calls[number]?.operation ?? "the call") to end"
    }
    let ending = outcome.flatMap { Observation(.awaited(number: 0, $0)) }?.outcome
    guard ending?.isSameText(as: wanted) != true else { return nil }
    return "\(driver.calls[number]?.operation ?? "the call") \(wanted)"
  }
}

// MARK: - What comes back

extension VectorRun {
  mutating func replied(_ ticket: Int, _ reply: EndReply, _ now: Instant) {
    switch reply {
    case .broke(let reason):
      broke(reason, now)
    case .page(let record):
      replied(ticket, record, now)
    case .driver(.ended(let outcome)):
      ended(ticket, outcome, now)
    case .driver(.done):
      if let span = open[ticket]?.advance {
        advanced(ticket, by: span, now)
      } else if let record = open[ticket]?.record {
        conclude(ticket, record, now)
      }
    }
  }

  private mutating func ended(_ number: Int, _ outcome: CallOutcome, _ now: Instant) {
    guard let call = driver.calls[number], call.outcome == nil else { return }
    driver.calls[number]?.outcome = outcome
    driver.calls[number]?.waiter = nil
    note(.callEnded(number: number, outcome), now)
    if let waiter = call.waiter { conclude(waiter, .awaited(number: number, outcome), now) }
  }

  mutating func happened(_ event: EndEvent, _ clock: TargetClock, _ now: Instant) {
    switch event {
    case .page(let record, let at): happened(record, clock.time(at: at))
    case .broke(let reason): broke(reason, now)
    case .driver(let record):
      note(record, now)
      switch record {
      case .event(let event, let number):
        keepScript(event)
        arrived(.event(event, number: number), now)
      case .request(let request): arrived(.request(request), now)
      default: break
      }
    }
  }

  /// The longest that an answer of ours may still be held back; zero when all have been given.
  var delayOfOpenAnswers: TimeSpan {
    let open = transcript.entries.reduce(0) { count, entry in
      switch entry.event {
      case .driver(.request): count + 1
      case .driver(.answered): count - 1
      default: count
      }
    }
    return open > 0 ? vector.longestDelay : .zero
  }

  private mutating func note(_ record: DriverRecord, _ now: Instant) {
    transcript.entries.append(.init(step: [], began: now, ended: now, event: .driver(record)))
  }
}

// MARK: - The SDK's own time

extension VectorRun {
  /// The longest advance that is asked for at once, so that each is answered soon.
  private static let longestAdvance = TimeSpan.seconds(60)

  /// Passes the SDK's own time until an instant.
  mutating func passOwnTime(until: Instant, _ lane: Int, _ now: Instant) {
    let span = min(Self.longestAdvance, (until - now).roundedUpToMilliseconds)
    let ticket = ticket(lane, now)
    open[ticket]?.advance = span
    open[ticket]?.until = until
    effects.append(.end(ticket: ticket, .driver(.advance(span))))
  }

  private mutating func advanced(_ ticket: Int, by span: TimeSpan, _ now: Instant) {
    guard let effect = open.removeValue(forKey: ticket) else { return }
    driver.clock?.advance(by: span, saying: nil, wall: now)
    let now = Instant(nanoseconds: now.nanoseconds + span.nanoseconds)
    if let until = effect.until, until > now {
      passOwnTime(until: until, effect.lane, now)
    } else {
      lanes[effect.lane].index += 1
      advance(effect.lane, now)
    }
  }
}

extension Bindings {
  /// A route with the values of its texts.
  func route(
    of template: RouteTemplate, _ context: RunContext
  ) throws(MissingValue) -> ServedRoute {
    let builder = RequestBuilder(context: context, bindings: self)
    var answers: [ServedAnswer] = []
    for answer in template.answers {
      var fields = HTTPFields()
      let body = try builder.add(answer.body, to: &fields)
      for header in answer.headers {
        if header.name.lowercased().isSameText(as: "content-type") { fields.remove(header.name) }
        fields.append(header.name, try text(of: header.value))
      }
      answers.append(
        ServedAnswer(
          status: answer.status, fields: fields, body: body, delay: answer.delay,
          fault: answer.fault, times: answer.times))
    }
    return ServedRoute(
      name: template.name, method: template.method, path: try text(of: template.path),
      condition: template.condition, bindings: self, answers: answers)
  }
}

extension Vector {
  /// What it holds from its start to its end; nil when nothing.
  ///
  /// An SDK may come with a page.
  public var endKind: EndKind? {
    if steps.driveAnSDK { return .driver }
    return showsPages ? .page : nil
  }

  /// Whether it shows pages, so that a browser is needed.
  public var showsPages: Bool {
    steps.haveAction { if case .page = $0 { true } else { false } }
  }

  /// The longest that an answer of ours is held back, those left out that are held back for good.
  var longestDelay: TimeSpan {
    func delays(_ step: Step) -> [TimeSpan] {
      switch step.action {
      case .driver(.serve(let routes)): routes.flatMap { $0.answers.map(\.delay) }
      case .together(let together): together.branches.flatMap { $0.flatMap(delays) }
      default: []
      }
    }
    return steps.flatMap(delays).filter { $0 <= .seconds(2) }.max() ?? .zero
  }

  /// What it asks for at its start.
  func order(_ kind: EndKind, _ context: RunContext) -> EndOrder {
    let serves = steps.haveAction { action in
      switch action {
      case .driver(.serve), .driver(.refuse): true
      default: false
      }
    }
    let watchesRequests = watches.contains { if case .request = $0.subject { true } else { false } }
    var parameters = JSONObject()
    for (name, parameter) in context.contract.parameters.sorted(by: { $0.key < $1.key }) {
      guard !parameter.isSecret, let value = context.parameters[name] else { continue }
      parameters[name] = value
    }
    return EndOrder(
      kind: kind, vector: id, serves: watchesRequests || serves, showsPages: showsPages,
      parameters: parameters)
  }
}

extension [Step] {
  /// Whether one of them asks something of an SDK.
  var driveAnSDK: Bool { haveAction { if case .driver = $0 { true } else { false } } }

  /// Whether one of them, or of their branches, does something of a kind.
  fileprivate func haveAction(_ isOfKind: (Action) -> Bool) -> Bool {
    contains { step in
      guard case .together(let together) = step.action else { return isOfKind(step.action) }
      return together.branches.contains { $0.haveAction(isOfKind) }
    }
  }
}

extension Target {
  /// How long a vector waits for its end to do what is asked of it, in real time.
  var vectorDeadline: TimeSpan {
    if let driverTimeout { return driverTimeout }
    return http.map { TimeSpan(nanoseconds: $0.timeout.nanoseconds * 3) } ?? .seconds(30)
  }
}
