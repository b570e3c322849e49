import StrictJSON

extension OdynnServer.Fault {
  static let completedEvents: [OdynnServer.Fault] = [
    Self(
      "completed-misnamed",
      breaks: ["webhook.session-completed", "webhook.device-independent"],
      "The event of a completed session is called session.complete."
    ) { $0.completedType = "session.complete" },
    Self(
      "completed-not-sent-for-embed",
      breaks: ["webhook.session-completed", "webhook.device-independent"],
      "Only sessions of the hosted flow are announced."
    ) { $0.announcedFlows = [.hosted] },
    Self(
      "completed-without-session-id",
      breaks: [
        "webhook.session-completed", "webhook.device-independent", "refresh.two-outcomes",
      ],
      "session.completed does not say which session."
    ) {
      $0.eventEdits.append { body, context in
        guard context.session?.ending == .completed else { return }
        body["sessionId"] = nil
      }
    },
    Self(
      "completed-for-every-ending", breaks: ["webhook.no-completed-on-failure"],
      "session.completed is sent however a session ends."
    ) { $0.announcedEndings = Set(OdynnServer.Ending.allCases) },
    Self(
      "completed-waits-for-device",
      breaks: ["webhook.session-completed", "webhook.device-independent"],
      "session.completed is held back until the device has closed."
    ) { $0.announcement = .afterClose },
    Self(
      "completed-lost-with-device", breaks: ["webhook.device-independent"],
      "session.completed is sent a moment later, and lost when the device has closed by then."
    ) { $0.announcement = .whileOpen },
    Self("webhooks-unsigned", breaks: ["webhook.signed"], "Webhooks are not signed.") {
      $0.signature = .none
    },
  ]

  static let reauthentication: [OdynnServer.Fault] = [
    Self(
      "auth-required-names-account", breaks: ["webhook.auth-required"],
      "session.auth_required carries the id of an account instead of a session's."
    ) {
      $0.eventEdits.append { body, context in
        guard context.session?.phase == .pending else { return }
        body["sessionId"] = nil
        body["accountId"] = "acc_4W3vT8fQ2mL0"
      }
    },
    Self(
      "auth-required-has-claimed-session", breaks: ["webhook.auth-required"],
      "The session of session.auth_required is claimed already."
    ) { $0.freshSession = .claimed },
    Self(
      "auth-required-has-expired-session", breaks: ["webhook.auth-required"],
      "The session of session.auth_required is over already."
    ) { $0.freshSession = .expired },
    Self(
      "refresh-syncs-silently", breaks: ["refresh.two-outcomes", "webhook.auth-required"],
      "Refreshing an account runs a sync without its user."
    ) { $0.refresh = .syncsSilently },
  ]
}
