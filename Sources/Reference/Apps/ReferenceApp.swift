/// A reference for the role `app`: a scripted app whose runs write traces.
public struct ReferenceApp: Sendable {
  /// The contract's id.
  public var contract: String
  /// Kebab-case names of what it can play.
  public var scenarios: [String]
  /// The slips that it can have.
  public var faults: [FaultInfo]
  /// The scenario that shows each fault, by the fault's name.
  public var scenarioOfFault: [String: String]
  private let player: @Sendable (_ scenario: String, _ faults: Set<String>) -> String?

  /// Plays one scenario.
  ///
  /// - Parameters:
  ///   - scenario: One of `scenarios`.
  ///   - faults: Names out of `faults`; empty for an app that does everything right.
  /// - Returns: The trace as JSON lines; nil when the app has no scenario or fault of that name.
  public func trace(of scenario: String, faults: Set<String> = []) -> String? {
    player(scenario, faults)
  }

  /// The apps of all contracts.
  public static let all = [
    ReferenceApp(OdynnApp.self, prefix: "odynn."), ReferenceApp(VersoApp.self, prefix: "verso."),
    ReferenceApp(CheggoutApp.self, prefix: "cheggout."),
    ReferenceApp(AccrueApp.self, prefix: "accrue."),
  ]

  private init<App: ScriptedApp>(_ app: App.Type, prefix: String) {
    contract = App.contract
    scenarios = App.Scenario.allCases.map(\.rawValue)
    faults = App.Fault.allCases.map { fault in
      FaultInfo(
        name: fault.rawValue, clauses: fault.clauses.map { prefix + $0 }, about: fault.about)
    }
    scenarioOfFault = Dictionary(
      uniqueKeysWithValues: App.Fault.allCases.map { ($0.rawValue, $0.scenario.rawValue) })
    player = { scenario, faults in
      let known = faults.compactMap { App.Fault(rawValue: $0) }
      guard let scenario = App.Scenario(rawValue: scenario), known.count == faults.count else {
        return nil
      }
      let run = AppRun<App.Fault>(
        contract: App.contract, source: App.source, faults: Set(known))
      let app = App(run)
      // What the app lets go of when it ends is no longer part of the run.
      return withExtendedLifetime(app) {
        app.play(scenario)
        return run.trace
      }
    }
  }
}
