extension VersoApp {
  /// What can be wrong with an app that presents Verso's sheet.
  enum Fault: String, AppFault {
    case signsItself = "signs-on-the-device"
    case altersTheLink = "altered-link"
    case hasTheSecretInTheLink = "secret-in-the-link"
    case asksForConsentLate = "consent-after-presentation"
    case keepsTheLink = "link-kept-for-the-next-tap"
    case retriesWithTheStaleLink = "stale-link-on-retry"
    case retriesWithTheLostLink = "same-link-after-network-loss"

    var clauses: [String] {
      switch self {
      case .signsItself:
        ["link.signed-on-backend", "error.rejected-action", "error.network-retry"]
      case .altersTheLink: ["link.signed-on-backend"]
      case .hasTheSecretInTheLink: ["link.secret-never-in-app"]
      case .asksForConsentLate: ["link.consent-first"]
      case .keepsTheLink: ["link.fresh-per-tap"]
      case .retriesWithTheStaleLink: ["link.fresh-per-tap", "error.rejected-action"]
      case .retriesWithTheLostLink: ["link.fresh-per-tap", "error.network-retry"]
      }
    }

    var about: String {
      switch self {
      case .signsItself: "The app signs the link itself."
      case .altersTheLink: "The app adds a parameter of its own to the signed link."
      case .hasTheSecretInTheLink: "The link that the app receives carries the app secret."
      case .asksForConsentLate: "The user is asked for consent when the sheet is already shown."
      case .keepsTheLink: "The next tap presents the link of the one before."
      case .retriesWithTheStaleLink: "After a rejection the same link is presented again."
      case .retriesWithTheLostLink: "After a network error the same link is presented again."
      }
    }

    var scenario: Scenario {
      switch self {
      case .keepsTheLink: .tapsAgainAfterClosing
      case .retriesWithTheStaleLink: .retriesAnExpiredLink
      case .retriesWithTheLostLink: .retriesAfterNetworkLoss
      default: .connects
      }
    }
  }
}
