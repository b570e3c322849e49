/// Host names and addresses.
extension FormatScanner {
  /// Four decimal numbers below 256, without leading zeros (RFC 2673, 3.2).
  mutating func takeIPv4() -> Bool {
    for number in 0..<4 {
      guard number == 0 || take(".") else { return false }
      let digits = rest.prefix(while: \.isDigit)
      guard (1...3).contains(digits.count), digits.count == 1 || digits.first != 0x30,
        digits.reduce(0, { $0 * 10 + Int($1 - 0x30) }) < 256
      else { return false }
      rest = rest.dropFirst(digits.count)
    }
    return true
  }

  /// Eight groups of hexadecimal digits, one run of zero groups shortened to `::`, the last two
  /// possibly an IPv4 address (RFC 4291, 2.2).
  mutating func takeIPv6() -> Bool {
    var groups = 0
    var isShortened = false
    if rest.starts(with: "::".utf8) {
      rest = rest.dropFirst(2)
      isShortened = true
    }
    while let first = rest.first, first.hexValue != nil {
      let digits = rest.prefix { $0.hexValue != nil }.count
      if rest.dropFirst(digits).first == UInt8(ascii: ".") {
        guard takeIPv4() else { return false }
        groups += 2
        break
      }
      guard digits <= 4 else { return false }
      rest = rest.dropFirst(digits)
      groups += 1
      guard rest.first == UInt8(ascii: ":") else { break }
      if rest.starts(with: "::".utf8) {
        guard !isShortened else { return false }
        isShortened = true
        rest = rest.dropFirst(2)
      } else {
        rest.removeFirst()
        guard let next = rest.first, next.hexValue != nil else { return false }
      }
    }
    return isShortened ? groups < 8 : groups == 8
  }

  /// A name of RFC 1123, 2.1: labels of letters, digits and inner hyphens, 63 bytes each, 253 in
  /// all.
  ///
  /// A label in Punycode must be one that RFC 5891 allows.
  mutating func takeHostname() -> Bool {
    guard (1...253).contains(rest.count) else { return false }
    let labels = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    rest = rest.dropFirst(rest.count)
    return labels.allSatisfy(Self.isLabel)
  }

  private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
    guard (1...63).contains(label.count), label.first != 0x2D, label.last != 0x2D,
      label.allSatisfy({ $0.isLetter || $0.isDigit || $0 == 0x2D })
    else { return false }
    guard label.prefix(4).map({ $0 | 0x20 }) == Array("xn--".utf8) else { return true }
    return Punycode.decode(label.dropFirst(4)).map(InternationalLabel.isAllowed) ?? false
  }

  /// A mailbox of RFC 5321, 4.1.2.
  mutating func takeEmail() -> Bool {
    guard rest.first == 0x22 ? takeQuotedString() : takeDotAtom(), take("@") else { return false }
    guard take("[") else { return takeHostname() }
    guard rest.last == UInt8(ascii: "]") else { return false }
    var literal = FormatScanner(rest.dropLast())
    rest = rest.dropFirst(rest.count)
    guard literal.rest.prefix(5).map({ $0 | 0x20 }) == Array("ipv6:".utf8) else {
      return literal.takeIPv4() && literal.isAtEnd
    }
    literal.rest = literal.rest.dropFirst(5)
    return literal.takeIPv6() && literal.isAtEnd
  }

  private mutating func takeDotAtom() -> Bool {
    repeat {
      let taken = take { $0.isLetter || $0.isDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
      guard taken > 0 else { return false }
    } while take(".")
    return true
  }

  private mutating func takeQuotedString() -> Bool {
    rest.removeFirst()
    while let byte = rest.popFirst() {
      switch byte {
      case 0x22: return true
      case 0x5C:
        guard let escaped = rest.popFirst(), (0x20...0x7E).contains(escaped) else { return false }
      case 0x20...0x7E: continue
      default: return false
      }
    }
    return false
  }
}
