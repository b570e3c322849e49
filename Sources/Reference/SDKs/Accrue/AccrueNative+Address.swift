extension AccrueNative {
  private static let sandbox = "https://embed-sandbox.accruesavings.com/webview"
  private static let production = "https://embed.accruesavings.com/webview"

  /// The address of the page.
  func address(of properties: Properties) -> String {
    var address = base(properties) + "?"
    let id =
      rules.merchantID == .lowerCased ? properties.merchantID.lowercased() : properties.merchantID
    if rules.merchantID != .missing {
      address += "\(rules.merchantIDItem)=\(encoded(id))"
    }
    if let token = properties.redirectionToken {
      if rules.token != .dropped { address += "&redirectionToken=\(encoded(token))" }
    } else if rules.token == .nilAsText {
      address += "&redirectionToken=nil"
    }
    return address
  }

  private func base(_ properties: Properties) -> String {
    let isSandbox = properties.isSandbox ?? rules.isSandboxByDefault
    switch rules.environment {
    case .alwaysProduction: return properties.url ?? Self.production
    case .alwaysSandbox: return Self.sandbox
    case .asAsked: break
    }
    if rules.customURL == .first, let url = properties.url { return url }
    if isSandbox { return Self.sandbox }
    return properties.url ?? Self.production
  }

  private func encoded(_ text: String) -> String {
    rules.encodesQuery ? AccrueAddress.encoded(text) : text
  }
}

/// Parts of addresses.
enum AccrueAddress {
  /// The text with every byte percent-encoded that is not unreserved (RFC 3986 §2.3).
  static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        String(decoding: [byte], as: UTF8.self)
      default:
        "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }

  /// The host of an address, in lower case; empty when it has none.
  static func host(of address: String) -> String {
    let rest = address.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)
    guard rest.count == 2 else { return "" }
    return rest[1].prefix { !"/?#".contains($0) }.lowercased()
  }
}
