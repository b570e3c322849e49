import SDKDriving
import StrictJSON
import Wire

extension VectorRun {
  mutating func delivered(_ delivery: Delivery, _ clock: TargetClock) {
    let at = clock.time(at: delivery.at)
    transcript.entries.append(.init(step: [], began: at, ended: at, event: .webhook(delivery)))
    arrived(.webhook(delivery), at)
  }

  /// Something came of its own accord: the first watch that it fits takes it.
  mutating func arrived(_ arrival: Arrival, _ now: Instant) {
    arrivals.append((arrival, false))
    for (ticket, effect) in open.sorted(by: { $0.key < $1.key }) {
      guard let watch = effect.watch, let taken = take(watch, effect.lane) else { continue }
      open[ticket] = nil
      record(effect.lane, effect.began, now, .watched(taken))
      close(effect.lane, showing: .watched(taken), now)
      return
    }
  }

  /// Waits for something to come; true when it has come before.
  mutating func await(
    _ watch: WatchAction, _ step: Step, _ lane: Int, _ now: Instant
  ) throws(MissingValue) -> Bool {
    if let name = lanes[lane].bindings.missing(in: watch) { throw MissingValue(name: name) }
    if let taken = take(watch, lane) {
      record(lane, now, now, .watched(taken))
      _ = lanes[lane].bindings.take(step.captures, from: Observation(arrival: taken))
      return true
    }
    let grace = watch.within ?? patience(for: watch)
    let drains = if case .webhook = watch.subject { true } else { false }
    effects.append(
      .deadline(ticket: ticket(lane, now, watch: watch), after: grace, drains: drains))
    return false
  }

  /// How long to wait for what a watch means, when it does not say so itself.
  func patience(for watch: WatchAction) -> TimeSpan {
    switch watch.subject {
    case .message: context.target.page?.timeout ?? Target.PageAccess.standardTimeout
    case .request(let name) where context.contract.page?.requests.contains(name) == true:
      context.target.page?.timeout ?? Target.PageAccess.standardTimeout
    case .event where isDrivenByProgram, .request where isDrivenByProgram:
      min(context.target.vectorDeadline, max(Self.soon, context.target.webhooks.grace))
    case .webhook: context.target.webhooks.grace
    default: context.target.webhooks.patience
    }
  }

  /// How long what a program does at once may take on a busy machine.
  private static let soon = TimeSpan.seconds(5)

  private var isDrivenByProgram: Bool { context.target.driver != nil && !vector.showsPages }

  mutating func take(_ watch: WatchAction, _ lane: Int) -> Arrival? {
    let matcher = WatchMatcher(contract: context.contract, bindings: lanes[lane].bindings)
    guard
      let index = arrivals.firstIndex(where: { !$0.isTaken && matcher.fits(watch, $0.arrival) })
    else { return nil }
    arrivals[index].isTaken = true
    return arrivals[index].arrival
  }

  mutating func expired(_ ticket: Int, _ now: Instant) {
    if ticket == driver.deadline { return becameLate(now) }
    guard !gaveUp(ticket, now) else { return }
    guard let effect = open.removeValue(forKey: ticket) else { return }
    if let watch = effect.watch, watch.isRequired {
      record(effect.lane, effect.began, now, .missing("\(watch.subject)"))
      return end(effect.lane, now)
    }
    let event = Transcript.Event.watched(nil)
    record(effect.lane, effect.began, now, event)
    close(effect.lane, showing: event, now)
  }
}
