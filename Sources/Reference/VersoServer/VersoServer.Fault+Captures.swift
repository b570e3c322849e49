import StrictJSON

extension VersoServer.Fault {
  /// What a build breaks that connects nothing.
  private static let noCaptures = [
    "capture.endpoint", "capture.req.fields", "capture.res.connected", "capture.creates-connection",
    "capture.waiting-does-not-burn", "capture.reconnect-folds", "capture.other-app-ok",
    "capture.login-window", "capture.first-sync", "webhook.connection-created",
    "webhook.created-once", "webhook.created-timing", "platform.raw-endpoint", "start.race",
    "start.refused-has-no-effects",
  ]

  static let captures: [VersoServer.Fault] =
    [
      Self(
        "capture-moved",
        breaks: noCaptures + [
          "capture.res.waiting", "capture.409-other-user", "capture.credential-checked",
        ],
        "Captures go to a path of their own."
      ) { $0.capturePath = "/api/connect-native/capture" },
      Self(
        "email-compulsory", breaks: ["capture.req.fields", "capture.endpoint"],
        "A capture without providerAccountEmail is refused."
      ) { $0.needsEmail = true },
      Self(
        "connected-answers-201", breaks: ["capture.res.connected", "capture.endpoint"],
        advisory: true,
        "A capture that connects is answered 201."
      ) { $0.connectedStatus = 201 },
      Self(
        "connection-id-misspelt",
        breaks: [
          "capture.res.connected", "capture.creates-connection",
          "webhook.connection-created",
          "capture.waiting-does-not-burn",
        ],
        "The connection's id is in connection_id."
      ) {
        $0.captureEdits.append { body, _ in
          body["connection_id"] = body["connectionId"]
          body["connectionId"] = nil
        }
      },
      Self(
        "connection-id-empty",
        breaks: [
          "capture.res.connected", "capture.creates-connection", "webhook.connection-created",
          "capture.waiting-does-not-burn", "capture.first-sync",
        ],
        "The connection's id is an empty text in the answer."
      ) { $0.captureEdits.append { body, _ in body["connectionId"] = "" } },
      Self(
        "connected-says-ok", breaks: ["capture.res.connected"], advisory: true,
        "A capture that connects is answered with the status ok."
      ) { $0.captureEdits.append { body, _ in body["status"] = "ok" } },
      Self(
        "answer-has-job-id",
        breaks: [
          "capture.creates-connection", "webhook.connection-created", "capture.first-sync",
        ],
        "The answer holds the id of a job that makes the connection."
      ) {
        $0.captureEdits.append { body, context in
          body["connectionId"] = .string("job_" + (context.connection?.id.suffix(16) ?? ""))
        }
      },
    ] + waiting

  private static let waiting: [VersoServer.Fault] = [400, 409, 425, 202].map { status in
    Self(
      "waiting-answers-\(status)",
      breaks: ["capture.res.waiting", "capture.waiting-does-not-burn"], advisory: true,
      "A session that is not usable yet is answered \(status)."
    ) { $0.waitingStatus = status }
  }

  static let credentials: [VersoServer.Fault] = [
    Self("nonce-suffices", breaks: ["capture.credential-checked"], "clientSecret is not checked.") {
      $0.credentialCheck = .nonceOnly
    },
    Self("secret-suffices", breaks: ["capture.credential-checked"], "captureNonce is not checked.")
    { $0.credentialCheck = .secretOnly },
    Self(
      "halves-of-two-starts-match", breaks: ["capture.credential-checked"],
      "The secret of any start goes with the nonce of any other."
    ) { $0.credentialCheck = .halves },
    Self(
      "credential-reusable",
      breaks: ["capture.credential-one-time", "webhook.created-once"],
      "A credential that has connected connects again."
    ) { $0.credentialUse = .reusable },
    Self(
      "credential-replays-answer", breaks: ["capture.credential-one-time"], advisory: true,
      "A credential that has connected is answered with the same connection again."
    ) { $0.credentialUse = .replaysAnswer },
    Self(
      "waiting-burns-credential", breaks: ["capture.waiting-does-not-burn"], advisory: true,
      "The first capture uses up the credential, even if the session is not usable yet."
    ) { $0.credentialUse = .once },
  ]

  static let windows: [VersoServer.Fault] = [
    Self("login-never-too-late", breaks: ["capture.login-window"], "A login may take for ever.") {
      $0.loginTimer = .ignored
    },
    Self(
      "login-window-15m", breaks: ["capture.login-window"], "A login may take 15 minutes."
    ) { $0.loginWindow = .seconds(15 * 60) },
    Self(
      "login-window-2h", breaks: ["capture.login-window"], "A login may take two hours."
    ) { $0.loginWindow = .seconds(2 * 3600) },
    Self(
      "login-window-from-signing", breaks: ["capture.login-window"],
      "The hour of a login begins when its link is signed."
    ) { $0.loginTimer = .fromSigning },
  ]

  static let accounts: [VersoServer.Fault] = [
    Self(
      "account-moves-to-other-user",
      breaks: ["capture.409-other-user", "capture.409-no-connection"],
      "An account that another user has connected goes to the new user."
    ) { $0.otherUser = .moves },
    Self(
      "account-shared-by-users",
      breaks: ["capture.409-other-user", "capture.409-no-connection"],
      "Two users of an app may connect the same account."
    ) { $0.otherUser = .connectsToo },
    Self(
      "other-user-answers-403", breaks: ["capture.409-other-user"],
      "An account that another user has connected is refused with 403."
    ) { $0.statuses.otherUser = 403 },
    Self(
      "refused-after-creating", breaks: ["capture.409-no-connection"],
      "The connection is made and announced before another user's is noticed."
    ) { $0.otherUser = .refusedLate },
    Self(
      "refusal-disconnects-first-user", breaks: ["capture.409-no-connection"],
      "A refused account is disconnected from its first user, too."
    ) { $0.otherUser = .refusedAndDisconnects },
    Self(
      "reconnect-refused",
      breaks: ["capture.reconnect-folds"],
      "The same user may not connect the same account again."
    ) { $0.reconnection = .refused },
    Self(
      "reconnect-leaves-two", breaks: ["capture.reconnect-folds"],
      "Connecting an account again leaves two live connections."
    ) { $0.reconnection = .keepsBoth },
    Self(
      "account-unique-everywhere", breaks: ["capture.other-app-ok"], advisory: true,
      "An account that a user of another app has connected is refused."
    ) { $0.accountScope = .everyone },
  ]

  static let syncs: [VersoServer.Fault] = [
    Self(
      "first-sync-nightly", breaks: ["capture.first-sync"], "The first sync waits for the night."
    ) { $0.firstSyncDelay = nil },
    Self(
      "first-sync-after-90s", breaks: ["capture.first-sync"],
      "The first sync starts 90 seconds after the connection."
    ) { $0.firstSyncDelay = .seconds(90) },
  ]
}
