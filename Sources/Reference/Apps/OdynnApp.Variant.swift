extension OdynnApp {
  /// What an app that links loyalty accounts may do otherwise.
  enum Variant: String, AppVariant {
    case leavesCompletedWorkersOpen = "no-close-after-completion"
    case recordsNothingOptional = "nothing-optional-recorded"

    var about: String {
      switch self {
      case .leavesCompletedWorkersOpen: "After a completed sync the worker is not closed."
      case .recordsNothingOptional: "The trace holds no event that is optional."
      }
    }
  }
}
