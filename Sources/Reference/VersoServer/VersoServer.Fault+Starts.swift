import StrictJSON

extension VersoServer.Fault {
  /// What a build breaks that has no endpoint where the document puts it.
  private static let noEndpoint =
    noStarts + [
      "link.single-use", "link.consumed-at-start", "start.401-expired", "start.403-used",
      "start.expired-and-used", "capture.endpoint", "capture.req.fields",
    ]

  /// What a build breaks that does not cope with bodies that cannot be read.
  private static let unreadable = [
    "start.endpoint", "start.req.token", "start.req.device", "capture.endpoint",
    "capture.req.fields",
  ]

  static let endpoint: [VersoServer.Fault] = [
    Self("endpoint-moved", breaks: noEndpoint, "The endpoint is at /connect/native.") {
      $0.path = "/connect/native"
    },
    Self("endpoint-answers-get", breaks: noEndpoint, "The endpoint answers GET, not POST.") {
      $0.method = "GET"
    },
    Self("endpoint-reads-forms", breaks: noEndpoint, "The endpoint reads form bodies only.") {
      $0.bodyFormat = .form
    },
    Self(
      "endpoint-needs-sdk-agent", breaks: noEndpoint,
      "The endpoint refuses whoever is not the SDK by its User-Agent."
    ) { $0.needsSDKAgent = true },
    Self(
      "endpoint-needs-authorization", breaks: noEndpoint,
      "The endpoint needs the app's secret in Authorization."
    ) { $0.needsAuthorization = true },
    Self(
      "token-has-to-be-link",
      breaks: noStarts + ["start.401-expired", "start.403-used", "start.expired-and-used"],
      "The member token has to hold the whole link."
    ) { $0.tokenForm = .wholeLink },
    Self(
      "malformed-answers-500", breaks: unreadable + ["capture.credential-checked"],
      advisory: true, "A body that cannot be read is answered 500."
    ) { $0.malformed = .crashes },
    Self(
      "malformed-drops-connection", breaks: unreadable + ["capture.credential-checked"],
      "A body that cannot be read takes the process down, and the connection with it."
    ) { $0.malformed = .dropped },
    Self(
      "unknown-platform-refused", breaks: ["start.req.device"], advisory: true,
      "A device that runs Android is refused."
    ) { $0.deviceCheck = .knownPlatform },
    Self(
      "empty-device-text-refused", breaks: ["start.req.device"], advisory: true,
      "A device with an empty appVersion is refused."
    ) { $0.deviceCheck = .filledIn },
    Self(
      "missing-device-answers-500",
      breaks: noStarts + ["start.401-expired", "start.403-used", "start.expired-and-used"],
      "A start without device is answered 500."
    ) { $0.deviceCheck = .crashesWithout },
  ]

  /// What the document itself says of the answer to a start.
  private static let documented = [
    "start.res.loginUrl", "start.res.cookieName", "start.res.capture-credential",
  ]

  static let startMembers: [VersoServer.Fault] =
    [
      Self(
        "login-url-relative", breaks: ["start.res.loginUrl"], "loginUrl is a path without a host."
      ) { $0.startEdits.append { body, _ in body["loginUrl"] = "/auth/login" } },
      Self(
        "nonce-same-for-every-start",
        breaks: ["start.res.capture-credential", "capture.credential-checked", "start.race"],
        "captureNonce is the same for every start."
      ) { $0.fixedNonce = "cn_51f0a2" },
      Self(
        "secret-same-for-every-start",
        breaks: ["start.res.capture-credential", "capture.credential-checked"],
        "clientSecret is the same for every start."
      ) { $0.fixedSecret = "cs_8f30c9" },
      Self(
        "expires-in-as-text", breaks: ["start.res.provider-expires"], advisory: true,
        "expiresInSeconds is the text 3600."
      ) { $0.startEdits.append { body, _ in body["expiresInSeconds"] = "3600" } },
    ]
    + [
      ("loginUrl", "login-url", "start.res.loginUrl"),
      ("cookieName", "cookie-name", "start.res.cookieName"),
      ("captureNonce", "capture-nonce", "start.res.capture-credential"),
      ("clientSecret", "client-secret", "start.res.capture-credential"),
      ("cookieDomain", "cookie-domain", "start.res.cookieDomain"),
      ("sessionUrl", "session-url", "start.res.sessionUrl"),
      ("provider", "provider", "start.res.provider-expires"),
      ("expiresInSeconds", "expires-in", "start.res.provider-expires"),
    ].map { member, name, clause in
      Self(
        "\(name)-missing", breaks: [clause], advisory: !documented.contains(clause),
        "The answer to a start has no \(member)."
      ) { $0.startEdits.append { body, _ in body[member] = nil } }
    }

  static let starts: [VersoServer.Fault] = [
    Self(
      "start-answers-201", breaks: ["start.200-only", "start.endpoint"], advisory: true,
      "A start is answered 201, because it makes a login."
    ) { $0.startStatus = 201 },
    Self(
      "user-created-at-capture",
      breaks: ["start.user-upsert", "webhook.connect-started", "webhook.order"],
      "A start makes no user record, and connect.started names no user."
    ) {
      $0.users = .atCapture
      $0.startedEdits.append { body, _ in body["userRef"] = nil }
    },
    Self(
      "user-duplicated-by-start",
      breaks: ["start.user-upsert", "capture.reconnect-folds"],
      "Each start makes another record of the same user."
    ) { $0.users = .everyStart },
  ]
}
