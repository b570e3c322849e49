import StrictJSON

extension OdynnServer.Fault {
  static let claims: [OdynnServer.Fault] = [
    Self(
      "second-connect-accepted",
      breaks: [
        "session.claim-first-device", "session.second-connect-rejected",
        "session.same-device-reconnect", "session.idempotency-key",
      ],
      "Every device that connects while the sync runs joins it."
    ) { $0.secondConnect = .accepted },
    Self(
      "second-connect-takes-over",
      breaks: [
        "session.claim-first-device", "session.second-connect-rejected",
        "session.second-connect-harmless", "session.same-device-reconnect",
        "session.idempotency-key", "timer.auth-is-absolute",
      ],
      "The device that connects last gets the session and a full span to sign in."
    ) { $0.secondConnect = .takesOver },
    Self(
      "second-connect-kills-session",
      breaks: ["session.second-connect-harmless"],
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

  static let readings: [OdynnServer.Fault] =
    pendingReadings + failedReadings + [
      Self(
        "webhook-before-data", breaks: afterCompletion,
        "session.completed is sent two seconds before the result is stored."
      ) { $0.resultDelay = .seconds(2) },
      Self(
        "expired-reads-200-empty", breaks: ["data.404-after-expiry"],
        "The data route answers 200 with empty data for an expired session."
      ) { $0.expiredRead = .emptyResult },
      Self(
        "expired-reads-410", breaks: ["data.404-after-expiry"],
        "The data route answers 410 for an expired session."
      ) { $0.expiredRead = .status(410) },
      Self(
        "data-open-to-anyone", breaks: ["data.backend-only"],
        "Whoever holds the id may read the data."
      ) { $0.dataKeyCheck = .none },
    ]

  private static let notYet = ["data.404-not-yet", "data.404-code-location"]

  private static let pendingReadings: [OdynnServer.Fault] = [
    Self(
      "not-yet-200-null", breaks: notYet + ["data.get-200"],
      "The data route answers 200 with data null until there is a result."
    ) { $0.pendingRead = .nullResult },
    Self(
      "not-yet-200-empty", breaks: notYet,
      "The data route answers 200 with empty data until there is a result."
    ) { $0.pendingRead = .emptyResult },
    Self(
      "not-yet-202", breaks: notYet, "The data route answers 202 until there is a result."
    ) { $0.pendingRead = .status(202) },
    Self(
      "not-yet-409", breaks: notYet, "The data route answers 409 until there is a result."
    ) { $0.pendingRead = .status(409) },
    Self(
      "not-yet-other-code", breaks: notYet,
      "The data route answers 404 with the code not_found until there is a result."
    ) { $0.pendingRead = .notFound("not_found") },
  ]

  private static let failed = [
    "data.404-after-failure", "timer.auth-expiry", "timer.auth-is-absolute",
  ]

  private static let failedReadings: [OdynnServer.Fault] = [
    Self(
      "failed-reads-200-partial", breaks: failed,
      "The data route answers 200 with what was read before the sign-in took too long."
    ) { $0.failedRead = .emptyResult },
    Self(
      "failed-reads-410", breaks: failed,
      "The data route answers 410 for a session whose sign-in took too long."
    ) { $0.failedRead = .status(410) },
    Self(
      "failed-reads-500", breaks: failed,
      "The data route answers 500 for a session whose sign-in took too long."
    ) { $0.failedRead = .status(500) },
  ]
}
