import SDKDriving
import Wire

/// Verso's SDK for iOS as its page describes it ("Mobile apps"), on doubles of sheet and web view.
final class VersoConnect: Sendable {
  let base: String
  let time: StandingClock
  let network: SDKNetwork
  let rules: Rules
  let tell: DriverEventSink
  /// The store of web views that do not keep to themselves.
  let sharedStore = VersoWebView.Store()
  private let login = Locked(VersoLogin?.none)

  init(base: String, time: StandingClock, rules: Rules, tell: @escaping DriverEventSink) {
    self.base = base
    self.time = time
    self.rules = rules
    self.tell = tell
    network = SDKNetwork(time: time)
  }

  /// Presents the login for a link and gives the connection.
  ///
  /// Cancelling the task closes the sheet.
  func present(link: String) async throws(VersoConnectError) -> VersoConnection {
    let login = begin(link)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiting = Locked(CheckedContinuation<VersoLogin.Outcome, Never>?.some(continuation))
        login.start { outcome in
          let first = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
          }
          guard let first else { return self.wasCalledAgain() }
          first.resume(returning: outcome)
        }
      }
    } onCancel: {
      login.close()
    }
    return try outcome.get()
  }

  /// Presents the login for a link; the completion is called once, with one of the two.
  func present(
    link: String, completion: @escaping @Sendable (VersoConnection?, VersoConnectError?) -> Void
  ) {
    begin(link).start { outcome in
      switch outcome {
      case .success(let connection): completion(connection, nil)
      case .failure(let error): completion(nil, self.rules.completionLacksErrors ? nil : error)
      }
    }
  }

  /// The user closes the sheet that is shown.
  func userClosedSheet() {
    login.withLock { $0 }?.close()
  }

  private func begin(_ link: String) -> VersoLogin {
    let origin = rules.followsLinkOrigin ? SDKNetwork.Place(link)?.origin : nil
    let login = VersoLogin(
      VersoLink(url: link),
      api: VersoAPI(base: origin ?? base, network: network, rules: rules), of: self)
    self.login.withLock { $0 = login }
    return login
  }

  /// A completion that is called twice, which the async form must not take twice.
  func wasCalledAgain() {
    let tell = tell
    Task { await tell(.secondOutcome(of: "present")) }
  }
}
