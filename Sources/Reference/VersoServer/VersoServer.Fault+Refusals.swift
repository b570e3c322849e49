import StrictJSON

extension VersoServer.Fault {
  private static let expired = ["start.401-expired", "link.ttl-15m"]
  private static let used = [
    "start.403-used", "link.single-use", "link.consumed-at-start", "start.expired-and-used",
    "start.race",
  ]

  static let refusals: [VersoServer.Fault] =
    [403, 410, 400].map { status in
      Self(
        "expired-answers-\(status)", breaks: expired, "An expired link is answered \(status)."
      ) { $0.statuses.expired = status }
    }
    + [401, 409, 410].map { status in
      Self("used-answers-\(status)", breaks: used, "A used link is answered \(status).") {
        $0.statuses.used = status
      }
    }
    + [
      Self(
        "refused-start-announced", breaks: ["start.refused-has-no-effects"], advisory: true,
        "connect.started is sent for a start that is refused, too."
      ) { $0.announcesRefusedStarts = true },
      Self(
        "refused-start-has-credential", breaks: ["start.refused-has-no-effects"], advisory: true,
        "The answer to a refused start holds a capture credential."
      ) { $0.refusedStartsGetCredential = true },
      Self(
        "error-in-message", breaks: ["error.body"], advisory: true,
        "The text of a refusal is in message."
      ) { $0.errorBody = .message },
      Self(
        "error-nested", breaks: ["error.body"], advisory: true,
        "The text of a refusal is in an object inside error."
      ) { $0.errorBody = .envelope(.nested) },
      Self(
        "error-is-plain-text", breaks: ["error.body"], advisory: true,
        "A refusal is plain text."
      ) { $0.errorBody = .envelope(.text) },
    ]
}
