import StrictJSON

extension OdynnServer.Fault {
  /// What is computed from `createdAt`.
  private static let fromCreatedAt = [
    "session.field.workerArrivalTimeoutAt", "session.field.authTimeoutAt",
    "session.field.timeout-order", "data.time-order", "data.field.extractedAt",
  ]

  static let instants: [OdynnServer.Fault] = announced + createdAt + spelling

  private static let announced: [OdynnServer.Fault] = [
    Self(
      "arrival-after-one-minute", breaks: ["session.field.workerArrivalTimeoutAt"],
      "A device has one minute to connect."
    ) { $0.arrivalTimeout = .seconds(60) },
    Self(
      "arrival-after-ten-minutes",
      breaks: [
        "session.field.workerArrivalTimeoutAt", "session.field.timeout-order",
        "timer.worker-stops-at-connect", "timer.auth-is-absolute",
      ],
      "A device has ten minutes to connect, more than the user has to sign in."
    ) { $0.arrivalTimeout = .seconds(600) },
    Self(
      "arrival-absent",
      breaks: [
        "session.field.workerArrivalTimeoutAt", "session.field.timeout-order",
        "session.closed-shape",
      ],
      "workerArrivalTimeoutAt is left out."
    ) { $0.sessionEdits.append { body, _ in body["workerArrivalTimeoutAt"] = nil } },
    Self(
      "auth-after-ten-minutes", breaks: ["session.field.authTimeoutAt"],
      "The user has ten minutes to sign in."
    ) { $0.authTimeout = .seconds(600) },
    Self(
      "auth-equals-arrival",
      breaks: [
        "session.field.authTimeoutAt", "session.field.timeout-order",
        "timer.worker-stops-at-connect",
      ],
      "The sign-in has to be finished by the moment that a device has to connect by."
    ) { $0.authTimeout = .seconds(120) },
    Self(
      "auth-absent",
      breaks: [
        "session.field.authTimeoutAt", "session.field.timeout-order", "session.closed-shape",
      ],
      "authTimeoutAt is left out."
    ) { $0.sessionEdits.append { body, _ in body["authTimeoutAt"] = nil } },
  ]

  private static let createdAt: [OdynnServer.Fault] = [
    Self(
      "created-at-absent",
      breaks: ["session.field.createdAt", "session.closed-shape"] + fromCreatedAt,
      "createdAt is left out."
    ) { $0.sessionEdits.append { body, _ in body["createdAt"] = nil } },
    Self(
      "created-at-epoch",
      breaks: ["session.field.createdAt", "session.timestamp-format"] + fromCreatedAt,
      "createdAt is a number of milliseconds since 1970."
    ) { $0.sessionEdits.append { $0.numberInstant("createdAt", $1.session?.createdAt) } },
    Self(
      "created-at-local-time",
      breaks: ["session.field.createdAt", "session.timestamp-format"] + fromCreatedAt,
      "createdAt is the local time of a place five hours behind, without an offset."
    ) {
      $0.sessionEdits.append { body, context in
        let style = TimestampStyle(zone: .unsaid(minutes: -300))
        body["createdAt"] = context.session.map { .string(style.text($0.createdAt)) }
      }
    },
  ]

  private static let spelling: [OdynnServer.Fault] = [
    Self(
      "timestamps-in-local-zone", breaks: ["session.timestamp-format"], advisory: true,
      "All timestamps are in the zone of Central European Summer Time."
    ) { $0.timestamps.zone = .offset(minutes: 120) },
    Self(
      "timestamps-without-zone",
      breaks: [
        "session.timestamp-format", "session.field.createdAt", "data.field.fetchedAt",
      ] + fromCreatedAt,
      "All timestamps lack the letter Z."
    ) { $0.timestamps.zone = .unsaid(minutes: 0) },
    Self(
      "timestamps-as-epoch",
      breaks: [
        "session.timestamp-format", "session.field.createdAt", "data.field.fetchedAt",
      ] + fromCreatedAt,
      "All timestamps are numbers of milliseconds since 1970."
    ) {
      $0.sessionEdits.append { body, context in
        body.numberInstant("createdAt", context.session?.createdAt)
        body.numberInstant("workerArrivalTimeoutAt", context.session?.arrivalDeadline)
        body.numberInstant("authTimeoutAt", context.session?.authDeadline)
      }
      $0.resultEdits.append { body, context in
        let extraction = context.session?.extraction
        body.numberInstant("extractedAt", extraction?.extractedAt)
        var data = body["data"]?.object ?? [:]
        data.numberInstant("fetchedAt", extraction?.fetchedAt)
        body["data"] = .object(data)
      }
    },
  ]

  static let arrivalTimer: [OdynnServer.Fault] = [
    Self(
      "arrival-clock-starts-at-first-read",
      breaks: [
        "timer.worker-starts-at-create", "timer.worker-expiry", "session.single-use-after-terminal",
      ],
      "The wait for a device begins when the session is first polled."
    ) { $0.arrivalTimer = .fromFirstRead },
    Self(
      "late-connect-accepted",
      breaks: [
        "timer.worker-starts-at-create", "timer.worker-expiry", "session.single-use-after-terminal",
      ],
      "A device may connect after workerArrivalTimeoutAt."
    ) { $0.arrivalTimer = .ignored },
    Self(
      "expired-stays-pending", breaks: ["timer.worker-expiry"],
      "A session that no device came for says pending for ever."
    ) { $0.arrivalTimer = .leavesPending },
    Self(
      "arrival-timer-fires-after-claim",
      breaks: [
        "timer.worker-stops-at-connect", "timer.auth-expiry", "timer.auth-is-absolute",
        "session.status-failed",
      ],
      "A running sync is ended at workerArrivalTimeoutAt."
    ) { $0.arrivalTimer = .firesAfterClaim },
  ]

  static let authTimer: [OdynnServer.Fault] = [
    Self(
      "auth-timeout-ignored",
      breaks: [
        "timer.auth-expiry", "timer.auth-is-absolute", "session.status-failed",
        "data.404-after-failure",
      ],
      "The user may finish the sign-in at any time."
    ) { $0.authTimer = .ignored },
    Self(
      "auth-timer-rearmed-at-connect",
      breaks: [
        "timer.auth-expiry", "timer.auth-is-absolute", "session.status-failed",
        "data.404-after-failure",
      ],
      "The user has five minutes from the connect on."
    ) { $0.authTimer = .rearmedAtConnect },
    Self(
      "auth-timeout-leaves-pending", breaks: ["timer.auth-expiry", "session.status-failed"],
      "A session whose sign-in took too long goes back to saying pending."
    ) { $0.authTimer = .leavesPending },
    Self(
      "failed-says-error", breaks: ["timer.auth-expiry", "session.status-failed"],
      "The status of a failed session is error."
    ) { $0.statusNames.failed = "error" },
    Self(
      "failed-says-timeout", breaks: ["timer.auth-expiry", "session.status-failed"],
      "The status of a failed session is timeout."
    ) { $0.statusNames.failed = "timeout" },
    Self(
      "failed-says-expired", breaks: ["timer.auth-expiry", "session.status-failed"],
      "The status of a failed session is expired, as if no device had come."
    ) { $0.statusNames.failed = "expired" },
  ]
}
