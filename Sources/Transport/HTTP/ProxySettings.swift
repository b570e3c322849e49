/// The proxies of a client, found once when it is made.
struct ProxySettings: Sendable, Hashable {
  /// The proxy's URL for plain HTTP, or nil.
  var http: String?
  /// The proxy's URL for TLS, or nil.
  var https: String?
  /// The hosts that are reached without: a list as `no_proxy` has it, `*` for all.
  var except = ""

  /// Finds the settings that a policy asks for.
  ///
  /// Plain HTTP heeds the lower-case variable only, since a CGI client could set the other.
  init(_ policy: ProxyPolicy, environment: (String) -> String?) {
    switch policy {
    case .none:
      break
    case .fixed(let url, let except):
      http = url
      https = url
      self.except = except
    case .environment:
      func first(_ names: String...) -> String? {
        names.lazy.compactMap(environment).first { !$0.isEmpty }
      }
      let all = first("all_proxy", "ALL_PROXY")
      http = first("http_proxy") ?? all
      https = first("https_proxy", "HTTPS_PROXY") ?? all
      except = first("no_proxy", "NO_PROXY") ?? ""
    }
  }

  /// Chooses the proxy for an endpoint, or nil; `except` is still to be heeded.
  func proxy(for endpoint: Endpoint) -> String? {
    if endpoint.isLoopback { return nil }
    return endpoint.isTLS ? https : http
  }
}
