import StrictJSON

extension OdynnServer.Fault {
  static let claims: [OdynnServer.Fault] = [
    Self(
      "second-connect-accepted",
      breaks: [
        "session.claim-first-device", "session.second-connect-rejected",
        "session.same-device-reconnect",
      ],
      "Every device that connects while the sync runs joins it."
    ) { $0.secondConnect = .accepted },
    Self(
      "second-connect-takes-over",
      breaks: [
        "session.claim-first-device", "session.second-connect-rejected",
        "session.second-connect-harmless", "session.same-device-reconnect",
        "timer.auth-is-absolute",
      ],
      "The device that connects last gets the session and a full span to sign in."
    ) { $0.secondConnect = .takesOver },
    Self(
      "second-connect-kills-session",
      breaks: ["session.second-connect-harmless", "session.claim-first-device"],
      "A second connect is refused, and the first device's sync fails."
    ) { $0.secondConnect = .refusedAndFatal },
    Self(
      "closed-session-reconnects",
      breaks: ["session.same-device-reconnect", "session.single-use-after-terminal"],
      "A device that has closed may connect with the same id again."
    ) { $0.reconnects = [.closed] },
    Self(
      "dropped-session-reconnects",
      breaks: [
        "session.network-loss-fails", "session.same-device-reconnect",
        "session.single-use-after-terminal",
      ],
      "A device whose connection broke may connect with the same id again."
    ) { $0.reconnects = [.networkLoss] },
    Self(
      "failed-session-reconnects", breaks: ["session.single-use-after-terminal"],
      "A session whose sign-in failed may be tried again with the same id."
    ) { $0.reconnects = [.authTimeout, .dismissed] },
    Self(
      "completed-session-reconnects", breaks: ["session.single-use-after-terminal"],
      "A device may connect to a completed session to sync once more."
    ) { $0.reconnects = [.completed] },
    Self(
      "expired-session-reconnects",
      breaks: [
        "session.single-use-after-terminal", "timer.worker-expiry", "timer.worker-starts-at-create",
      ],
      "A device may connect to an expired session, which revives it."
    ) { $0.reconnects = [.expired] },
    Self(
      "network-loss-survived", breaks: ["session.network-loss-fails"],
      "A sync goes on when the device's connection breaks, and may complete."
    ) { $0.networkLossEndsSession = false },
  ]

  static let endings: [OdynnServer.Fault] = [
    Self(
      "data-readable-late",
      breaks: ["session.terminal-on-accept-return", "data.get-200", "data.flow-independent"],
      "The result is stored, and announced, half a second after the sync has ended."
    ) {
      $0.resultDelay = .milliseconds(500)
      $0.webhookDelay = .milliseconds(600)
    },
    Self(
      "webhook-before-data",
      breaks: [
        "session.terminal-on-accept-return", "data.get-200", "data.flow-independent",
        "webhook.completed-implies-data",
      ],
      "session.completed is sent two seconds before the result is stored."
    ) { $0.resultDelay = .seconds(2) },
    Self(
      "completion-hands-data-to-device", breaks: ["data.normalised-server-side"],
      "The device gets the data when the sync ends, and they differ from those of the data route."
    ) { $0.completionAnswerCarriesData = true },
  ]

  private static let code = "extraction_result_not_found"
  private static let emptyResult: JSON = ["profile": [:], "balances": []]

  static let readings: [OdynnServer.Fault] =
    pendingReadings + failedReadings + [
      Self(
        "expired-reads-200-empty", breaks: ["data.404-after-expiry"],
        "The data route answers 200 with empty data for an expired session."
      ) { $0.expiredRead = .answer(200, ["data": emptyResult]) },
      Self(
        "expired-reads-410", breaks: ["data.404-after-expiry"],
        "The data route answers 410 for an expired session."
      ) { $0.expiredRead = .status(410) },
      Self(
        "data-open-to-anyone", breaks: ["data.backend-only"],
        "Whoever holds the id may read the data."
      ) { $0.dataKeyCheck = .none },
    ]

  private static let pendingReadings: [OdynnServer.Fault] = [
    Self(
      "not-yet-200-null", breaks: ["data.404-not-yet"],
      "The data route answers 200 with data null until there is a result."
    ) { $0.pendingRead = .answer(200, ["data": .null]) },
    Self(
      "not-yet-202", breaks: ["data.404-not-yet"],
      "The data route answers 202 until there is a result."
    ) { $0.pendingRead = .answer(202, ["status": "pending"]) },
    Self(
      "not-yet-409", breaks: ["data.404-not-yet"],
      "The data route answers 409 until there is a result."
    ) { $0.pendingRead = .status(409) },
    Self(
      "not-yet-other-code", breaks: ["data.404-not-yet"],
      "The data route answers 404 with the code not_found until there is a result."
    ) { $0.pendingRead = .notFound("not_found") },
  ]

  private static let failedReadings: [OdynnServer.Fault] = [
    Self(
      "failed-reads-200-partial", breaks: ["data.404-after-failure", "timer.auth-expiry"],
      "The data route answers 200 with what was read before the session failed."
    ) { $0.failedRead = .answer(200, ["data": emptyResult]) },
    Self(
      "failed-reads-410", breaks: ["data.404-after-failure", "timer.auth-expiry"],
      "The data route answers 410 for a failed session."
    ) { $0.failedRead = .status(410) },
    Self(
      "failed-reads-500", breaks: ["data.404-after-failure", "timer.auth-expiry"],
      "The data route answers 500 for a failed session."
    ) { $0.failedRead = .status(500) },
  ]
}
