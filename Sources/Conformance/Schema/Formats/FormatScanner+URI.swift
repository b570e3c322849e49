/// URIs by the grammar of RFC 3986, appendix A.
extension FormatScanner {
  mutating func takeURI(needsScheme: Bool) -> Bool {
    let hasScheme = takeScheme()
    guard hasScheme || !needsScheme else { return false }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      guard takeAuthority(), rest.first.map({ "/?#".utf8.contains($0) }) ?? true else {
        return false
      }
    } else if !hasScheme {
      // The first segment of a relative path holds no colon, which would end a scheme.
      let segment = rest.prefix { !"/?#".utf8.contains($0) }
      guard !segment.contains(UInt8(ascii: ":")) else { return false }
    }
    guard takeCharacters(besides: ":@/") else { return false }
    if take("?") {
      guard takeCharacters(besides: ":@/?") else { return false }
    }
    if take("#") {
      guard takeCharacters(besides: ":@/?") else { return false }
    }
    return true
  }

  private mutating func takeScheme() -> Bool {
    let scheme = rest.prefix { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    guard let first = scheme.first, first.isLetter,
      rest.dropFirst(scheme.count).first == UInt8(ascii: ":")
    else { return false }
    rest = rest.dropFirst(scheme.count + 1)
    return true
  }

  private mutating func takeAuthority() -> Bool {
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    rest = rest.dropFirst(authority.count)
    var host = FormatScanner(authority)
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
      var user = FormatScanner(authority[..<at])
      guard user.takeCharacters(besides: ":"), user.isAtEnd else { return false }
      host.rest = authority[(at + 1)...]
    }
    guard host.take("[") ? host.takeLiteral() : host.takeCharacters(besides: "") else {
      return false
    }
    if host.take(":") { host.take(while: \.isDigit) }
    return host.isAtEnd
  }

  /// An IPv6 address or a literal of a later version, and the bracket that closes it.
  private mutating func takeLiteral() -> Bool {
    guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
    var literal = FormatScanner(rest[..<end])
    rest = rest[(end + 1)...]
    if literal.take("v") || literal.take("V") {
      guard literal.take(while: { $0.hexValue != nil }) > 0, literal.take("."),
        !literal.isAtEnd
      else { return false }
      literal.take { Self.isUnreservedOrDelimiter($0) || $0 == UInt8(ascii: ":") }
      return literal.isAtEnd
    }
    return literal.takeIPv6() && literal.isAtEnd
  }

  /// Takes unreserved characters, sub-delimiters, percent-encoded bytes and some others.
  private mutating func takeCharacters(besides others: String) -> Bool {
    while true {
      take { Self.isUnreservedOrDelimiter($0) || others.utf8.contains($0) }
      guard take("%") else { return true }
      guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy({ $0.hexValue != nil }) else {
        return false
      }
      rest = rest.dropFirst(2)
    }
  }

  private static func isUnreservedOrDelimiter(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-._~!$&'()*+,;=".utf8.contains(byte)
  }
}
