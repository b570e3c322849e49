import StrictJSON

extension OdynnServer.Fault {
  /// What every member of the session object is checked by.
  private static let sessionMembers9 = [
    "session.request.providerId", "session.request.metadata", "session.field.status-pending",
    "session.field.providerId-echo", "session.field.connectUrl",
    "session.field.workerArrivalTimeoutAt", "session.field.authTimeoutAt",
    "session.field.timeout-order", "session.field.returnUrl", "session.field.metadata-echo",
    "session.field.createdAt", "session.closed-shape",
  ]

  /// What goes wrong when attempts share a session.
  private static let sharing = [
    "session.id-unique", "session.idempotency-key", "session.field.connectUrl",
    "session.field.createdAt", "session.create-does-not-claim", "session.claim-first-device",
    "session.second-connect-rejected", "session.second-connect-harmless",
    "session.same-device-reconnect", "session.single-use-after-terminal",
    "session.network-loss-fails", "session.terminal-on-accept-return", "session.status-failed",
    "timer.worker-starts-at-create", "timer.worker-expiry", "timer.worker-stops-at-connect",
    "timer.auth-expiry", "timer.auth-is-absolute", "data.get-200", "data.404-not-yet",
    "data.404-after-failure", "data.404-after-expiry", "data.404-code-location",
    "data.flow-independent", "data.normalised-server-side", "data.field.sessionId",
    "data.time-order", "webhook.session-completed", "webhook.completed-implies-data",
    "webhook.no-completed-on-failure", "webhook.device-independent",
  ]

  static let creation: [OdynnServer.Fault] = [
    Self(
      "create-answers-200", breaks: ["session.create-201"],
      "A creation is answered 200, as an upsert would be."
    ) { $0.createStatus = 200 },
    Self(
      "create-answers-202", breaks: ["session.create-201"],
      "A creation is answered 202, because the session is made in the background."
    ) { $0.createStatus = 202 },
    Self(
      "create-answers-only-id", breaks: ["session.create-201"] + sessionMembers9,
      "The answer to a creation holds nothing but the id."
    ) { $0.createBody = .idOnly },
    Self(
      "create-answers-empty",
      breaks: ["session.create-201"] + sessionMembers9
        + ["session.field.id", "session.id-unique", "session.idempotency-key"],
      "The answer to a creation has no body."
    ) { $0.createBody = .empty },
    Self(
      "anyone-creates", breaks: ["session.create-needs-key"],
      "A session is created for callers without a key."
    ) { $0.keyCheck = .none },
    Self(
      "any-live-key-opens", breaks: ["session.create-needs-key", "data.backend-only"],
      "Any key that begins odc_live_ is accepted."
    ) {
      $0.keyCheck = .prefix
      $0.dataKeyCheck = .prefix
    },
    Self(
      "provider-read-from-other-member",
      breaks: ["session.create-201", "session.idempotency-optional"] + sessionMembers9,
      "The program is read from provider, and the documented request is refused."
    ) { $0.providerMember = "provider" },
    Self(
      "missing-provider-defaulted", breaks: ["session.request.providerId"], advisory: true,
      "A creation without providerId is made for the default program."
    ) { $0.missingProvider = .defaulted },
    Self(
      "unknown-metadata-refused",
      breaks: ["session.create-201", "session.request.metadata", "session.field.metadata-echo"],
      "A creation whose metadata hold more than userId is refused."
    ) { $0.unknownMetadata = .refused },
    Self(
      "unknown-metadata-dropped",
      breaks: ["session.request.metadata", "session.field.metadata-echo"],
      "Members of metadata other than userId are dropped."
    ) { $0.unknownMetadata = .dropped },
    Self(
      "idempotency-key-ignored", breaks: ["session.idempotency-key"],
      "The same Idempotency-Key makes a second session."
    ) { $0.idempotency = .ignored },
    Self(
      "pending-session-returned-again", breaks: sharing + ["session.field.returnUrl"],
      "A creation returns the session that still waits for the same user's device."
    ) { $0.reusesPendingSession = true },
  ]

  static let identity: [OdynnServer.Fault] = [
    Self(
      "id-is-uuid", breaks: ["session.field.id", "webhook.auth-required"], "Ids are bare UUIDs."
    ) { $0.idStyle = .uuid },
    Self(
      "id-is-number",
      breaks: ["session.field.id", "data.field.sessionId", "webhook.auth-required"],
      "Ids are the row numbers of a table, sent as JSON numbers."
    ) { $0.idStyle = .number },
    Self(
      "id-prefix-sess", breaks: ["session.field.id", "webhook.auth-required"], "Ids begin sess_."
    ) { $0.idStyle = .prefixed("sess_") },
  ]
}
