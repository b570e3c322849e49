import StrictJSON

extension VersoServer {
  typealias Variant = ServerVariant<Rules, Parameters>

  /// Every variant: the wire's, then the server's own.
  static let variants: [Variant] =
    WireVariant.all.map(Variant.init(wire:)) + errorsVariants + statusesVariants + bodiesVariants
    + loginsVariants + webhooksVariants + parametersVariants

  private static let errorsVariants: [Variant] = ErrorEnvelope.allCases.map { envelope in
    Variant("errors-\(envelope.rawValue)", "Error bodies are of the form \(envelope.rawValue).") {
      $0.errorBody = .envelope(envelope)
    }
  }

  private static let statusesVariants: [Variant] = [
    Variant("expired-and-used-401", "A link that is used and expired is answered 401.") {
      $0.looksAtExpiryFirst = true
    },
    Variant("malformed-422", "A body that is not as it should be is answered 422.") {
      $0.statuses.malformed = 422
      $0.statuses.tooLarge = 400
      $0.statuses.mediaType = 400
    },
    Variant("unsigned-400", "A token with a broken signature is answered 400.") {
      $0.statuses.unsigned = 400
    },
    Variant("unsigned-404", "A token with a broken signature is answered 404.") {
      $0.statuses.unsigned = 404
    },
    Variant("other-purpose-400", "A link for another purpose is answered 400.") {
      $0.statuses.otherPurpose = 400
    },
    Variant("wrong-credential-403", "A wrong capture credential is answered 403.") {
      $0.statuses.credential = 403
    },
    Variant("wrong-credential-404", "A wrong capture credential is answered 404.") {
      $0.statuses.credential = 404
    },
    Variant("late-capture-410", "A capture after the login window is answered 410.") {
      $0.statuses.late = 410
    },
    Variant("late-capture-408", "A capture after the login window is answered 408.") {
      $0.statuses.late = 408
    },
    Variant("unknown-session-422", "A session that the provider never issued is answered 422.") {
      $0.unknownSession = .refused
    },
  ]

  private static let bodiesVariants: [Variant] = [
    Variant("extra-members", "Objects have members that no document mentions.") {
      $0.startEdits.append { body, _ in
        body["status"] = "started"
        body["poll"] = ["everySeconds": 3, "hints": [.null, true]]
      }
      $0.captureEdits.append { body, _ in body["createdAt"] = "2026-08-02T09:12:44.018Z" }
      $0.startedEdits.append { body, _ in body["attempt"] = 1 }
      $0.createdEdits.append { body, _ in body["scopes"] = ["conversations"] }
      $0.errorEdits.append { body, _ in body["requestId"] = "req_8d1f0c" }
    },
    Variant("documented-members-only", "A start is answered only with what the document names.") {
      $0.startEdits.append { body, _ in
        for key in ["provider", "cookieDomain", "sessionUrl", "expiresInSeconds"] {
          body[key] = nil
        }
      }
    },
    Variant(
      "snake-case-observed-members", "Members that the document does not name are in snake case."
    ) {
      $0.startEdits.append { body, _ in
        for (key, name) in [
          ("cookieDomain", "cookie_domain"), ("sessionUrl", "session_url"),
          ("expiresInSeconds", "expires_in"),
        ] {
          body[name] = body[key]
          body[key] = nil
        }
      }
    },
    Variant("waiting-says-pending", "A session that is not usable yet is answered pending.") {
      $0.waitingName = "pending"
    },
    Variant("login-url-with-query", "loginUrl has a query and a fragment; the cookie another name.")
    {
      $0.startEdits.append { body, _ in
        body["loginUrl"] = "https://auth.provider.example:8443/u/login?state=a%2Fb&x=1#top"
        body["cookieName"] = "sid.v2"
      }
    },
    Variant("microsecond-timestamps", "Timestamps have six digits after the second.") {
      $0.timestamps.fractionDigits = 6
    },
    Variant("second-timestamps", "Timestamps have no fraction of a second.") {
      $0.timestamps.fractionDigits = 0
    },
    Variant("numeric-utc-offset", "Timestamps end in +00:00 instead of Z.") {
      $0.timestamps.zone = .numericUTC
    },
    Variant("uuid-ids", "Ids and credentials are UUIDs.") { $0.idStyle = .uuid },
    Variant("long-ids", "Ids and credentials have 64 characters after the prefix.") {
      $0.idStyle = .token(length: 64)
    },
    Variant("digit-ids", "Ids and credentials have 18 digits after the prefix.") {
      $0.idStyle = .alphabet("0123456789", length: 18)
    },
    Variant("punctuated-ids", "Ids and credentials hold characters that URLs and forms escape.") {
      $0.idStyle = .alphabet("abcXYZ019-_.~+/=", length: 24)
    },
  ]

  private static let loginsVariants: [Variant] = [
    Variant("any-device", "Whatever device holds is accepted.") { $0.deviceCheck = .none },
    Variant("refusal-leaves-credential", "A refused account leaves the credential for another.") {
      $0.credentialUse = .survivesRefusal
    },
    Variant("two-part-tokens", "A link's token has a payload and a signature only.") {
      $0.tokenParts = .two
    },
    Variant("first-sync-at-once", "The first sync starts with the connection.") {
      $0.firstSyncDelay = .zero
    },
    Variant("first-sync-after-59s", "The first sync starts 59 seconds after the connection.") {
      $0.firstSyncDelay = .seconds(59)
    },
  ]

  private static let webhooksVariants: [Variant] = [
    Variant("event-envelope", "Webhooks name their type event and have no envelope.") {
      $0.webhookEnvelope = .event
    },
    Variant("nested-envelope", "Webhooks name their type name and hold the ids deep inside.") {
      $0.webhookEnvelope = .nested
    },
    Variant("other-signature", "Webhooks are signed in another header field.") {
      $0.webhookSignature = .plain
    },
    Variant("webhooks-unsigned", "Webhooks are not signed.") { $0.webhookSignature = .none },
    Variant("webhook-before-answer", "Webhooks arrive before the answer that they go with.") {
      $0.webhookTiming = .beforeAnswer
    },
    Variant("webhook-late", "Webhooks arrive some time after the answer that they go with.") {
      $0.webhookDelay = .milliseconds(300)
    },
    Variant("duplicate-webhooks", "Every webhook is delivered twice.") { $0.webhookCopies = 2 },
    Variant("progress-webhooks", "Webhooks tell of new users and first syncs, too.") {
      $0.announcesProgress = true
    },
  ]

  private static let parametersVariants: [Variant] = [
    Variant.serving("other-path", "The endpoint is at another path, which the target file tells.") {
      $0.path = "/v2/native/connect"
    },
    Variant.serving(
      "other-lifetimes", "A link is valid for 5 minutes, a login window is 30 minutes."
    ) {
      $0.linkLifetime = .seconds(5 * 60)
      $0.loginWindow = .seconds(30 * 60)
    },
    Variant.serving("other-link-form", "Links have another host, and their token is in the path.") {
      $0.linkBase = "https://go.notewell.example/c/"
    },
    Variant.serving("other-provider", "The provider is another one.") {
      $0.provider = "claude"
      $0.providerHost = "accounts.assistant.example"
      $0.cookieName = "sessionKey"
    },
    Variant("standing-clock", "Time stands still unless it is advanced.", clock: .standing),
  ]
}
