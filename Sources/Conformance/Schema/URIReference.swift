/// A URI or relative reference, taken apart (RFC 3986).
struct URIReference: Hashable, Sendable {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  /// Takes a text apart as RFC 3986, appendix B does; every text has parts.
  init(_ text: String) {
    var rest = Substring(text)
    fragment = Self.cut("#", from: &rest)
    query = Self.cut("?", from: &rest)
    scheme = Self.cutScheme(from: &rest)
    if rest.utf8.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  /// Removes a delimiter and what follows it; nil when it does not occur.
  private static func cut(_ delimiter: Unicode.Scalar, from text: inout Substring) -> String? {
    guard let index = text.unicodeScalars.firstIndex(of: delimiter) else { return nil }
    let cut = text.unicodeScalars[text.unicodeScalars.index(after: index)...]
    text = text[..<index]
    return String(cut)
  }

  private static func cutScheme(from text: inout Substring) -> String? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon]
    guard let first = scheme.utf8.first, first.isLetter,
      scheme.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
    else { return nil }
    text = text[text.utf8.index(after: colon)...]
    return scheme.lowercased()
  }
}

// MARK: - Text

extension URIReference {
  var text: String {
    (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "") + path
      + (query.map { "?\($0)" } ?? "") + (fragment.map { "#\($0)" } ?? "")
  }

  var withoutFragment: URIReference {
    var copy = self
    copy.fragment = nil
    return copy
  }
}

// MARK: - Resolution

extension URIReference {
  /// The target of this reference within a base (RFC 3986, 5.2).
  func resolved(against base: URIReference) -> URIReference {
    guard scheme == nil else { return removingDots }
    var target = self
    target.scheme = base.scheme
    guard authority == nil else { return target.removingDots }
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
      return target
    }
    if !path.utf8.starts(with: "/".utf8) { target.path = base.merged(with: path) }
    return target.removingDots
  }

  private func merged(with relative: String) -> String {
    if authority != nil && path.isEmpty { return "/" + relative }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
    return path[...slash] + relative
  }

  /// The same with `.` and `..` segments resolved where the path is hierarchical.
  private var removingDots: URIReference {
    guard authority != nil || path.utf8.first == UInt8(ascii: "/") else { return self }
    var output: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (number, segment) in segments.enumerated() {
      let isLast = number == segments.count - 1
      switch segment {
      case ".": if isLast { output.append("") }
      case "..":
        if output.count > 1 { output.removeLast() }
        if isLast { output.append("") }
      default: output.append(segment)
      }
    }
    var copy = self
    copy.path = output.joined(separator: "/")
    return copy
  }
}

// MARK: - Percent-encoding

extension String {
  /// The text with its percent-encoded bytes decoded; nil when they are not UTF-8.
  var percentDecoded: String? {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let high = rest[rest.startIndex].hexValue,
        let low = rest[rest.startIndex + 1].hexValue
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

// MARK: - ASCII

extension UInt8 {
  /// Whether the byte is an ASCII letter.
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { self &- 0x30 < 10 }

  /// The value of an ASCII hexadecimal digit; nil for any other byte.
  var hexValue: UInt8? {
    if isDigit { return self - 0x30 }
    let letter = self | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(letter) ? letter - 87 : nil
  }
}
