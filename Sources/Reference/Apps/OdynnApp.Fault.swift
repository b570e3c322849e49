extension OdynnApp {
  /// What can be wrong with an app that links loyalty accounts.
  enum Fault: String, AppFault {
    case closesBeforeCancelling = "close-before-cancel"
    case leavesWithoutClosing = "no-close-after-backing-out"
    case releasesBeforeCancelling = "release-before-cancel"
    case alertsOnCancellation = "alert-on-cancellation"
    case makesAWorkerPerRender = "worker-per-render"
    case dropsTheWorker = "worker-not-held"
    case acceptsOnMain = "accept-on-main"
    case hasTheKey = "key-in-the-app"
    case passesOnTheWholeSession = "whole-session-to-the-app"
    case persistsTheID = "id-persisted"
    case logsTheID = "id-logged"
    case reusesTheID = "id-reused"
    case mintsAtLaunch = "session-before-the-tap"
    case dismissesBeforeCompleting = "dismissal-before-completion"
    case hidesConnectFailures = "silent-connect-failure"
    case hidesAcceptFailures = "silent-accept-failure"
    case acceptsAgain = "accept-again-after-network-loss"
    case showsTheStalledSession = "qr-of-the-stalled-session"
    case racesTheQR = "qr-beside-the-embed"
    case readsBeforeTheWebhook = "data-before-the-webhook"
    case readsTheStalledSession = "data-of-the-stalled-session"

    var clauses: [String] {
      switch self {
      case .closesBeforeCancelling, .leavesWithoutClosing:
        ["sdk.teardown-order", "sdk.teardown-captures-worker"]
      case .releasesBeforeCancelling: ["sdk.teardown-order"]
      case .alertsOnCancellation: ["app.ux-cancel-silent"]
      case .makesAWorkerPerRender: ["sdk.swiftui-once"]
      case .dropsTheWorker:
        ["app.strong-reference", "sdk.teardown-order", "sdk.teardown-captures-worker"]
      case .acceptsOnMain: ["app.accept-in-task"]
      case .hasTheKey: ["app.key-on-backend"]
      case .passesOnTheWholeSession: ["app.return-only-id"]
      case .persistsTheID, .logsTheID: ["app.no-persist"]
      case .reusesTheID:
        ["app.no-reuse", "app.ux-connect-failure", "app.network-retry-fresh", "sdk.swiftui-once"]
      case .mintsAtLaunch: ["app.create-at-intent"]
      case .dismissesBeforeCompleting: ["app.completion-then-dismiss"]
      case .hidesConnectFailures: ["app.ux-connect-failure"]
      case .hidesAcceptFailures: ["app.ux-accept-failure"]
      case .acceptsAgain: ["app.network-retry-fresh"]
      case .showsTheStalledSession: ["app.fallback-fresh"]
      case .racesTheQR: ["app.fallback-serial"]
      case .readsBeforeTheWebhook: ["app.prefer-webhook"]
      case .readsTheStalledSession: ["app.prefer-webhook", "app.read-completed-id"]
      }
    }

    var about: String {
      switch self {
      case .closesBeforeCancelling: "The teardown closes first, then cancels and lets go."
      case .leavesWithoutClosing: "When the user backs out the worker is never closed."
      case .releasesBeforeCancelling: "The teardown lets go of the worker, then cancels accept()."
      case .alertsOnCancellation: "The expected cancellation is shown to the user as an error."
      case .makesAWorkerPerRender: "Every render of the view makes a worker."
      case .dropsTheWorker: "The worker is held in a local variable and gone after connect()."
      case .acceptsOnMain: "The main thread waits for accept()."
      case .hasTheKey: "The app calls the API itself and logs the key."
      case .passesOnTheWholeSession: "The backend passes the whole session on to the app."
      case .persistsTheID: "The session id is stored in the user defaults."
      case .logsTheID: "The session id is written to the log."
      case .reusesTheID: "A retry connects to the session of the failed attempt."
      case .mintsAtLaunch: "The session is minted when the app starts."
      case .dismissesBeforeCompleting: "The screen goes before the completion is reported."
      case .hidesConnectFailures: "A failed connect() leaves an empty screen."
      case .hidesAcceptFailures: "A failed accept() leaves an empty screen."
      case .acceptsAgain: "After a lost connection the app accepts once more on the same session."
      case .showsTheStalledSession: "The QR code is that of the attempt that stalled."
      case .racesTheQR: "The QR code is shown while the embedded attempt still runs."
      case .readsBeforeTheWebhook: "The data are read as soon as the device reports completion."
      case .readsTheStalledSession: "After the fallback the data of the stalled session are read."
      }
    }

    var scenario: Scenario {
      switch self {
      case .closesBeforeCancelling, .leavesWithoutClosing, .releasesBeforeCancelling,
        .alertsOnCancellation:
        .backsOut
      case .reusesTheID, .hidesConnectFailures: .retriesAFailedConnect
      case .hidesAcceptFailures: .signInTimesOut
      case .acceptsAgain: .retriesAfterNetworkLoss
      case .showsTheStalledSession, .racesTheQR, .readsTheStalledSession: .fallsBackToQR
      default: .completes
      }
    }
  }
}
