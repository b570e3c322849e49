import StrictJSON
import Wire

/// The state of one run: the vectors that run, the clock, and who waits for what.
///
/// Effects are performed by child tasks, which report into one stream; this loop takes the reports
/// one by one, so that nothing in it is shared.
struct ScheduleLoop {
  let scheduler: Scheduler
  private let vectors: [Vector]
  private var agenda: Agenda
  var clock: TargetClock
  private var runs: [Int: VectorRun] = [:]
  private var ends: [Int: LeasedEnd] = [:]
  private var states: [State]
  /// The vectors that have been performed and not yet judged.
  private var unjudged: [(vector: Int, transcript: Transcript)] = []
  private var move: Move?
  private var unfinished: Int
  private let reports: AsyncStream<Report>
  private let reporter: AsyncStream<Report>.Continuation

  /// What is known of one vector so far.
  private struct State {
    var attempt = 0
    var edges = 0
    var begun: Instant?
    var record: Scheduler.Record?
    var transcripts: [Transcript] = []
    var judgement: Judgement?
  }

  /// An advance of the target's clock that is under way.
  private struct Move {
    var to: Instant
    var by: TimeSpan
    var attempts: Int
  }

  /// What a child task reports.
  private enum Report: Sendable {
    case input(vector: Int, attempt: Int, VectorRun.Input)
    case judged([(vector: Int, Judgement)])
    case moved(HookRecord)
    case delivery(Delivery)
    case wake
    case leased(vector: Int, attempt: Int, Result<LeasedEnd, EndFailure>)
  }

  private typealias Group = DiscardingTaskGroup
  /// Told of every vector as it ends.
  typealias Progress = @Sendable (Scheduler.Record) -> Void

  init(_ scheduler: Scheduler, _ vectors: [Vector]) {
    self.scheduler = scheduler
    self.vectors = vectors
    agenda = Agenda(
      count: vectors.count, width: scheduler.options.width,
      holding: Set(vectors.indices.filter { vectors[$0].endKind != nil }),
      leases: scheduler.options.leases)
    let stands = scheduler.context.target.clock?.stands ?? false
    clock = TargetClock(wall: scheduler.ports.now(), stands: stands)
    states = vectors.map { _ in State() }
    unfinished = vectors.count
    (reports, reporter) = AsyncStream.makeStream(of: Report.self)
  }

  mutating func run(_ progress: Progress) async -> [Scheduler.Record] {
    let reporter = self.reporter
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        listen(&group)
        await readClock()
        await subscribe(progress)
        startAll(&group, progress)
        moveClock(&group)
        var arriving = reports.makeAsyncIterator()
        while unfinished > 0, let report = await arriving.next(), !Task.isCancelled {
          take(report, &group, progress)
          startAll(&group, progress)
          judgeFinished(&group)
          moveClock(&group)
        }
        group.cancelAll()
        ends.values.forEach { $0.giveBack() }
      }
    } onCancel: {
      reporter.yield(.wake)
    }
    return vectors.indices.map { states[$0].record ?? interrupted($0) }
  }

  private func interrupted(_ vector: Int) -> Scheduler.Record {
    var judgement = states[vector].judgement ?? Judgement()
    judgement.couldNotRun.append("the run was interrupted")
    return record(vector, judgement)
  }

  private func record(_ vector: Int, _ judgement: Judgement) -> Scheduler.Record {
    let state = states[vector]
    let now = scheduler.ports.now()
    return Scheduler.Record(
      vector: vectors[vector], transcripts: state.transcripts, judgement: judgement,
      seconds: state.begun.map { (now - $0).inSeconds } ?? 0)
  }

  private func listen(_ group: inout Group) {
    let deliveries = scheduler.ports.deliveries
    let reporter = self.reporter
    group.addTask {
      for await delivery in deliveries { reporter.yield(.delivery(delivery)) }
    }
  }
}

// MARK: - Webhooks

extension ScheduleLoop {
  /// Subscribes our inbox to the target's webhooks, once for the whole run; when that fails, the
  /// vectors that watch for webhooks end with the reason.
  private mutating func subscribe(_ progress: Progress) async {
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

  private mutating func end(_ vector: Int, _ judgement: Judgement, _ progress: Progress) {
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
  private mutating func startAll(_ group: inout Group, _ progress: Progress) {
    while let vector = agenda.start() {
      states[vector].attempt += 1
      states[vector].begun = states[vector].begun ?? scheduler.ports.now()
      runs[vector] = VectorRun(
        vectors[vector], context: scheduler.context, seed: scheduler.options.seed,
        attempt: states[vector].attempt)
      guard let kind = vectors[vector].endKind else {
        step(vector, .started, &group, progress)
        continue
      }
      lease(vectors[vector].order(kind, scheduler.context), vector, &group)
    }
  }

  private mutating func step(
    _ vector: Int, _ input: VectorRun.Input, _ group: inout Group, _ progress: Progress
  ) {
    guard var run = runs.removeValue(forKey: vector) else { return }
    let effects = run.next(input, clock: clock, wall: scheduler.ports.now())
    runs[vector] = run
    if run.isOnlyWaiting { agenda.release(vector) }
    for effect in effects { perform(effect, of: vector, &group, progress) }
  }

  private mutating func perform(
    _ effect: VectorRun.Effect, of vector: Int, _ group: inout Group, _ progress: Progress
  ) {
    let ports = scheduler.ports
    switch effect {
    case .exchange(let ticket, let call):
      report(vector, &group) { .exchanged(ticket: ticket, await ports.exchange(call)) }
    case .command(let ticket, let words):
      report(vector, &group) { .commanded(ticket: ticket, await ports.command(words)) }
    case .deadline(let ticket, let span):
      report(vector, &group) {
        await ports.sleep(span)
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

  private func report(
    _ vector: Int, _ group: inout Group,
    _ effect: @escaping @Sendable () async -> VectorRun.Input
  ) {
    let reporter = self.reporter
    let attempt = states[vector].attempt
    group.addTask {
      reporter.yield(.input(vector: vector, attempt: attempt, await effect()))
    }
  }

  /// Takes a vector that has been performed out of the loop; it is judged with others, elsewhere.
  private mutating func finish(_ vector: Int) {
    guard let run = runs.removeValue(forKey: vector) else { return }
    ends.removeValue(forKey: vector)?.giveBack()
    agenda.end(vector)
    unjudged.append((vector, run.transcript))
  }

  private mutating func take(_ report: Report, _ group: inout Group, _ progress: Progress) {
    switch report {
    case .input(let vector, let attempt, let input):
      guard states[vector].attempt == attempt, runs[vector] != nil else { return }
      if case .exchanged(_, let exchange) = input { calibrate(exchange) }
      step(vector, input, &group, progress)
    case .judged(let batch):
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

  private mutating func deliver(
    _ delivery: Delivery, _ group: inout Group, _ progress: Progress
  ) {
    for vector in runs.keys.sorted() where vectors[vector].usesWebhooks {
      step(vector, .delivered(delivery), &group, progress)
    }
  }

  /// Waits until no webhook can be on its way: until the target's queue is empty where it says so,
  /// else for its grace.
  private func settle(_ vector: Int, _ group: inout Group) {
    let ports = scheduler.ports
    let grace = scheduler.context.target.webhooks.grace
    let end = ends[vector]
    let delay = vectors[vector].endKind == .driver ? vectors[vector].longestDelay : nil
    let awaitsWebhooks = vectors[vector].usesWebhooks || end == nil
    let drain = drainCall()
    report(vector, &group) {
      await end?.settle(ports, delay, pageAtMost: grace)
      guard awaitsWebhooks else { return .settled }
      if let drain, await ports.exchange(drain).response?.status == 200 { return .settled }
      await ports.sleep(grace)
      return .settled
    }
  }

  private func drainCall() -> HTTPCall? {
    let builder = RequestBuilder(
      context: scheduler.context, bindings: scheduler.context.parameters)
    guard let binding = scheduler.context.target.hooks[Target.drainHook],
      case .http(let call) = builder.hookCall(binding, [:])
    else { return nil }
    return call
  }
}

// MARK: - Judging

extension ScheduleLoop {
  /// How many vectors are judged at once, off the loop's own thread, so that it has time to send.
  private static let batchSize = 16

  /// Has what was performed judged: a batch at a time while others still run, else all of it.
  private mutating func judgeFinished(_ group: inout Group) {
    guard unjudged.count >= Self.batchSize || (agenda.isQuiet && !unjudged.isEmpty) else { return }
    let batch = unjudged
    unjudged = []
    for (vector, transcript) in batch { states[vector].transcripts.append(transcript) }
    let context = scheduler.context
    let reporter = self.reporter
    let vectors = self.vectors
    group.addTask(executorPreference: globalConcurrentExecutor) {
      let judgements = batch.map { vector, transcript in
        (vector: vector, judge(transcript, of: vectors[vector], in: context))
      }
      reporter.yield(.judged(judgements))
    }
  }

  /// Ends a vector with what was found, or has it performed again.
  private mutating func judged(_ vector: Int, _ judgement: Judgement, _ progress: Progress) {
    if judgement.edge != nil, states[vector].edges + 1 < scheduler.options.edgeAttempts {
      states[vector].edges += 1
      states[vector].transcripts.removeLast()
      return agenda.restart(vector)
    }
    let merged = states[vector].judgement.map { $0.merged(with: judgement) } ?? judgement
    states[vector].judgement = merged
    if states[vector].transcripts.count < vectors[vector].repetitions, merged.findings.isEmpty {
      return agenda.restart(vector)
    }
    end(vector, merged, progress)
  }
}

// MARK: - Ends

extension ScheduleLoop {
  private func lease(_ order: EndOrder, _ vector: Int, _ group: inout Group) {
    let reporter = self.reporter
    let attempt = states[vector].attempt
    let lease = scheduler.ports.lease
    group.addTask {
      let result = await lease(order) { event in
        reporter.yield(.input(vector: vector, attempt: attempt, .happened(event)))
      }
      reporter.yield(.leased(vector: vector, attempt: attempt, result))
    }
  }

  private mutating func leased(
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

  private func ask(_ request: EndRequest, _ ticket: Int, _ vector: Int) {
    let reporter = self.reporter
    let attempt = states[vector].attempt
    ends[vector]?.submit(request) { reply in
      reporter.yield(.input(vector: vector, attempt: attempt, .replied(ticket: ticket, reply)))
    }
  }
}

// MARK: - Time

extension ScheduleLoop {
  private mutating func wait(_ wait: Agenda.Wait, _ group: inout Group) {
    agenda.wait(wait)
    guard scheduler.context.target.clock == nil else { return }
    let span = wait.until - clock.time(at: scheduler.ports.now())
    let ports = scheduler.ports
    let reporter = self.reporter
    group.addTask {
      await ports.sleep(span)
      reporter.yield(.wake)
    }
  }

  /// Wakes the vectors whose time has come; moves the clock when all that are left wait for it.
  private mutating func moveClock(_ group: inout Group) {
    let now = clock.time(at: scheduler.ports.now())
    for wait in agenda.due(now) {
      agenda.resume(wait.vector)
      reporter.yield(
        .input(
          vector: wait.vector, attempt: states[wait.vector].attempt, .timeCame(ticket: wait.ticket))
      )
    }
    guard move == nil, let binding = scheduler.context.target.clock?.advance,
      let until = agenda.nextMove
    else { return }
    advance(
      binding, Move(to: until, by: (until - now).roundedUpToMilliseconds, attempts: 1), &group)
  }

  private mutating func advance(
    _ binding: Target.HookBinding, _ next: Move, _ group: inout Group
  ) {
    move = next
    let arguments: JSONObject = ["seconds": .number(next.by.jsonSeconds)]
    let asking = RunHook(name: "clock.advance", scheduler: scheduler)
    let reporter = self.reporter
    let ends = ends.values.filter(\.about.hasClock)
    group.addTask {
      let record = await asking.ask(binding, arguments)
      for end in ends where record.outcome == .done { await end.advance(by: next.by) }
      reporter.yield(.moved(record))
    }
  }

  private mutating func moved(_ record: HookRecord, _ group: inout Group, _ progress: Progress) {
    guard let done = move else { return }
    move = nil
    guard record.outcome == .done else { return fail(record, progress) }
    let wall = scheduler.ports.now()
    let said = record.value?["now"]?.string.flatMap { Instant(rfc3339: $0) }
    clock.advance(by: done.by, saying: said, wall: wall)
    let now = clock.time(at: wall)
    guard now < done.to, let binding = scheduler.context.target.clock?.advance else { return }
    guard done.attempts < 4 else {
      let short = HookRecord(
        name: record.name, arguments: record.arguments, outcome: .failed, value: record.value,
        message: "the clock says \(now) after it was asked to reach \(done.to)")
      return fail(short, progress)
    }
    let rest = (done.to - now).roundedUpToSeconds
    advance(binding, Move(to: done.to, by: rest, attempts: done.attempts + 1), &group)
  }

  /// A clock that cannot be moved ends every vector that waits for it.
  private mutating func fail(_ record: HookRecord, _ progress: Progress) {
    let reason = "the clock could not be moved: \(record.message ?? record.outcome.rawValue)"
    let waiting = Set(agenda.due(Instant(nanoseconds: .max)).map(\.vector))
    for vector in waiting.sorted() {
      var judgement = states[vector].judgement ?? Judgement()
      judgement.harnessErrors.append(reason)
      end(vector, judgement, progress)
    }
  }
}
