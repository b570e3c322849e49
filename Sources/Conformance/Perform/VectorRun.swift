import StrictJSON
import Wire

/// One vector while it runs: a value that is told what happened and says what to do next.
///
/// It never judges: it goes on after anything unexpected, and stops only where a later step needs
/// something that nothing gave.
struct VectorRun: Sendable {
  /// What happened; a ticket names the effect that it answers.
  enum Input: Sendable {
    case started
    case exchanged(ticket: Int, HTTPExchange)
    case commanded(ticket: Int, CommandResult)
    /// Target time reached what a wait asked for.
    case timeCame(ticket: Int)
    /// The deadline of a watch passed.
    case expired(ticket: Int)
    case delivered(Delivery)
    /// Nothing more is to come for an `absent`.
    case settled
    /// The end that the vector holds is there, or cannot be had.
    case leased(EndDescription)
    case notLeased(String)
    case replied(ticket: Int, EndReply)
    case happened(EndEvent)
  }

  /// What to do next.
  enum Effect: Sendable {
    case exchange(ticket: Int, HTTPCall)
    case command(ticket: Int, [String])
    case wait(ticket: Int, until: Instant)
    /// Tell when so much real time has passed and, where webhooks are waited for and the target
    /// says so, when none is on its way any more.
    case deadline(ticket: Int, after: TimeSpan, drains: Bool = false)
    /// Ask something of the end that the vector holds.
    case end(ticket: Int, EndRequest)
    /// Tell when no webhook can be on its way any more.
    case settle
    case finish
  }

  let context: RunContext
  let vector: Vector
  var transcript: Transcript
  var lanes: [Lane]
  var open: [Int: OpenEffect] = [:]
  var nextTicket = 0
  var arrivals: [(arrival: Arrival, isTaken: Bool)] = []
  var hasSettled = false
  var effects: [Effect] = []
  var driver = DriverState()
  var page = PageState()

  /// A list of steps being performed in order.
  struct Lane {
    var steps: [Step]
    var index = 0
    var prefix: [Int]
    var bindings: Bindings
    /// The lane that waits for this one to end; nil for the first.
    var parent: Int?
    /// How many branches this lane still waits for.
    var openBranches = 0
    var isDone = false
    /// How the last step ended, for the outcomes of `together`.
    var last: Observation?
  }

  /// What a ticket belongs to.
  struct OpenEffect {
    var lane: Int
    var began: Instant
    var hook: (name: String, arguments: JSON)?
    var watch: WatchAction?
    var isWait = false
    /// What the step shows when the end has replied.
    var record: DriverRecord?
    /// By how much the SDK's time is being moved, and when it has been moved enough.
    var advance: TimeSpan?
    var until: Instant?
  }

  init(
    _ vector: Vector, context: RunContext, seed: UInt64, attempt: Int
  ) {
    self.vector = vector
    self.context = context
    var values = FreshValues(seed: seed, vector: vector.id, attempt: attempt)
    var bindings = context.parameters
    for (name, kind) in context.freshParameters { bindings[name] = values.make(kind) }
    for (name, kind) in vector.fresh { bindings[name] = values.make(kind) }
    for (name, value) in vector.row { bindings[name] = value }
    transcript = Transcript(vector: vector.id, bindings: bindings, entries: [])
    lanes = [Lane(steps: vector.steps, prefix: [], bindings: bindings)]
  }

  /// Takes in what happened.
  ///
  /// - Parameters:
  ///   - input: What happened.
  ///   - clock: Target time, as it is known now.
  ///   - wall: Our own time.
  /// - Returns: What to do, in order; `finish` is the last of all.
  mutating func next(_ input: Input, clock: TargetClock, wall: Instant) -> [Effect] {
    effects = []
    let clock = driver.clock ?? clock
    let now = clock.time(at: wall)
    guard !driver.isBroken else { return [] }
    switch input {
    case .started: advance(0, now)
    case .exchanged(let ticket, let exchange): exchanged(ticket, exchange, clock)
    case .commanded(let ticket, let result): commanded(ticket, result, now)
    case .timeCame(let ticket): timeCame(ticket, now)
    case .expired(let ticket): expired(ticket, now)
    case .delivered(let delivery): delivered(delivery, clock)
    case .settled:
      hasSettled = true
      finishIfDone(now)
    case .leased(let about): leased(about, now, wall: wall)
    case .notLeased(let reason): broke(reason, now)
    case .replied(let ticket, let reply): replied(ticket, reply, now)
    case .happened(let event): happened(event, clock, now)
    }
    return effects
  }

  /// Whether all that it still does is to wait for target time, so that it needs no slot.
  var isOnlyWaiting: Bool {
    !open.isEmpty && open.values.allSatisfy(\.isWait)
  }
}

// MARK: - Going on

extension VectorRun {
  /// Performs a lane's steps until one has to wait for something.
  mutating func advance(_ lane: Int, _ now: Instant) {
    while !lanes[lane].isDone, lanes[lane].openBranches == 0 {
      guard lanes[lane].index < lanes[lane].steps.count else { return end(lane, now) }
      let step = lanes[lane].steps[lanes[lane].index]
      do {
        guard try perform(step, lane, now) else { return }
        lanes[lane].index += 1
      } catch {
        record(lane, now, now, .missing(error.name))
        return end(lane, now)
      }
    }
  }

  mutating func end(_ lane: Int, _ now: Instant) {
    lanes[lane].isDone = true
    guard let parent = lanes[lane].parent else { return finishIfDone(now) }
    lanes[parent].openBranches -= 1
    guard lanes[parent].openBranches == 0 else { return }
    if case .together(let together) = lanes[parent].steps[lanes[parent].index].action {
      captureWinners(together, parent)
    }
    lanes[parent].index += 1
    advance(parent, now)
  }

  mutating func finishIfDone(_ now: Instant) {
    guard lanes[0].isDone else { return }
    if needsSettling, !hasSettled {
      effects.append(.settle)
    } else if !takesPicture() {
      keepMeantDeliveries()
      effects.append(.finish)
    }
  }

  /// Leaves out the webhooks that no watch of this vector means: a subscription receives them all.
  mutating func keepMeantDeliveries() {
    guard !arrivals.isEmpty else { return }
    let matcher = WatchMatcher(contract: context.contract, bindings: lanes[0].bindings)
    let watches = vector.watches
    let taken = Set(arrivals.filter(\.isTaken).map(\.arrival))
    transcript.entries.removeAll { entry in
      guard case .webhook(let delivery) = entry.event, !taken.contains(.webhook(delivery)) else {
        return false
      }
      return !watches.contains { matcher.fits($0, .webhook(delivery)) }
    }
  }

  var needsSettling: Bool {
    vector.steps.contains(where: \.isJudgedAtTheEnd)
  }

  /// Starts a step; true when it is over at once.
  mutating func perform(
    _ step: Step, _ lane: Int, _ now: Instant
  ) throws(MissingValue) -> Bool {
    let builder = RequestBuilder(context: context, bindings: lanes[lane].bindings)
    switch step.action {
    case .send(let action):
      effects.append(.exchange(ticket: ticket(lane, now), try builder.call(action)))
      return false
    case .sendRaw(let action):
      effects.append(.exchange(ticket: ticket(lane, now), try builder.call(action)))
      return false
    case .hook(let action):
      try ask(action, lane, now)
      return false
    case .passTime(let action):
      return try wait(action, lane, now)
    case .derive(let derivations):
      try lanes[lane].bindings.derive(derivations)
      return true
    case .await(let watch):
      return try self.await(watch, step, lane, now)
    case .together(let action):
      fork(action, lane, now)
      return false
    case .driver(let action):
      return try perform(action, step, lane, now)
    case .page(let action):
      try perform(action, lane, now)
      return false
    case .check, .absent:
      return true
    }
  }

  mutating func ticket(
    _ lane: Int, _ now: Instant, hook: (name: String, arguments: JSON)? = nil,
    watch: WatchAction? = nil
  ) -> Int {
    let ticket = newTicket()
    open[ticket] = OpenEffect(lane: lane, began: now, hook: hook, watch: watch)
    return ticket
  }

  mutating func newTicket() -> Int {
    nextTicket += 1
    return nextTicket
  }

  /// Gives a name a value that every step knows, the judge's walk included.
  mutating func bind(_ name: String, _ value: JSON) {
    transcript.bindings[name] = value
    for lane in lanes.indices { lanes[lane].bindings[name] = value }
  }

  mutating func record(
    _ lane: Int, _ began: Instant, _ ended: Instant, _ event: Transcript.Event
  ) {
    let step = lanes[lane].prefix + [lanes[lane].index + 1]
    transcript.entries.append(.init(step: step, began: began, ended: ended, event: event))
  }

  /// Ends a lane's step with what it showed, and goes on.
  mutating func close(_ lane: Int, showing event: Transcript.Event, _ now: Instant) {
    let step = lanes[lane].steps[lanes[lane].index]
    let isLast = lanes[lane].parent != nil && lanes[lane].index == lanes[lane].steps.count - 1
    if isLast || !step.captures.isEmpty {
      let observation = Observation(event)
      if isLast { lanes[lane].last = observation }
      _ = lanes[lane].bindings.take(step.captures, from: observation)
    }
    lanes[lane].index += 1
    advance(lane, now)
  }
}

// MARK: - HTTP and hooks

extension VectorRun {
  mutating func exchanged(_ ticket: Int, _ exchange: HTTPExchange, _ clock: TargetClock) {
    guard let effect = open.removeValue(forKey: ticket) else { return }
    let ended = clock.time(at: Instant(exchange.answeredAt))
    if let hook = effect.hook {
      let record = HookRecord(hook.name, hook.arguments, exchange)
      return hooked(effect, record, ended)
    }
    let began = clock.time(at: Instant(exchange.sentAt))
    record(effect.lane, began, ended, .exchange(exchange))
    close(effect.lane, showing: .exchange(exchange), ended)
  }

  mutating func commanded(_ ticket: Int, _ result: CommandResult, _ now: Instant) {
    guard let effect = open.removeValue(forKey: ticket), let hook = effect.hook else { return }
    hooked(effect, HookRecord(hook.name, hook.arguments, result), now)
  }

  mutating func hooked(_ effect: OpenEffect, _ record: HookRecord, _ now: Instant) {
    self.record(effect.lane, effect.began, now, .hook(record))
    close(effect.lane, showing: .hook(record), now)
  }

  mutating func ask(
    _ action: HookAction, _ lane: Int, _ now: Instant
  ) throws(MissingValue) {
    guard let binding = context.target.hooks[action.name] else {
      guard let otherwise = action.otherwise else { throw MissingValue(name: action.name) }
      let value = try lanes[lane].bindings.value(of: otherwise)
      let event = Transcript.Event.hook(
        HookRecord(name: action.name, arguments: .null, outcome: .done, value: value))
      record(lane, now, now, event)
      return close(lane, showing: event, now)
    }
    var arguments = JSONObject()
    for (name, template) in action.arguments {
      arguments[name] = try lanes[lane].bindings.value(of: template)
    }
    ask(action.name, binding, arguments, lane: lane, now)
  }

  mutating func ask(
    _ name: String, _ binding: Target.HookBinding, _ arguments: JSONObject, lane: Int,
    _ now: Instant
  ) {
    let ticket = ticket(lane, now, hook: (name, .object(arguments)))
    let builder = RequestBuilder(context: context, bindings: lanes[lane].bindings)
    switch builder.hookCall(binding, arguments) {
    case .http(let call): effects.append(.exchange(ticket: ticket, call))
    case .command(let words): effects.append(.command(ticket: ticket, words))
    case .missing(let name):
      open[ticket] = nil
      record(lane, now, now, .missing(name))
      end(lane, now)
    }
  }
}

// MARK: - Time

extension VectorRun {
  /// Waits in target time; true when the instant has already come.
  mutating func wait(
    _ action: TimeAction, _ lane: Int, _ now: Instant
  ) throws(MissingValue) -> Bool {
    let until = try lanes[lane].bindings.end(of: action, from: now)
    record(lane, now, now, .passed(until: until))
    guard until > now else { return true }
    guard driver.clock == nil else {
      passOwnTime(until: until, lane, now)
      return false
    }
    let ticket = ticket(lane, now)
    open[ticket]?.isWait = true
    effects.append(.wait(ticket: ticket, until: until))
    return false
  }

  mutating func timeCame(_ ticket: Int, _ now: Instant) {
    guard let effect = open.removeValue(forKey: ticket) else { return }
    lanes[effect.lane].index += 1
    advance(effect.lane, now)
  }
}
