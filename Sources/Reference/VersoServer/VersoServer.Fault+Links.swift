extension VersoServer.Fault {
  /// What a build breaks that does not start with the link of an app's backend.
  static let noStarts = [
    "link.same-as-web", "link.ttl-15m", "start.endpoint", "start.req.token", "start.req.device",
    "start.req.no-auth", "start.user-upsert", "start.race", "start.200-only",
    "platform.raw-endpoint", "webhook.connect-started", "link.tampered",
  ]

  static let links: [VersoServer.Fault] = [
    Self(
      "native-needs-own-purpose", breaks: noStarts + ["link.bad-purpose", "start.401-expired"],
      "Links for the web are refused; native apps need the purpose connect-native."
    ) { $0.purposeCheck = .nativeConnect },
    Self(
      "purpose-unchecked", breaks: ["link.bad-purpose"], advisory: true,
      "A link for any purpose starts."
    ) { $0.purposeCheck = .none },
    Self(
      "signature-unchecked", breaks: ["link.tampered", "start.refused-has-no-effects"],
      "A link's signature is not looked at."
    ) { $0.signatureCheck = .none },
    Self(
      "tampered-link-burns", breaks: ["link.tampered"],
      "A token with a broken signature is refused and uses up the link that it names."
    ) { $0.burnsTamperedLinks = true },
  ]

  static let lifetimes: [VersoServer.Fault] = [
    Self(
      "link-valid-24h",
      breaks: ["link.ttl-15m", "start.401-expired", "start.refused-has-no-effects"],
      "A link is valid for 24 hours."
    ) { $0.linkLifetime = .seconds(24 * 3600) },
    Self(
      "link-valid-16m",
      breaks: ["link.ttl-15m", "start.401-expired", "start.refused-has-no-effects"],
      "A link is valid for 16 minutes, one of them for clocks that are wrong."
    ) { $0.linkLifetime = .seconds(16 * 60) },
    Self("link-valid-5m", breaks: ["link.ttl-15m"], "A link is valid for 5 minutes.") {
      $0.linkLifetime = .seconds(5 * 60)
    },
    Self(
      "link-valid-from-first-use",
      breaks: ["link.ttl-15m", "start.401-expired", "start.refused-has-no-effects"],
      "A link's 15 minutes begin when it is first presented."
    ) { $0.linkTimer = .fromFirstUse },
  ]

  private static let usedAgain = [
    "link.single-use", "link.consumed-at-start", "start.403-used", "start.race",
    "start.refused-has-no-effects",
  ]

  static let uses: [VersoServer.Fault] = [
    Self("link-reusable", breaks: usedAgain, "A link starts as often as it is presented.") {
      $0.consumption = .never
    },
    Self(
      "used-link-returns-credential-again",
      breaks: usedAgain + ["start.expired-and-used", "start.res.capture-credential"],
      "A used link is answered 200 with the credential of its first start."
    ) { $0.consumption = .replaysAnswer },
    Self(
      "link-consumed-at-capture", breaks: usedAgain,
      "A link is used up only when an account is connected."
    ) { $0.consumption = .atCapture },
    Self(
      "start-checks-then-sets", breaks: ["start.race", "link.single-use"],
      "Starts that overlap all find the link unused."
    ) { $0.consumption = .afterCheck },
  ]
}
