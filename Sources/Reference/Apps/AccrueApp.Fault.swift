extension AccrueApp {
  /// What can be wrong with a shop's app.
  enum Fault: String, AppFault {
    case identifiesByPhone = "phone-number-as-identity"
    case sendsANumber = "numeric-stable-id"
    case sendsTheLegacyID = "legacy-id-only"
    case givesAForeignNumber = "foreign-phone-number"
    case givesALocalNumber = "phone-number-in-local-format"
    case actsOnAnyText = "acts-on-any-text"

    var clauses: [String] {
      switch self {
      case .identifiesByPhone, .sendsANumber: ["user.stableReferenceId"]
      case .sendsTheLegacyID: ["user.stableReferenceId", "user.referenceId-deprecated"]
      case .givesAForeignNumber, .givesALocalNumber: ["user.phoneNumber"]
      case .actsOnAnyText: ["bridge.integrator-guards"]
      }
    }

    var about: String {
      switch self {
      case .identifiesByPhone: "The user is handed over without any id of the shop."
      case .sendsANumber: "The id is handed over as the number of a database row."
      case .sendsTheLegacyID: "The user is identified by the deprecated referenceId alone."
      case .givesAForeignNumber: "The phone number is one of the United Kingdom."
      case .givesALocalNumber: "The phone number is handed over as the user typed it."
      case .actsOnAnyText: "The handler looks for an action's name anywhere in the text."
      }
    }

    var scenario: Scenario {
      switch self {
      case .actsOnAnyText: .receivesUnknownActions
      default: .signsIn
      }
    }
  }
}
