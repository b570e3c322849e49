import StrictJSON

extension VersoConnect {
  typealias Fault = ReferenceFault<Rules>
  typealias Variant = ReferenceVariant<Rules>

  /// The catalogue's line.
  static var entry: ReferenceEntry {
    ReferenceEntry(
      "Verso SDK, reference", contract: "verso-connect", role: "sdk", rules: Rules(),
      faults: faults,
      variants: variants
    ) { rules, name, _ in
      let target: JSON = [
        "format": 1, "name": .string(name), "contract": "verso-connect", "roles": ["sdk"],
        "features": ["requestTimeouts": true], "driver": ["timeout": "PT5S"],
        "webhooks": ["grace": "PT0.5S"],
      ]
      return RunningReference(name: name, target: target, stop: {}) {
        VersoSDKDriver(name: name, rules: rules)
      }
    }
  }

  static let variants: [Variant] = [
    Variant("sheet-after-start", "The sheet is shown when the start has been answered.") {
      $0.showsSheetAfterStart = true
    },
    Variant("looks-every-two-seconds", "It looks at the cookies every two seconds.") {
      $0.interval = .seconds(2)
    },
    Variant("patient", "It gives up after a thousand waiting answers, within the login window.") {
      $0.waitingAnswers = 1000
    },
    Variant("impatient", "It gives up after ten waiting answers.") { $0.waitingAnswers = 10 },
    Variant("no-device", "A start does not describe the device.") { $0.describesDevice = false },
    Variant("another-safari", "It calls itself an older Mobile Safari.") {
      $0.userAgent =
        "Mozilla/5.0 (iPad; CPU OS 15_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        + "Version/15.6 Mobile/15E148 Safari/604.1"
    },
  ]
}
