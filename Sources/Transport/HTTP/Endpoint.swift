import Wire

/// The endpoints that were used last, so that a base is not taken apart for each call.
final class EndpointCache: Sendable {
  private struct State {
    var last: Endpoint?
    var endpoints: [String: Endpoint] = [:]
  }

  private let state = Locked(State())

  /// Takes a base apart; nil when it is no http or https URL.
  func endpoint(of base: String) -> Endpoint? {
    state.withLock { state in
      if let last = state.last, last.base == base { return last }
      guard let endpoint = state.endpoints[base] ?? Endpoint(base: base) else { return nil }
      if state.endpoints.count >= 64 { state.endpoints.removeAll() }
      state.endpoints[base] = endpoint
      state.last = endpoint
      return endpoint
    }
  }
}

/// The parts of a call's base.
final class Endpoint: Sendable {
  /// The base as it was given.
  let base: String
  /// Scheme and authority, with a slash after: `http://127.0.0.1:8080/`.
  let origin: String
  /// Host and port as in a Host field: the authority without user information.
  let authority: String
  /// The host alone, without the brackets of an IPv6 address.
  let host: String
  /// The path before each target, without a slash at its end.
  let prefix: String
  /// Whether the scheme is `https`.
  let isTLS: Bool

  /// Takes a base apart; nil when it is no http or https URL.
  init?(base: String) {
    guard let mark = base.utf8.firstRange(of: "://".utf8) else { return nil }
    let scheme = String(base[..<mark.lowerBound])
    isTLS = scheme.isEqualIgnoringASCIICase("https")
    guard isTLS || scheme.isEqualIgnoringASCIICase("http") else { return nil }
    let rest = base[mark.upperBound...]
    let end = rest.utf8.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    let full = rest[..<end]
    let at = full.utf8.lastIndex(of: UInt8(ascii: "@"))
    authority = String(at.map { full[full.utf8.index(after: $0)...] } ?? full)
    guard !authority.isEmpty else { return nil }
    host = Self.host(of: authority)
    origin = "\(scheme)://\(full)/"
    var path = rest[end...]
    if let cut = path.utf8.firstIndex(where: { "?#".utf8.contains($0) }) { path = path[..<cut] }
    while path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
    prefix = String(path)
    self.base = base
  }

  private static func host(of authority: String) -> String {
    if authority.utf8.first == UInt8(ascii: "[") {
      return String(authority.dropFirst().prefix { $0 != "]" })
    }
    return String(authority.prefix { $0 != ":" })
  }

  /// Puts the prefix before a target that has a path; another target stays as it is.
  func target(_ target: String) -> String {
    switch target.utf8.first {
    case UInt8(ascii: "/"), UInt8(ascii: "?"): prefix.isEmpty ? target : prefix + target
    case nil: prefix.isEmpty ? "/" : prefix
    default: target
    }
  }

  /// Whether the host is this machine by its name or address (RFC 6761, 6.3; RFC 1122, 3.2.1.3).
  var isLoopback: Bool {
    let name = host.lowercased()
    if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
