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
  /// The legal differences that it can have.
  public var variants: [VariantInfo]
  private let player: @Sendable (String, _ faults: Set<String>, _ variants: Set<String>) -> String?

  /// Plays one scenario.
  ///
  /// - Parameters:
  ///   - scenario: One of `scenarios`.
  ///   - faults: Names out of `faults`; empty for an app that does everything right.
  ///   - variants: Names out of `variants`; empty for the plain app.
  /// - Returns: The trace as JSON lines; nil when the app has nothing of one of the names.
  public func trace(
    of scenario: String, faults: Set<String> = [], variants: Set<String> = []
  ) -> String? {
    player(scenario, faults, variants)
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
    variants = App.Variant.allCases.map { VariantInfo(name: $0.rawValue, about: $0.about) }
    player = { scenario, faultNames, variantNames in
      let faults = faultNames.compactMap { App.Fault(rawValue: $0) }
      let variants = variantNames.compactMap { App.Variant(rawValue: $0) }
      guard let scenario = App.Scenario(rawValue: scenario), faults.count == faultNames.count,
        variants.count == variantNames.count
      else { return nil }
      let run = AppRun(
        contract: App.contract, source: App.source, faults: Set(faults), variants: Set(variants))
      let app = App(run)
      // What the app lets go of when it ends is no longer part of the run.
      return withExtendedLifetime(app) {
        app.play(scenario)
        return run.trace
      }
    }
  }
}
