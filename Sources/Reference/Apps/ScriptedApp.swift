/// An integrator's app that plays scenarios around a double of the vendor's SDK.
protocol ScriptedApp: SendableMetatype {
  associatedtype Scenario: RawRepresentable<String> & CaseIterable & Sendable
  associatedtype Fault: AppFault where Fault.Scenario == Scenario
  associatedtype Variant: AppVariant

  static var contract: String { get }
  /// The app and its version, as its traces name it.
  static var source: String { get }

  init(_ run: AppRun<Fault, Variant>)

  /// Does all that the scenario is about, and writes it down.
  func play(_ scenario: Scenario)
}

/// A slip that a real app might have.
protocol AppFault: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  associatedtype Scenario

  /// Every clause that it breaks in any scenario, without the vendor's prefix.
  var clauses: [String] { get }
  /// What the app does, one sentence.
  var about: String { get }
  /// Where it shows best.
  var scenario: Scenario { get }
}

/// Something that a real app might do otherwise, and rightly so.
protocol AppVariant: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// What the app does, one sentence.
  var about: String { get }
}
