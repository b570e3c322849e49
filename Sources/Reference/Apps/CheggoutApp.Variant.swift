extension CheggoutApp {
  /// What a bank's app may do otherwise.
  enum Variant: String, AppVariant {
    case passesNoPayload = "no-payload"
    case leavesOnMain = "exit-on-main"
    case doesNotTellWhereItLands = "landing-not-recorded"

    var about: String {
      switch self {
      case .passesNoPayload: "The SDK is launched without a payload."
      case .leavesOnMain: "The exit handler is called on the main queue."
      case .doesNotTellWhereItLands: "The trace does not say where the user lands."
      }
    }
  }
}
