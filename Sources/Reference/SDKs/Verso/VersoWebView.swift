import Wire

/// The web view of a login: it loads pages, and keeps their cookies in a store.
final class VersoWebView: Sendable {
  /// One cookie.
  struct Cookie: Sendable, Hashable {
    var name: String
    var value: String
    /// The host that set it, or the domain that it said it is for.
    var domain: String
  }

  /// Where cookies are kept.
  final class Store: Sendable {
    private let cookies = Locked([Cookie]())

    var all: [Cookie] { cookies.withLock { $0 } }

    func set(_ cookie: Cookie) {
      cookies.withLock { all in
        all.removeAll { $0.name == cookie.name && $0.domain == cookie.domain }
        all.append(cookie)
      }
    }
  }

  private let network: SDKNetwork
  private let store: Store
  private let userAgent: String

  init(network: SDKNetwork, store: Store, userAgent: String) {
    self.network = network
    self.store = store
    self.userAgent = userAgent
  }

  /// The cookies that pages have set.
  var cookies: [Cookie] { store.all }

  /// Loads a page, following redirections; false when none could be loaded.
  func load(_ url: String) async -> Bool {
    var url = url
    for _ in 0..<5 {
      guard let response = try? await get(url, accept: "text/html") else { return false }
      guard (300..<400).contains(response.status), let next = response.fields[first: "Location"]
      else { return true }
      let origin = SDKNetwork.Place(url)?.origin ?? ""
      url = next.hasPrefix("/") ? origin + next : next
    }
    return false
  }

  /// Fetches a document as a script of the page would, with the page's cookies.
  func fetch(_ url: String) async -> HTTPResponse? {
    try? await get(url, accept: "application/json")
  }

  private func get(
    _ url: String, accept: String
  ) async throws(SDKNetwork.Failure) -> HTTPResponse {
    let host = SDKNetwork.Place(url)?.host ?? ""
    var fields: HTTPFields = ["User-Agent": userAgent, "Accept": accept]
    let sent = cookies.filter { $0.domain == host || host.hasSuffix(".\($0.domain)") }
    if !sent.isEmpty {
      fields.append("Cookie", sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))
    }
    let response = try await network.send(
      HTTPRequest(method: "GET", target: "/", fields: fields), to: url, timeout: nil)
    for line in response.fields.all("Set-Cookie") { keep(line, from: host) }
    return response
  }

  private func keep(_ line: String, from host: String) {
    let parts = line.split(separator: ";").map { $0.trimmingSpaces }
    guard let pair = parts.first, let equals = pair.firstIndex(of: "=") else { return }
    var domain = host
    for part in parts.dropFirst() where part.lowercased().hasPrefix("domain=") {
      let said = part.dropFirst("domain=".count).drop { $0 == "." }
      if host == said || host.hasSuffix(".\(said)") { domain = String(said) }
    }
    store.set(
      Cookie(
        name: String(pair[..<equals]), value: String(pair[pair.index(after: equals)...]),
        domain: domain))
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
