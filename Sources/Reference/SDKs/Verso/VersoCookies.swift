/// Finds the session cookie among those of a web view.
struct VersoCookies {
  let cookies: [VersoWebView.Cookie]
  let rules: VersoConnect.Rules

  init(_ cookies: [VersoWebView.Cookie], _ rules: VersoConnect.Rules) {
    self.cookies = cookies
    self.rules = rules
  }

  /// The session: the cookie of the name, else its numbered parts joined in the order of their
  /// numbers; nil when there is none of the domain.
  func sessionToken(named name: String, of domain: String) -> String? {
    let ours = cookies.filter { isOf($0.domain, domain) }
    if let whole = ours.first(where: { $0.name == name }), !whole.value.isEmpty {
      return whole.value
    }
    var parts = ours.compactMap { cookie -> (number: Int, value: String)? in
      guard cookie.name.hasPrefix("\(name)."),
        let number = Int(cookie.name.dropFirst(name.count + 1))
      else { return nil }
      return (number, cookie.value)
    }
    switch rules.chunkOrder {
    case .numeric: parts.sort { $0.number < $1.number }
    case .lexical: parts.sort { String($0.number) < String($1.number) }
    case .asTheyCame: break
    }
    let joined = parts.map(\.value).joined()
    guard joined.isEmpty else { return joined }
    return rules.takesAnyCookie ? ours.first?.value : nil
  }

  /// Whether a cookie's host belongs to a domain.
  private func isOf(_ host: String, _ domain: String) -> Bool {
    let domain = domain.hasPrefix(".") ? String(domain.dropFirst()) : domain
    return switch rules.domainCheck {
    case .byLabel: host == domain || host.hasSuffix(".\(domain)")
    case .bySuffix: host.hasSuffix(domain)
    case .none: true
    }
  }
}
