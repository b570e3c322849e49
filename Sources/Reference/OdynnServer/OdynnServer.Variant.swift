import StrictJSON

extension OdynnServer {
  typealias Variant = ServerVariant<Rules, Parameters>

  /// Every variant: the wire's, then the server's own.
  static let variants: [Variant] =
    WireVariant.all.map(Variant.init(wire:)) + errorsVariants + creationVariants + bodiesVariants
    + webhooksVariants + tenantsVariants

  private static let errorsVariants: [Variant] =
    ErrorEnvelope.allCases.filter { $0 != .nested }.map { envelope in
      Variant("errors-\(envelope.rawValue)", "Error bodies are of the form \(envelope.rawValue).") {
        $0.errorEnvelope = envelope
      }
    } + [
      Variant("refuses-with-403", "A missing or wrong key is answered 403.") {
        $0.refusalStatus = 403
      },
      Variant("refuses-with-404", "A missing or wrong key is answered 404.") {
        $0.refusalStatus = 404
      },
    ]

  private static let creationVariants: [Variant] = [
    Variant("replay-answers-200", "A creation that is asked again is answered 200.") {
      $0.replayStatus = 200
    },
    Variant("conflict-answers-422", "A reused Idempotency-Key is answered 422.") {
      $0.conflictStatus = 422
    },
    Variant("idempotency-key-compulsory", "A creation without Idempotency-Key is refused.") {
      $0.idempotency = .compulsory
    },
    Variant("long-ids", "Ids have 26 characters after the prefix.") {
      $0.idStyle = .alphabet("0123456789ABCDEFGHJKMNPQRSTVWXYZ", length: 26)
    },
    Variant("short-ids", "Ids have 8 lower-case letters after the prefix.") {
      $0.idStyle = .alphabet("abcdefghijklmnopqrstuvwxyz", length: 8)
    },
    Variant("digit-ids", "Ids have 18 digits after the prefix.") {
      $0.idStyle = .alphabet("0123456789", length: 18)
    },
  ]

  private static let bodiesVariants: [Variant] = [
    Variant("extra-members", "Objects have members that no document mentions.") {
      $0.sessionEdits.append { body, _ in
        body["object"] = "session"
        body["livemode"] = true
        body["links"] = ["documentation": "https://docs.example/sessions"]
      }
      $0.resultEdits.append { body, _ in
        body["schemaVersion"] = 3
        body["data"]?["profile"]?["email"] = .null
        body["data"]?["tier"]?["expiresOn"] = "2027-03-31"
        body["data"]?["activity"] = []
      }
      $0.eventEdits.append { body, _ in body["attempt"] = 1 }
    },
    Variant("several-balances", "An account has three balances, of several kinds and units.") {
      $0.resultEdits.append { body, _ in
        body["data"]?["balances"] = [
          ["kind": "redeemable", "currency": "miles", "amount": 184_220],
          ["kind": "status", "currency": "loyalty-points", "amount": 0],
          ["kind": "redeemable", "currency": "certificates", "amount": 2.5],
        ]
      }
    },
    Variant("no-balances", "An account has no balance at all.") {
      $0.resultEdits.append { body, _ in body["data"]?["balances"] = [] }
    },
    Variant("other-account", "A member number of digits, a name beyond ASCII, another tier.") {
      $0.resultEdits.append { body, _ in
        body["data"]?["profile"] = ["memberNumber": "00072034", "name": "Žofie Nuñez-岡田"]
        body["data"]?["tier"] = ["name": "Blue"]
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
    Variant("other-status-names", "Statuses that the document does not spell have other names.") {
      $0.statusNames.claimed = "in_progress"
      $0.statusNames.completed = "succeeded"
      $0.statusNames.expired = "abandoned"
    },
    Variant("claimed-says-pending", "A claimed session goes on saying pending.") {
      $0.statusNames.claimed = "pending"
    },
  ]

  private static let webhooksVariants: [Variant] = [
    Variant("event-envelope", "Webhooks name their type event and have no envelope.") {
      $0.webhookEnvelope = .event
    },
    Variant("nested-envelope", "Webhooks name their type name and hold the id deep inside.") {
      $0.webhookEnvelope = .nested
    },
    Variant("other-signature", "Webhooks are signed in another header field.") {
      $0.signature = .plain
    },
    Variant("webhook-before-answer", "Webhooks arrive before the hook is answered.") {
      $0.webhookTiming = .beforeAnswer
    },
    Variant("webhook-late", "Webhooks arrive some time after the hook is answered.") {
      $0.webhookDelay = .milliseconds(300)
    },
    Variant("slow-extraction", "The result is stored, and announced, after the hook is answered.") {
      $0.resultDelay = .milliseconds(200)
      $0.webhookDelay = .milliseconds(300)
    },
    Variant("duplicate-webhooks", "Every webhook is delivered twice.") { $0.webhookCopies = 2 },
    Variant("progress-webhooks", "Webhooks tell of creations and connects, too.") {
      $0.announcesProgress = true
    },
    Variant("refresh-caches", "Refreshing an account answers cached data for an hour.") {
      $0.refresh = .cached(.seconds(3600))
    },
  ]

  private static let tenantsVariants: [Variant] = [
    Variant.serving("other-key-header", "The key travels alone in a field of its own.") {
      $0.credentialHeader = "X-Odynn-Key"
      $0.credentialValue = "{apiKey}"
    },
    Variant.serving("other-timeouts", "The tenant has set timeouts of 45 and 400 seconds.") {
      $0.workerArrivalTimeout = .seconds(45)
      $0.authTimeout = .seconds(400)
    },
    Variant.serving("other-link-host", "Links lead to a host of the tenant's own.") {
      $0.linkBase = "https://link.horizontravel.example"
      $0.tenant = "ht"
    },
    Variant("standing-clock", "Time stands still unless it is advanced.", clock: .standing),
    noClock,
  ]

  private static var noClock: Variant {
    var variant = Variant.serving(
      "no-clock", "Time cannot be advanced, and the timeouts are 5 and 10 seconds."
    ) {
      $0.workerArrivalTimeout = .seconds(5)
      $0.authTimeout = .seconds(10)
    }
    variant.clock = .real
    return variant
  }
}
