import SDKDriving
import StrictJSON

/// Cheggout's SDK for iOS as its page describes it ("Launching the iOS SDK").
///
/// Its class is called CheggoutApp there; here that is the bank's app.
final class CheggoutSDK: Sendable {
  /// What the SDK is launched with: the full form, or the short one with a channel only.
  struct Launch: Sendable {
    var userID: String?
    var sessionInfo: String?
    var payload: JSONObject?
    var channelName: String?
  }

  private let launch: Launch
  private let surface: CheggoutSurface
  private let exitHandler: @Sendable (JSON) async -> Void

  private var rules: Rules { surface.rules }

  /// Presents the SDK; presenting is a side effect of constructing it.
  init(
    _ launch: Launch, on surface: CheggoutSurface,
    exitHandler: @escaping @Sendable (JSON) async -> Void
  ) throws(CallError) {
    self.launch = launch
    self.surface = surface
    self.exitHandler = exitHandler
    if launch.channelName != nil, !surface.rules.hasShortForm { throw Self.crash }
    if launch.channelName == nil {
      if surface.rules.throwsWhenInvalid, launch.sessionInfo?.hasPrefix("chg+") != true {
        throw Self.crash
      }
      if surface.rules.needsPayload, launch.payload == nil { throw Self.crash }
      if surface.rules.needsLanguage, launch.payload?["Language"] == nil { throw Self.crash }
      if surface.rules.needsPushIDAsNumber, launch.payload?["pushnotificationID"] != nil {
        throw Self.crash
      }
    }
    guard surface.rules.presentsAtOnce else { return }
    let options = CheggoutPayload(launch.payload ?? [:], surface.rules)
    surface.time.work { [surface, exitHandler] in
      await surface.tell(DriverEvent("presented"))
      if let channel = launch.channelName {
        let isKnown = CheggoutBackend.issued(surface.rules.channel ?? channel)
        return await surface.show(isKnown ? "home" : "white", nil)
      }
      await Self.open(launch, options, surface, exitHandler)
    }
  }

  deinit {
    let surface = surface
    surface.time.work { await surface.tell(DriverEvent("deallocated")) }
  }

  private static let crash = CallError(kind: "exception", message: "a precondition failed")
}

// MARK: - What the user sees and does

extension CheggoutSDK {
  private static func open(
    _ launch: Launch, _ options: CheggoutPayload, _ surface: CheggoutSurface,
    _ exitHandler: @Sendable (JSON) async -> Void
  ) async {
    let rules = surface.rules
    let isValid = await surface.claim(launch)
    guard isValid || rules.opensAsGuest else {
      await surface.show("white", nil)
      if rules.alertsWhenInvalid { await surface.tell(DriverEvent("alert.shown")) }
      if rules.reportsErrors {
        await surface.tell(DriverEvent("error", ["reason": "INVALID_SESSION"]))
      }
      if rules.exitsWhenInvalid { await exitHandler("INVALID_SESSION") }
      return
    }
    await surface.show(options.startPage, options)
  }

  /// The user goes back.
  func back(from page: String) async {
    let leaves = page == "home" ? rules.exitsOnHomeBack : rules.exitsOnInnerBack
    guard leaves else { return }
    for _ in 0..<rules.exitsPerExit { await exitHandler(rules.emptyResult) }
  }

  /// A deep payment ends.
  func finishPayment() async {
    guard rules.exitsOnPayment else { return }
    await exitHandler(.string(rules.paymentResult))
  }
}
