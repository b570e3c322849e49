import StrictJSON
import Wire

/// The state of one run: the vectors that run, the clock, and who waits for what.
///
/// Effects are performed elsewhere and reported into one mailbox; this loop takes the reports one by
/// one, so that nothing in it is shared.
struct ScheduleLoop {
  let scheduler: Scheduler
  let vectors: [Vector]
  /// What each vector holds from its start to its end.
  let kinds: [EndKind?]
  var agenda: Agenda
  var clock: TargetClock
  var runs: [Int: VectorRun] = [:]
  var ends: [Int: LeasedEnd] = [:]
  var states: [State]
  /// The vectors that have been performed and not yet judged.
  var unjudged: [(vector: Int, transcript: Transcript)] = []
  /// Whether some are being judged.
  var isJudging = false
  var move: Move?
  /// The instant of a running clock at which the loop is woken next.
  var alarm: Instant?
  var unfinished: Int
  let reports = Mailbox<Report>()

  /// What is known of one vector so far.
  struct State {
    var attempt = 0
    var edges = 0
    var begun: Instant?
    var record: Scheduler.Record?
    var transcripts: [Transcript] = []
    var judgement: Judgement?
  }

  /// An advance of the target's clock that is under way.
  struct Move {
    var to: Instant
    var by: TimeSpan
    var attempts: Int
  }

  /// What is reported of an effect.
  enum Report: Sendable {
    case input(vector: Int, attempt: Int, VectorRun.Input)
    case judged([(vector: Int, Judgement)])
    case moved(HookRecord)
    case delivery(Delivery)
    case wake
    case leased(vector: Int, attempt: Int, Result<LeasedEnd, EndFailure>)
  }

  typealias Group = DiscardingTaskGroup
  /// Told of every vector as it ends.
  typealias Progress = @Sendable (Scheduler.Record) -> Void

  init(_ scheduler: Scheduler, _ vectors: [Vector]) {
    self.scheduler = scheduler
    self.vectors = vectors
    kinds = vectors.map(\.endKind)
    agenda = Agenda(
      count: vectors.count, width: scheduler.options.width,
      holding: Set(kinds.indices.filter { [kinds] in kinds[$0] != nil }),
      leases: scheduler.options.leases)
    let stands = scheduler.context.target.clock?.stands ?? false
    clock = TargetClock(wall: scheduler.ports.now(), stands: stands)
    states = vectors.map { _ in State() }
    unfinished = vectors.count
  }

  mutating func run(_ progress: Progress) async -> [Scheduler.Record] {
    let reports = self.reports
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        listen(&group)
        await readClock()
        await subscribe(progress)
        startAll(&group, progress)
        judgeFinished(&group)
        moveClock(&group)
        while unfinished > 0, !Task.isCancelled {
          for report in await reports.take() { take(report, &group, progress) }
          startAll(&group, progress)
          judgeFinished(&group)
          moveClock(&group)
        }
        group.cancelAll()
        ends.values.forEach { $0.giveBack() }
      }
    } onCancel: {
      reports.put(.wake)
    }
    giveBackUntaken()
    return vectors.indices.map { states[$0].record ?? interrupted($0) }
  }

  func interrupted(_ vector: Int) -> Scheduler.Record {
    var judgement = states[vector].judgement ?? Judgement()
    judgement.couldNotRun.append("the run was interrupted")
    return record(vector, judgement)
  }

  func record(_ vector: Int, _ judgement: Judgement) -> Scheduler.Record {
    let state = states[vector]
    let now = scheduler.ports.now()
    return Scheduler.Record(
      vector: vectors[vector], transcripts: state.transcripts, judgement: judgement,
      seconds: state.begun.map { (now - $0).inSeconds } ?? 0)
  }

  func listen(_ group: inout Group) {
    let deliveries = scheduler.ports.deliveries
    let reports = self.reports
    group.addTask {
      for await delivery in deliveries { reports.put(.delivery(delivery)) }
    }
  }
}

// MARK: - Webhooks

extension ScheduleLoop {
  /// Subscribes our inbox to the target's webhooks, once for the whole run; when that fails, the
  /// vectors that watch for webhooks end with the reason.
  mutating func subscribe(_ progress: Progress) async {
    let watching = vectors.indices.filter { vectors[$0].usesWebhooks }
    guard !watching.isEmpty, let url = scheduler.ports.inbox,
      let binding = scheduler.context.target.hooks[Self.subscribeHook]
    else { return }
    let asking = RunHook(name: Self.subscribeHook, scheduler: scheduler)
    let record = await asking.ask(binding, ["url": .string(url)])
    guard record.outcome != .done else { return }
    let reason =
      """
      the hook \(Self.subscribeHook) did not subscribe our inbox: \
      \(record.message ?? record.outcome.rawValue)
      """
    for vector in watching {
      var judgement = Judgement()
      if record.outcome == .failed {
        judgement.harnessErrors.append(reason)
      } else {
        judgement.couldNotRun.append(reason)
      }
      agenda.drop(vector)
      end(vector, judgement, progress)
    }
  }

  private static let subscribeHook = "webhook.subscribe"

  mutating func end(_ vector: Int, _ judgement: Judgement, _ progress: Progress) {
    runs[vector] = nil
    ends.removeValue(forKey: vector)?.giveBack()
    agenda.end(vector)
    unfinished -= 1
    let record = record(vector, judgement)
    states[vector].record = record
    progress(record)
  }
}

// MARK: - Vectors

extension ScheduleLoop {
  /// Starts what can be started; nothing while the clock is being moved, since what a vector sees of
  /// it would then lie on either side.
  mutating func startAll(_ group: inout Group, _ progress: Progress) {
    guard move == nil else { return }
    while let vector = agenda.start() {
      states[vector].attempt += 1
      states[vector].begun = states[vector].begun ?? scheduler.ports.now()
      runs[vector] = VectorRun(
        vectors[vector], context: scheduler.context, seed: scheduler.options.seed,
        attempt: states[vector].attempt)
      guard let kind = kinds[vector] else {
        step(vector, .started, &group, progress)
        continue
      }
      lease(vectors[vector].order(kind, scheduler.context), vector, &group)
    }
  }

  mutating func step(
    _ vector: Int, _ input: VectorRun.Input, _ group: inout Group, _ progress: Progress
  ) {
    guard var run = runs.removeValue(forKey: vector) else { return }
    let effects = run.next(input, clock: clock, wall: scheduler.ports.now())
    runs[vector] = run
    if run.isOnlyWaiting { agenda.release(vector) }
    for effect in effects { perform(effect, of: vector, &group, progress) }
  }

  mutating func perform(
    _ effect: VectorRun.Effect, of vector: Int, _ group: inout Group, _ progress: Progress
  ) {
    let ports = scheduler.ports
    switch effect {
    case .exchange(let ticket, let call):
      send(call, ticket, vector, &group)
    case .command(let ticket, let words):
      report(vector, &group) { .commanded(ticket: ticket, await ports.command(words)) }
    case .deadline(let ticket, let span, let drains):
      let drain = drains ? drainCall() : nil
      report(vector, &group) {
        await ports.sleep(span)
        if let drain { _ = await Self.drained(drain, ports) }
        return .expired(ticket: ticket)
      }
    case .end(let ticket, let request):
      ask(request, ticket, vector)
    case .wait(let ticket, let until):
      wait(.init(vector: vector, ticket: ticket, until: until), &group)
    case .settle:
      agenda.release(vector)
      settle(vector, &group)
    case .finish:
      finish(vector)
    }
  }

  func send(_ call: HTTPCall, _ ticket: Int, _ vector: Int, _ group: inout Group) {
    let ports = scheduler.ports
    let reports = self.reports
    let attempt = states[vector].attempt
    let isSent = ports.submit(call) { exchange in
      reports.put(
        .input(vector: vector, attempt: attempt, .exchanged(ticket: ticket, exchange)))
    }
    guard !isSent else { return }
    report(vector, &group) { .exchanged(ticket: ticket, await ports.exchange(call)) }
  }

  func report(
    _ vector: Int, _ group: inout Group,
    _ effect: @escaping @Sendable () async -> VectorRun.Input
  ) {
    let reports = self.reports
    let attempt = states[vector].attempt
    group.addTask {
      reports.put(.input(vector: vector, attempt: attempt, await effect()))
    }
  }

  /// Takes a vector that has been performed out of the loop; it is judged with others, elsewhere.
  mutating func finish(_ vector: Int) {
    guard let run = runs.removeValue(forKey: vector) else { return }
    ends.removeValue(forKey: vector)?.giveBack()
    agenda.end(vector)
    unjudged.append((vector, run.transcript))
  }

  mutating func take(_ report: Report, _ group: inout Group, _ progress: Progress) {
    switch report {
    case .input(let vector, let attempt, let input):
      guard states[vector].attempt == attempt, runs[vector] != nil else { return }
      if case .exchanged(_, let exchange) = input { calibrate(exchange) }
      step(vector, input, &group, progress)
    case .judged(let batch):
      isJudging = false
      for (vector, judgement) in batch { judged(vector, judgement, progress) }
    case .moved(let record):
      moved(record, &group, progress)
    case .delivery(let delivery):
      deliver(delivery, &group, progress)
    case .wake:
      break
    case .leased(let vector, let attempt, let result):
      leased(vector, attempt, result, &group, progress)
    }
  }

  mutating func deliver(
    _ delivery: Delivery, _ group: inout Group, _ progress: Progress
  ) {
    for vector in runs.keys.sorted() where vectors[vector].usesWebhooks {
      step(vector, .delivered(delivery), &group, progress)
    }
  }

  /// Waits until no webhook can be on its way: until the target's queue is empty where it says so,
  /// else for its grace.
  func settle(_ vector: Int, _ group: inout Group) {
    let ports = scheduler.ports
    let grace = scheduler.context.target.webhooks.grace
    let patience = scheduler.context.target.webhooks.patience
    let end = ends[vector]
    let isDriven = kinds[vector] == .driver
    let delay = isDriven ? (runs[vector]?.delayOfOpenAnswers ?? .zero) : nil
    let awaitsWebhooks = vectors[vector].usesWebhooks || end == nil
    let drain = drainCall()
    report(vector, &group) {
      await end?.settle(ports, delay, pageAtMost: patience)
      guard awaitsWebhooks else { return .settled }
      if let drain, await Self.drained(drain, ports) { return .settled }
      await ports.sleep(grace)
      return .settled
    }
  }

  /// Whether the target says that no webhook of it is on its way; what arrived before its answer has
  /// been told by then, since both come over one executor.
  private static func drained(_ call: HTTPCall, _ ports: Ports) async -> Bool {
    let exchange = await ports.exchange(call)
    await Task.yield()
    return exchange.response?.status == 200
  }

  func drainCall() -> HTTPCall? {
    let builder = RequestBuilder(
      context: scheduler.context, bindings: scheduler.context.parameters)
    guard let binding = scheduler.context.target.hooks[Target.drainHook],
      case .http(let call) = builder.hookCall(binding, [:])
    else { return nil }
    return call
  }
}

// MARK: - Ends

extension ScheduleLoop {
  func lease(_ order: EndOrder, _ vector: Int, _ group: inout Group) {
    let reports = self.reports
    let attempt = states[vector].attempt
    let lease = scheduler.ports.lease
    group.addTask {
      let result = await lease(order) { event in
        reports.put(.input(vector: vector, attempt: attempt, .happened(event)))
      }
      let isTold = reports.put(.leased(vector: vector, attempt: attempt, result))
      if !isTold, case .success(let end) = result { end.giveBack() }
    }
  }

  /// Gives back what was leased when the run had been interrupted, and nobody took any more.
  func giveBackUntaken() {
    for report in reports.close() {
      if case .leased(_, _, .success(let end)) = report { end.giveBack() }
    }
  }

  mutating func leased(
    _ vector: Int, _ attempt: Int, _ result: Result<LeasedEnd, EndFailure>, _ group: inout Group,
    _ progress: Progress
  ) {
    switch result {
    case .success(let end):
      guard states[vector].attempt == attempt, runs[vector] != nil else { return end.giveBack() }
      ends[vector] = end
      step(vector, .leased(end.about), &group, progress)
    case .failure(let failure):
      step(vector, .notLeased(failure.description), &group, progress)
    }
  }

  func ask(_ request: EndRequest, _ ticket: Int, _ vector: Int) {
    let reports = self.reports
    let attempt = states[vector].attempt
    ends[vector]?.submit(request) { reply in
      reports.put(.input(vector: vector, attempt: attempt, .replied(ticket: ticket, reply)))
    }
  }
}
