extension AccrueApp {
  /// What a shop's app may do otherwise.
  enum Variant: String, AppVariant {
    case sendsBothIDs = "both-ids"
    case handlesNothing = "no-action-handled"

    var about: String {
      switch self {
      case .sendsBothIDs: "An app that migrates hands over the legacy id beside the new one."
      case .handlesNothing: "The app acts on no action at all."
      }
    }
  }
}
