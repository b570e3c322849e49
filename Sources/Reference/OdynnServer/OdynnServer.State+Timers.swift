import StrictJSON
import Wire

extension OdynnServer.State {
  /// Ends every session whose time is up; a deadline itself is already too late.
  mutating func runTimers(now: WireInstant) {
    guard let nextTimer, nextTimer <= now else { return }
    self.nextTimer = nil
    for key in live.sorted() {
      guard var session = sessions[key] else { continue }
      if let ending = ending(of: session, now: now) {
        end(&session, ending, now: now)
      } else {
        store(session)
      }
    }
  }

  /// How a session ends by the timers that are due, the earlier one first; nil when none is.
  private func ending(of session: OdynnServer.Session, now: WireInstant) -> OdynnServer.Ending? {
    let expiresAt = session.expiresAt.flatMap { $0 <= now ? $0 : nil }
    let failsAt = session.failsAt.flatMap { $0 <= now ? $0 : nil }
    guard let expiresAt else { return failsAt == nil ? nil : .authTimeout }
    guard let failsAt else { return .expired }
    return failsAt < expiresAt ? .authTimeout : .expired
  }

  /// Ends a session, drops its connection and announces what is to be announced.
  mutating func end(
    _ session: inout OdynnServer.Session, _ ending: OdynnServer.Ending, now: WireInstant
  ) {
    session.phase = .ended(ending)
    session.isConnected = false
    store(session)
    if rules.announcedEndings.contains(ending) {
      announce(rules.completedType, session, now: now)
    }
  }

  /// Ends a session with a result that is stored before anybody hears of it.
  mutating func complete(
    _ session: inout OdynnServer.Session, _ flow: OdynnServer.Flow, now: WireInstant
  ) {
    let extractedAt = max(now, session.createdAt + .milliseconds(2))
    session.flow = flow
    session.extraction = OdynnServer.Extraction(
      fetchedAt: max(extractedAt - .seconds(2), session.createdAt + .milliseconds(1)),
      extractedAt: extractedAt, readableAt: now + rules.resultDelay)
    if let user = session.userID { accounts[ExactText(user)] = session.id }
    end(&session, .completed, now: now)
  }
}
