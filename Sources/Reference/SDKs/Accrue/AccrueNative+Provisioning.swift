import SDKDriving
import StrictJSON

extension AccrueNative {
  /// What the native half does itself when the page asks for it.
  func nativeWork(for message: JSON?) -> [DriverEvent] {
    let name = message?[rules.readsAction ? "action" : "key"]?.string ?? ""
    switch rules.knowsProvisioning ? name : "" {
    case "AccrueWallet::AppleWalletProvisioningIsSupportedRequested":
      return supported()
    case "AccrueWallet::AppleWalletProvisioningRequested":
      return provision(message?["data"] ?? .null)
    default:
      return []
    }
  }

  private func supported() -> [DriverEvent] {
    let function = "__APPLE_WALLET_PROVISIONING_IS_SUPPORTED_RESPONSE"
    switch rules.support {
    case .answered: return [script(calling(function, with: [["isSupported": false]]), when: "now")]
    case .asText: return [script(calling(function, with: [["isSupported": "no"]]), when: "now")]
    case .never: return []
    }
  }

  /// Without a system that hands out certificates, every provisioning fails; one whose data are
  /// blank is refused before that.
  private func provision(_ data: JSON) -> [DriverEvent] {
    let fields = ["cardholderName", "cardSuffix", "description"].map { data[$0]?.string ?? "" }
    let isBlank = fields.contains { $0.allSatisfy(\.isWhitespace) }
    if isBlank, rules.provisioning == .startsAnyway {
      return [
        script(calling("__GENERATE_APPLE_WALLET_PUSH_PROVISIONING_TOKEN", with: []), when: "now")
      ]
    }
    let error: JSON = isBlank ? "Invalid configuration" : "Cannot start"
    let result: JSON = [
      "success": false, "error": rules.provisioning == .saysNull ? .null : error,
    ]
    return [script(calling("__APPLE_WALLET_PROVISIONING_RESULT", with: [result]), when: "now")]
  }
}
