extension VersoApp {
  /// What an app that presents Verso's sheet may do otherwise.
  enum Variant: String, AppVariant {
    case remembersConsent = "consent-remembered"
    case carriesOtherMembers = "further-members"

    var about: String {
      switch self {
      case .remembersConsent: "The user is asked for consent the first time only."
      case .carriesOtherMembers: "The events carry further members."
      }
    }
  }
}
