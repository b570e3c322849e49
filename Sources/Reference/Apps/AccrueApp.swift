import StrictJSON
import TraceRecorder

/// A shop's app that embeds the wallet widget.
final class AccrueApp: ScriptedApp {
  static let contract = "accrue-wallet"
  static let source = "Fieldshop 12.4"

  enum Scenario: String, CaseIterable {
    case signsIn = "signs-in"
    case signsInAtTheShopFirst = "signs-in-at-the-shop-first"
    case receivesUnknownActions = "receives-unknown-actions"
  }

  private static let documentedActions = [
    "AccrueWallet::SignInButtonClicked", "AccrueWallet::RegisterButtonClicked",
    "AccrueWallet::SignInPerformed",
  ]

  private let run: AppRun<Fault, Variant>

  init(_ run: AppRun<Fault, Variant>) { self.run = run }

  func play(_ scenario: Scenario) {
    switch scenario {
    case .signsIn:
      showWallet(isSignedIn: true)
      signInToTheWallet()
      run.record("tab.pressed")
    case .signsInAtTheShopFirst:
      showWallet(isSignedIn: false)
      receive(#"{"key":"AccrueWallet::SignInButtonClicked","data":{}}"#)
      run.pause(19_000)
      showWallet(isSignedIn: true)
      signInToTheWallet()
    case .receivesUnknownActions:
      showWallet(isSignedIn: true)
      receive(#"{"key":"AccrueWallet::SomethingNew","data":{"n":1}}"#)
      receive("AccrueWallet::SignInPerformed")
      receive("{\"key\":\"AccrueWallet::SignIn")
      receive(#"{"action":"AccrueWallet::RegisterButtonClicked","data":{}}"#)
    }
  }

  /// Hands the user's data to the wallet.
  private func showWallet(isSignedIn: Bool) {
    var user: [(String, TraceValue)] = [("phoneNumber", .text(phoneNumber))]
    if isSignedIn { user += identity }
    run.record(
      "context.updated",
      ["userData": .object(user), "settingsData": ["shouldInheritAuthentication": true]])
  }

  private var phoneNumber: String {
    if run.slips(.givesAForeignNumber) { return "+442071838750" }
    return run.slips(.givesALocalNumber) ? "(212) 555-0100" : "+12125550100"
  }

  private var identity: [(String, TraceValue)] {
    if run.slips(.identifiesByPhone) { return [] }
    if run.slips(.sendsTheLegacyID) { return [("referenceId", "cust-8841")] }
    let legacy: [(String, TraceValue)] =
      run.differs(.sendsBothIDs) ? [("referenceId", "legacy-17")] : []
    return legacy + [("stableReferenceId", run.slips(.sendsANumber) ? 8841 : "cust-8841")]
  }

  private func signInToTheWallet() {
    run.pause(34_000)
    receive(
      #"{"key":"AccrueWallet::SignInPerformed","data":{"id":"usr-1f0c","isNewUser":true,"#
        + #""stableReferenceId":"cust-8841","effectiveReferenceId":"cust-8841"}}"#)
  }

  private func receive(_ text: String) {
    run.pause(900)
    run.record("action.received", ["text": .text(text)])
    guard let key = run.slips(.actsOnAnyText) ? mentioned(in: text) : named(by: text),
      Self.documentedActions.contains(where: { $0.isSameText(as: key) }),
      !run.differs(.handlesNothing)
    else { return }
    run.record("action.handled", ["key": .text(key)])
  }

  /// The action that the text names in the documented way; nil when it names none.
  private func named(by text: String) -> String? {
    guard let envelope = try? JSON(parsing: text) else { return nil }
    return envelope["key"]?.string ?? envelope["action"]?.string
  }

  /// The action whose name stands anywhere in the text; nil when there is none.
  private func mentioned(in text: String) -> String? {
    Self.documentedActions.first { text.contains($0) }
  }
}
