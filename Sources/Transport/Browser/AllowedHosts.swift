/// The hosts that a page may contact.
///
/// An entry is a host name or an address, such as `embed.example`, or `*.` and a domain for all
/// hosts below it; letter case does not matter (RFC 3986 §3.2.2).
public struct AllowedHosts: Sendable, Hashable {
  /// The entries, in lower case.
  public let entries: [String]

  /// Takes a list of hosts.
  ///
  /// - Parameter entries: The hosts, in order.
  public init(_ entries: [String]) {
    self.entries = entries.map { Self.bare($0.lowercased()) }
  }

  /// Whether a request to that URL may leave.
  ///
  /// - Parameter url: An absolute URL.
  /// - Returns: True for an allowed host, and for what needs no network, such as `data:`.
  public func allow(_ url: String) -> Bool {
    let scheme = url.prefix { $0 != ":" }.lowercased()
    if ["data", "blob", "about"].contains(scheme) { return true }
    guard ["http", "https", "ws", "wss"].contains(scheme), let host = Self.host(of: url) else {
      return false
    }
    return entries.contains { entry in
      guard entry.hasPrefix("*.") else { return entry == host }
      return host.hasSuffix(entry.dropFirst())
    }
  }

  /// What the browser's resolver is told, so that nothing else has an address at all.
  var resolverRules: String {
    (["MAP * ~NOTFOUND"] + entries.map { "EXCLUDE \($0)" }).joined(separator: ", ")
  }

  /// The host of an absolute URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The host in lower case, without the brackets of an address; nil when there is none.
  public static func host(of url: String) -> String? {
    guard let start = url.range(of: "://") else { return nil }
    let rest = url[start.upperBound...]
    let authority = rest.prefix { !"/?#\\".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let text = bare(host.lowercased())
    return text.isEmpty ? nil : text
  }

  /// A host without port and brackets.
  private static func bare(_ host: String) -> String {
    if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 ? String(parts[0]) : host
  }
}

extension String {
  /// The first place of another text in this one; nil when there is none.
  fileprivate func range(of text: String) -> Range<String.Index>? {
    ranges(of: text).first
  }
}
