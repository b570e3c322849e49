import Wire

/// A connect link, as an integrator's backend signs it.
struct VersoLink: Sendable {
  /// The link.
  var url: String

  /// The token: the first query item `token` that is not empty, else the last path segment when it
  /// has three parts with dots between them; nil when there is neither.
  func token(_ rules: VersoConnect.Rules) -> String? {
    guard let place = SDKNetwork.Place(url) else { return nil }
    if rules.token == .wholeLink { return token(VersoConnect.Rules()).map { _ in url } }
    let request = HTTPRequest(method: "GET", target: place.target)
    var items = request.queryItems
    if rules.token == .alsoInFragment { items += fragmentItems }
    let tokens = items.filter { $0.name == "token" }.map(\.value)
    if rules.token == .mayBeEmpty { return tokens.first ?? "" }
    if rules.token == .last, let last = tokens.last { return last.isEmpty ? nil : last }
    if let token = tokens.first(where: { !$0.isEmpty }) {
      guard rules.token == .firstPartOnly else { return token }
      return String(token.prefix { $0 != "." })
    }
    guard rules.token != .queryOnly, let last = request.pathSegments.last else { return nil }
    let parts = last.split(separator: ".", omittingEmptySubsequences: false)
    let wanted = rules.token == .anyDottedPath ? parts.count >= 2 : parts.count == 3
    return wanted && parts.allSatisfy { !$0.isEmpty } ? last : nil
  }

  private var fragmentItems: [(name: String, value: String)] {
    guard let hash = url.firstIndex(of: "#") else { return [] }
    return HTTPRequest(method: "GET", target: "/?" + url[url.index(after: hash)...]).queryItems
  }
}
