import StrictJSON
import Wire

extension OdynnServer.State {
  /// Ends every session whose time is up; a deadline itself is already too late.
  mutating func runTimers(now: WireInstant) {
    for key in live.sorted() {
      guard var session = sessions[key], let ending = ending(of: session, now: now) else {
        continue
      }
      end(&session, ending, now: now)
    }
  }

  private func ending(of session: OdynnServer.Session, now: WireInstant) -> OdynnServer.Ending? {
    switch session.phase {
    case .pending: isDue(session.expiresAt, now) ? .expired : nil
    case .claimed:
      if isDue(session.failsAt, now) {
        .authTimeout
      } else {
        rules.arrivalTimer == .firesAfterClaim && isDue(session.expiresAt, now) ? .expired : nil
      }
    case .ended: nil
    }
  }

  private func isDue(_ deadline: WireInstant?, _ now: WireInstant) -> Bool {
    deadline.map { $0 <= now } ?? false
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
