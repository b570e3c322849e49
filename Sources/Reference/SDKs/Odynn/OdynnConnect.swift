import SDKDriving
import StrictJSON
import Wire

/// Odynn's SDK for iOS as its page describes it ("Native SDK — iOS"): the entry object.
final class OdynnConnect: Sendable {
  let transport: OdynnTransport
  let time: StandingClock
  let rules: Rules
  let tell: DriverEventSink
  private let connects = Locked(0)

  init(base: String, time: StandingClock, rules: Rules, tell: @escaping DriverEventSink) {
    transport = OdynnTransport(base: base, network: SDKNetwork(time: time))
    self.time = time
    self.rules = rules
    self.tell = tell
  }

  /// Makes a worker and mounts its web view into the controller.
  func worker() async -> OdynnWorker {
    if rules.mountsWebView { await tell(DriverEvent("webview.mounted")) }
    return OdynnWorker(of: self)
  }

  /// Counts the sessions that were connected to since the SDK was made; gives how many before.
  func countConnect() -> Int {
    connects.withLock { count in
      defer { count += 1 }
      return count
    }
  }

  /// Shows something besides the web view, as a careless build does.
  func present(_ what: String) async {
    await tell(DriverEvent("ui.presented", ["what": .string(what)]))
  }
}

extension OdynnConnect {
  /// What the SDK does where a build may go wrong, or where the document leaves a choice.
  struct Rules: Sendable {
    /// When the session is claimed.
    enum Claiming: Sendable, Hashable {
      case atConnect, atAccept
    }

    /// What accept does on a worker that has not connected.
    enum EarlyAccept: Sendable, Hashable {
      case throwing, waiting, returning
    }

    /// What becomes of a sync that failed.
    enum Failing: Sendable, Hashable {
      case throwing, returning, cancelling, hanging
    }

    var mountsWebView = true
    var needsConnectURL = false
    var claiming = Claiming.atConnect
    var swallowsRefusals = false
    var swallowsExpiry = false
    var waitsForFirstDevice = false
    var connectsOnce = false

    var earlyAccept = EarlyAccept.throwing
    var returnsAtPageLoad = false
    /// By the ending's name; what is not there throws.
    var failing: [String: Failing] = [:]
    var cancelled: CallError? = .cancellation
    var closesWhenCancelled = false

    var keepsItself = false
    var closeReleases = true
    var hangsWhenClosedAgain = false
    var throwsWhenClosedAgain = false
    var showsAlert = false
    var opensBrowser = false
    /// Faults of the server that stand for what the private transport does wrong.
    var serverFaults: [String] = []
  }
}
