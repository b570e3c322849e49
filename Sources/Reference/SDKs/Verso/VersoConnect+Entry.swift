import StrictJSON

extension VersoConnect {
  typealias Fault = SDKFault<Rules>
  typealias Variant = SDKVariant<Rules>

  /// The catalogue's line.
  static var entry: ReferenceEntry {
    ReferenceEntry(
      contract: "verso-connect", role: "sdk", faults: faults.map(\.info),
      variants: variants.map(\.info)
    ) { faultNames, variantNames, _ in
      var rules = Rules()
      for variant in variants where variantNames.contains(variant.info.name) {
        variant.apply(&rules)
      }
      for fault in faults where faultNames.contains(fault.info.name) { fault.apply(&rules) }
      let differences = faultNames + variantNames
      let name =
        "Verso SDK, reference"
        + (differences.isEmpty ? "" : " with \(differences.joined(separator: ", "))")
      let target: JSON = [
        "format": 1, "name": .string(name), "contract": "verso-connect", "roles": ["sdk"],
        "features": ["requestTimeouts": true], "driver": ["timeout": "PT6S"],
      ]
      let fixed = rules
      return RunningReference(name: name, target: target, stop: {}) {
        VersoSDKDriver(name: name, rules: fixed)
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
