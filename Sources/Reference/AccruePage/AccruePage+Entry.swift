import Loopback
import StrictJSON
import Wire

extension AccruePage {
  typealias Fault = ReferenceFault<Rules>
  typealias Variant = ReferenceVariant<Rules>

  /// The catalogue's line.
  static var entry: ReferenceEntry {
    ReferenceEntry(
      "Accrue page, reference", contract: "accrue-wallet", role: "page", rules: Rules(),
      faults: faults, variants: variants, watch: .ofSets, asked: \.askedFor
    ) { rules, name, port in
      try start(name, rules, port)
    }
  }

  private static let otp = "424242"
  private static let redirectionToken = "61a77652-14ae-4ed4-9bb3-cdb31312869e"

  private static func start(
    _ name: String, _ rules: Rules, _ port: UInt16
  ) throws -> RunningReference {
    let backend = Locked(Backend(otp: otp, redirectionToken: redirectionToken, rules: rules))
    let server = try LoopbackServer(port: port) { request, _ in
      backend.withLock { $0.handle(request) }
    }
    return RunningReference(
      name: name, target: target(name, at: server.baseURL, rules), stop: { server.stop() })
  }

  private static func target(_ name: String, at base: String, _ rules: Rules) -> JSON {
    [
      "format": 1, "name": .string(name), "contract": "accrue-wallet", "roles": ["page"],
      "parameters": [
        "merchantId": "724a57f2-1670-42de-b1f0-a94425fb60cf",
        "redirectionToken": .string(redirectionToken), "phoneNumber": "+12125550100",
        "otp": .string(otp),
      ],
      "page": [
        "url": .string(base + "/webview"), "allow": ["127.0.0.1"],
        "elements": elements(rules), "states": states(rules),
        "otpRequest": ["method": "POST", "urlContains": "/api/otp"], "timeout": "PT6S",
      ],
    ]
  }

  private static func elements(_ rules: Rules) -> JSON {
    func found(_ role: String, _ name: String, _ id: String) -> JSON {
      rules.usesSelectors
        ? ["selector": .string("#" + id)] : ["role": .string(role), "name": .string(name)]
    }
    let labels = rules.labels
    return [
      "signIn": found("button", labels.signIn, "sign-in"),
      "register": found("button", labels.register, "register"),
      "otp": found("textbox", labels.otp, "code"),
      "confirm": found("button", labels.confirm, "confirm"),
      "phone": found("textbox", labels.phone, "phone"),
      "email": found("textbox", labels.email, "email"),
      "logout": found("button", labels.logout, "log-out"),
    ]
  }

  private static func states(_ rules: Rules) -> JSON {
    let labels = rules.labels
    if rules.usesSelectors {
      return [
        "signedIn": ["selector": "#member h1"], "signedOut": ["selector": "#visitor h1"],
        "home": ["role": "heading", "name": .string(labels.home)],
        "redirected": ["role": "heading", "name": .string(labels.offer)],
      ]
    }
    return [
      "signedIn": ["role": "heading", "name": .string(labels.wallet)],
      "signedOut": ["role": "button", "name": .string(labels.signIn)],
      "home": ["role": "heading", "name": .string(labels.home)],
      "redirected": ["role": "heading", "name": .string(labels.offer)],
    ]
  }
}
