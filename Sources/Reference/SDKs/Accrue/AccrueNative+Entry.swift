import StrictJSON

extension AccrueNative {
  typealias Fault = ReferenceFault<Rules>
  typealias Variant = ReferenceVariant<Rules>

  /// The catalogue's line.
  static var entry: ReferenceEntry {
    ReferenceEntry(
      "Accrue SDK, reference", contract: "accrue-wallet", role: "sdk", rules: Rules(),
      faults: faults,
      variants: variants
    ) { rules, name, _ in
      let target: JSON = [
        "format": 1, "name": .string(name), "contract": "accrue-wallet", "roles": ["sdk"],
        "parameters": [
          "merchantId": "724a57f2-1670-42de-b1f0-a94425fb60cf",
          "redirectionToken": "61a77652-14ae-4ed4-9bb3-cdb31312869e",
          "phoneNumber": "+12125550100",
        ],
        "driver": ["timeout": "PT3S"], "webhooks": ["grace": "PT0.5S"],
      ]
      return RunningReference(name: name, target: target, stop: {}) {
        AccrueSDKDriver(name: name, rules: rules)
      }
    }
  }

  static let variants: [Variant] = [
    Variant("refresh-in-two-scripts", "Another context is set by one script and told by another.") {
      $0.refresh = .inTwoScripts
    },
    Variant("old-refresh", "Another context is told by an event, as builds up to 1.5 did.") {
      $0.refresh = .dispatches
    },
    Variant("needs-sandbox-flag", "A wallet cannot be built without isSandbox.") {
      $0.requiresSandboxFlag = true
    },
    Variant("host-url-first", "An address of the host comes before the sandbox.") {
      $0.customURL = .first
    },
    Variant("absent-values-left-out", "What the host leaves out is not there in the page.") {
      $0.absentValues = .leftOut
    },
  ]
}
