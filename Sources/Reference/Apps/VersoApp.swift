import TraceRecorder

/// An app that connects a user's account at a provider through Verso's sheet.
final class VersoApp: ScriptedApp {
  static let contract = "verso-connect"
  static let source = "Notewell 3.0"

  enum Scenario: String, CaseIterable {
    case connects
    case tapsAgainAfterClosing = "taps-again-after-closing"
    case retriesAnExpiredLink = "retries-an-expired-link"
    case retriesAfterNetworkLoss = "retries-after-network-loss"
  }

  /// How the SDK ends a presentation.
  private enum Outcome {
    case connected, cancelled, expired, offline
  }

  private let run: AppRun<Fault, Variant>
  /// Links that the backend has yet to sign.
  private var backend = ["eyJhbGciOi.eyJqdGkiOjE.k3w1", "eyJhbGciOi.eyJqdGkiOjI.q9zr"]
  private var link = ""
  private var hasConsent = false

  init(_ run: AppRun<Fault, Variant>) { self.run = run }

  func play(_ scenario: Scenario) {
    switch scenario {
    case .connects: tap(.connected)
    case .tapsAgainAfterClosing:
      tap(.cancelled)
      tap(.connected)
    case .retriesAnExpiredLink:
      tap(.expired)
      retry(keepingLink: run.slips(.retriesWithTheStaleLink))
    case .retriesAfterNetworkLoss:
      tap(.offline)
      retry(keepingLink: run.slips(.retriesWithTheLostLink))
    }
  }

  private func tap(_ outcome: Outcome) {
    run.record("user.tap", run.differs(.carriesOtherMembers) ? ["screen": "accounts"] : [:])
    let isRemembered = hasConsent && run.differs(.remembersConsent)
    if !run.slips(.asksForConsentLate), !isRemembered { consent() }
    if link.isEmpty || !run.slips(.keepsTheLink) { fetchLink() }
    present(outcome)
  }

  private func retry(keepingLink: Bool) {
    run.pause(1_700)
    run.record("retry.tapped")
    if !keepingLink { fetchLink() }
    present(.connected)
  }

  private func consent() {
    run.pause(2_200)
    run.record("consent.given")
    hasConsent = true
  }

  private func fetchLink() {
    run.pause(310)
    link = "https://connect.verso.example/start?token=" + backend.removeFirst()
    if run.slips(.hasTheSecretInTheLink) { link += "&appSecret=vs_live_81c0" }
    if !run.slips(.signsItself) { run.record("link.received", ["url": .text(link)]) }
  }

  private func present(_ outcome: Outcome) {
    let presented = run.slips(.altersTheLink) ? link + "&utm_source=app" : link
    run.record("present.called", ["link": .text(presented)])
    if run.slips(.asksForConsentLate) { consent() }
    run.pause(23_000)
    switch outcome {
    case .connected: run.record("present.returned", ["connectionId": "con_51f0a2"])
    case .cancelled: threw("cancelled", status: .null)
    case .expired: threw("rejected", status: 401)
    case .offline: threw("network", status: .null)
    }
  }

  private func threw(_ kind: String, status: TraceValue) {
    run.record("present.threw", ["kind": .text(kind), "status": status])
  }
}
