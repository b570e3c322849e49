extension CheggoutApp {
  /// What can be wrong with a bank's app.
  enum Fault: String, AppFault {
    case mintsItsSession = "mints-its-session"
    case hasThePrivateKey = "private-key-in-the-app"
    case launchesOnAnEmptySession = "launch-on-empty-session"
    case launchesAfterAFailedCall = "launch-after-failed-call"
    case failsInSilence = "fails-in-silence"
    case launchesForAnotherUser = "launch-for-another-user"
    case usesAnotherChannel = "another-channel"
    case sendsAccessInfo = "access-info-sent"
    case logsTheRawSession = "logs-raw-session"
    case logsNothing = "logs-nothing"
    case holdsItInALocal = "local-instance"
    case secondInstance = "second-instance"
    case relaunchesWithTheOldSession = "old-session-on-relaunch"
    case unwrapsTheResult = "unwraps-the-result"
    case waitsForTheSDKToDismiss = "waits-for-the-sdk-to-dismiss"
    case dismissesWithoutClearing = "dismiss-without-clearing"
    case clearsBeforeDismissing = "clear-before-dismissal"
    case dismissesOffMain = "off-main-dismissal"
    case landsHomeAlways = "home-after-ended-session"

    var clauses: [String] {
      switch self {
      case .mintsItsSession: ["session.backend-mints", "fail.host-validates", "life.relaunch"]
      case .hasThePrivateKey: ["session.rsa-key-server"]
      case .launchesOnAnEmptySession:
        ["session.empty-is-failure", "fail.host-validates", "fail.no-launch-on-failed-call"]
      case .launchesAfterAFailedCall: ["fail.no-launch-on-failed-call", "life.relaunch"]
      case .failsInSilence: ["fail.no-launch-on-failed-call"]
      case .launchesForAnotherUser: ["fail.same-virtualId"]
      case .usesAnotherChannel: ["session.channel-match"]
      case .sendsAccessInfo: ["init.accessInfo-nil"]
      case .logsTheRawSession, .logsNothing: ["fail.launch-log"]
      case .holdsItInALocal: ["life.strong-ref"]
      case .secondInstance: ["life.single-instance"]
      case .relaunchesWithTheOldSession: ["life.relaunch"]
      case .unwrapsTheResult:
        ["life.clear-on-exit", "exit.ignore-otherwise", "exit.dismiss-host", "exit.two-duties"]
      case .waitsForTheSDKToDismiss:
        ["exit.ignore-otherwise", "exit.dismiss-host", "exit.two-duties"]
      case .dismissesWithoutClearing: ["life.clear-on-exit", "exit.two-duties"]
      case .clearsBeforeDismissing: ["exit.two-duties"]
      case .dismissesOffMain: ["exit.main-queue"]
      case .landsHomeAlways: ["exit.landing"]
      }
    }

    var about: String {
      switch self {
      case .mintsItsSession: "The app makes up the session and never asks its backend."
      case .hasThePrivateKey: "The app signs the envelope itself and logs with which key."
      case .launchesOnAnEmptySession: "An empty session id is launched like any other."
      case .launchesAfterAFailedCall: "After a failed session call the last session is launched."
      case .failsInSilence: "A failed session call shows the user nothing."
      case .launchesForAnotherUser: "The user is switched between the session call and the launch."
      case .usesAnotherChannel: "The app launches with the channel of another environment."
      case .sendsAccessInfo: "An access token is passed as accessInfo."
      case .logsTheRawSession: "The launch log holds the session id itself."
      case .logsNothing: "A launch leaves no line in the log."
      case .holdsItInALocal: "The instance is held in a local variable."
      case .secondInstance: "A double tap constructs two instances."
      case .relaunchesWithTheOldSession: "The next launch takes the session of the one before."
      case .unwrapsTheResult: "The exit handler unwraps its argument and crashes on nil."
      case .waitsForTheSDKToDismiss: "The exit handler leaves the dismissal to the SDK."
      case .dismissesWithoutClearing: "The exit handler dismisses and keeps the instance."
      case .clearsBeforeDismissing: "The exit handler clears the instance, then dismisses."
      case .dismissesOffMain: "The exit handler dismisses on the queue that it is called on."
      case .landsHomeAlways: "The user lands on the home page although their session has ended."
      }
    }

    var scenario: Scenario {
      switch self {
      case .launchesOnAnEmptySession: .retriesAnEmptySession
      case .launchesAfterAFailedCall: .opensAgainInVain
      case .failsInSilence: .retriesAFailedSession
      case .usesAnotherChannel: .shortForm
      case .secondInstance: .tapsTwice
      case .relaunchesWithTheOldSession: .opensAgain
      case .landsHomeAlways: .endsItsSession
      default: .backsOut
      }
    }
  }
}
