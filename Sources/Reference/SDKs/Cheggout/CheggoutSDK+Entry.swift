import StrictJSON

extension CheggoutSDK {
  typealias Fault = ReferenceFault<Rules>
  typealias Variant = ReferenceVariant<Rules>

  /// The catalogue's lines: the SDK with its backend, held to what the page says of each.
  static var entries: [ReferenceEntry] {
    [
      entry(role: "sdk", faults: faults, variants: variants),
      entry(role: "server", faults: backendFaults, variants: []),
    ]
  }

  private static func entry(
    role: String, faults: [Fault], variants: [Variant]
  ) -> ReferenceEntry {
    ReferenceEntry(
      "Cheggout \(role), reference", contract: "cheggout-sdk", role: role, rules: Rules(),
      faults: faults, variants: variants
    ) { rules, name, port in
      try start(rules, role, name, port)
    }
  }

  private static func start(
    _ rules: Rules, _ role: String, _ name: String, _ port: UInt16
  ) throws -> RunningReference {
    let backend = try CheggoutBackend(rules.backend, port: port)
    let target: JSON = [
      "format": 1, "name": .string(name), "contract": "cheggout-sdk", "roles": [.string(role)],
      "http": ["baseURL": .string(backend.baseURL)],
      "parameters": [
        "userID": "virtual-7 Zoë", "channelName": .string(CheggoutBackend.channel),
        "deepLink": "/store/42/offer/7",
      ],
      "features": ["deepLinks": true],
      "hooks": ["session.mint": ["http": ["path": "/_hooks/session.mint"]]],
      "driver": ["timeout": "PT3S"],
      "webhooks": ["grace": "PT0.5S"],
    ]
    return RunningReference(name: name, target: target, stop: backend.stop) {
      CheggoutSDKDriver(name: name, rules: rules)
    }
  }

  static let variants: [Variant] = [
    Variant("empty-text-at-exit", "Leaving without a payment gives the handler an empty text.") {
      $0.emptyResult = ""
    },
    Variant("another-payment", "The payment data response is another one.") {
      $0.paymentResult = "eyJvayI6dHJ1ZX0="
    },
  ]
}
