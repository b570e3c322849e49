import StrictJSON
import Wire

extension ScheduleLoop {
  mutating func wait(_ wait: Agenda.Wait, _ group: inout Group) {
    agenda.wait(wait)
    guard scheduler.context.target.clock == nil else { return }
    let span = wait.until - clock.time(at: scheduler.ports.now())
    let ports = scheduler.ports
    let reports = self.reports
    group.addTask {
      await ports.sleep(span)
      reports.put(.wake)
    }
  }

  /// Wakes the vectors whose time has come; moves the clock when all that are left wait for it.
  mutating func moveClock(_ group: inout Group) {
    let now = clock.time(at: scheduler.ports.now())
    for wait in agenda.due(now) {
      agenda.resume(wait.vector)
      reports.put(
        .input(
          vector: wait.vector, attempt: states[wait.vector].attempt, .timeCame(ticket: wait.ticket))
      )
    }
    guard move == nil, let binding = scheduler.context.target.clock?.advance else { return }
    guard let until = agenda.nextMove else { return setAlarm(now, &group) }
    advance(
      binding, Move(to: until, by: (until - now).roundedUpToMilliseconds, attempts: 1), &group)
  }

  /// Has the loop woken when a clock that runs by itself comes to the next wait while other vectors
  /// still hold it; waits that are far off are looked at again whenever anything happens.
  private mutating func setAlarm(_ now: Instant, _ group: inout Group) {
    guard scheduler.context.target.clock?.stands == false, let next = agenda.nextWait,
      next > now, next - now <= Self.farthestAlarm, alarm != next
    else { return }
    alarm = next
    let span = (next - now).roundedUpToMilliseconds
    let ports = scheduler.ports
    let reports = self.reports
    group.addTask {
      await ports.sleep(span)
      reports.put(.wake)
    }
  }

  private static let farthestAlarm = TimeSpan.seconds(30)

  mutating func advance(
    _ binding: Target.HookBinding, _ next: Move, _ group: inout Group
  ) {
    move = next
    let arguments: JSONObject = ["seconds": .number(next.by.jsonSeconds)]
    let asking = RunHook(name: "clock.advance", scheduler: scheduler)
    let reports = self.reports
    let ends = ends.values.filter(\.about.hasClock)
    group.addTask {
      let record = await asking.ask(binding, arguments)
      for end in ends where record.outcome == .done { await end.advance(by: next.by) }
      reports.put(.moved(record))
    }
  }

  mutating func moved(_ record: HookRecord, _ group: inout Group, _ progress: Progress) {
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
  mutating func fail(_ record: HookRecord, _ progress: Progress) {
    let reason = "the clock could not be moved: \(record.message ?? record.outcome.rawValue)"
    let waiting = Set(agenda.due(Instant(nanoseconds: .max)).map(\.vector))
    for vector in waiting.sorted() {
      var judgement = states[vector].judgement ?? Judgement()
      judgement.harnessErrors.append(reason)
      end(vector, judgement, progress)
    }
  }
}
