import StrictJSON

extension VersoServer.Fault {
  static let secrets: [VersoServer.Fault] = [
    Self(
      "start-shows-app-secret", breaks: ["start.res.no-secrets"],
      "The answer to a start holds the app with its secret."
    ) {
      $0.startEdits.append { body, context in
        body["app"] = [
          "id": .string(context.parameters.app), "secret": .string(context.parameters.appSecret),
        ]
      }
    },
    Self(
      "refusal-shows-app-secret", breaks: ["start.res.no-secrets"],
      "Refusals tell with which secret a link has to be signed."
    ) {
      $0.errorEdits.append { body, context in
        body["debug"] = .string("HMAC-SHA256 with \(context.parameters.appSecret)")
      }
    },
    Self(
      "webhook-holds-session-token", breaks: ["capture.never-echoed"], advisory: true,
      "connection.created holds the session that was captured."
    ) {
      $0.createdEdits.append { body, context in
        guard let session = context.session else { return }
        body["credential"] = ["sessionToken": .string(session.token)]
      }
    },
    Self(
      "answer-holds-access-token", breaks: ["capture.never-echoed"], advisory: true,
      "The answer to a capture holds the provider's access token."
    ) {
      $0.captureEdits.append { body, context in
        guard let session = context.session else { return }
        body["session"] = ["accessToken": .string(session.accessToken)]
      }
    },
  ]

  private static let native = ["webhook.same-as-hosted", "link.same-as-web"]

  static let startedEvents: [VersoServer.Fault] = [
    Self(
      "started-never-sent", breaks: native + ["webhook.connect-started", "webhook.order"],
      "Logins in native apps are not announced."
    ) { $0.startedTiming = .never },
    Self(
      "started-sent-at-capture", breaks: ["webhook.connect-started"],
      "connect.started is sent when the account is connected."
    ) { $0.startedTiming = .beforeCreated },
    Self(
      "started-after-created", breaks: ["webhook.connect-started", "webhook.order"],
      "connect.started is sent after connection.created."
    ) { $0.startedTiming = .afterCreated },
    Self(
      "started-misnamed", breaks: native + ["webhook.connect-started", "webhook.order"],
      "The event of a start is called native_connect.began."
    ) { $0.startedType = "native_connect.began" },
  ]

  private static let noCreated =
    native + [
      "webhook.connection-created", "webhook.created-once", "webhook.created-timing",
      "webhook.order", "capture.creates-connection",
    ]

  static let createdEvents: [VersoServer.Fault] = [
    Self(
      "created-never-sent", breaks: noCreated, "Connections of native apps are not announced."
    ) { $0.createdTiming = .never },
    Self(
      "created-misnamed", breaks: noCreated,
      "The event of a connection is called native_connection.made."
    ) { $0.createdType = "native_connection.made" },
    Self(
      "created-after-first-sync",
      breaks: [
        "webhook.created-timing", "webhook.connection-created", "webhook.created-once",
        "webhook.order", "capture.creates-connection",
      ],
      "connection.created is sent when the first sync starts."
    ) { $0.createdTiming = .atFirstSync },
    Self(
      "created-without-user",
      breaks: native + ["webhook.connection-created", "webhook.created-timing"],
      "connection.created does not say which user."
    ) { $0.createdEdits.append { body, _ in body["userRef"] = nil } },
    Self(
      "created-names-record",
      breaks: native + ["webhook.connection-created", "webhook.created-timing"],
      "connection.created names the user by the vendor's record instead of the app's name."
    ) {
      $0.createdEdits.append { body, context in
        body["userRef"] = (context.attempt?.user).map(JSON.string)
      }
    },
    Self(
      "created-has-other-id",
      breaks: native + ["webhook.connection-created", "capture.creates-connection"],
      "connection.created holds another id than the answer."
    ) {
      $0.createdEdits.append { body, context in
        body["connectionId"] = .string("int_" + (context.connection?.id.suffix(12) ?? ""))
      }
    },
    Self(
      "created-sent-twice", breaks: ["webhook.created-once"], advisory: true,
      "connection.created is sent as two events."
    ) { $0.createdEvents = 2 },
    Self(
      "created-for-waiting", breaks: ["webhook.created-once", "webhook.connection-created"],
      "connection.created is sent for every capture, even if the session is not usable yet."
    ) { $0.createdTiming = .everyCapture },
  ]
}
