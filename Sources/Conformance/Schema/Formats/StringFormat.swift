/// The formats that are judged where `format` is an assertion.
///
/// Any other name is an annotation only.
enum StringFormat: String, CaseIterable, Sendable {
  case dateTime = "date-time"
  case date, time, duration, email, hostname, ipv4, ipv6, uri
  case uriReference = "uri-reference"
  case uuid
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  case regex

  /// What a string of the format is, for sentences.
  var phrase: String {
    switch self {
    case .dateTime: "a date and time of RFC 3339, such as 2026-07-21T12:00:00Z"
    case .date: "a date of RFC 3339, such as 2026-07-21"
    case .time: "a time of RFC 3339 with its offset, such as 12:00:00Z"
    case .duration: "a duration of ISO 8601, such as PT5M"
    case .email: "an e-mail address of RFC 5321"
    case .hostname: "a host name of RFC 1123"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .uri: "a URI with its scheme (RFC 3986)"
    case .uriReference: "a URI or relative reference (RFC 3986)"
    case .uuid: "a UUID of RFC 9562"
    case .jsonPointer: "a JSON Pointer of RFC 6901"
    case .relativeJSONPointer: "a relative JSON Pointer"
    case .regex: "a regular expression of ECMA-262"
    }
  }

  /// Whether a string is of the format.
  func accepts(_ text: String) -> Bool {
    switch self {
    case .regex: return (try? ECMAPattern(text)) != nil
    default: break
    }
    var scanner = FormatScanner(text)
    let isAccepted =
      switch self {
      case .dateTime: scanner.takeDateTime()
      case .date: scanner.takeDate()
      case .time: scanner.takeTime()
      case .duration: scanner.takeDuration()
      case .email: scanner.takeEmail()
      case .hostname: scanner.takeHostname()
      case .ipv4: scanner.takeIPv4()
      case .ipv6: scanner.takeIPv6()
      case .uri: scanner.takeURI(needsScheme: true)
      case .uriReference: scanner.takeURI(needsScheme: false)
      case .uuid: scanner.takeUUID()
      case .jsonPointer: scanner.takeJSONPointer()
      case .relativeJSONPointer: scanner.takeRelativeJSONPointer()
      case .regex: false
      }
    return isAccepted && scanner.isAtEnd
  }
}

/// Reads a text byte by byte; each `take…` moves past what it names, or gives false.
struct FormatScanner {
  var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = Array(text.utf8)[...] }

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: scalar) else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes as many bytes as a condition accepts, and gives how many.
  @discardableResult
  mutating func take(while accepts: (UInt8) -> Bool) -> Int {
    let taken = rest.prefix(while: accepts).count
    rest = rest.dropFirst(taken)
    return taken
  }

  /// A number of a fixed count of decimal digits; nil when they are not there.
  mutating func takeNumber(digits: Int) -> Int? {
    let digitBytes = rest.prefix(digits)
    guard digitBytes.count == digits, digitBytes.allSatisfy(\.isDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return digitBytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  mutating func takeUUID() -> Bool {
    for (number, length) in [8, 4, 4, 4, 12].enumerated() {
      guard number == 0 || take("-") else { return false }
      guard rest.prefix(while: { $0.hexValue != nil }).count == length else { return false }
      rest = rest.dropFirst(length)
    }
    return true
  }

  mutating func takeJSONPointer() -> Bool {
    guard !isAtEnd else { return true }
    guard rest.first == UInt8(ascii: "/") else { return false }
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else { continue }
      guard take("0") || take("1") else { return false }
    }
    return true
  }

  mutating func takeRelativeJSONPointer() -> Bool {
    guard takeUnsigned() else { return false }
    if take("+") || take("-") {
      guard takeUnsigned() else { return false }
    }
    return take("#") || takeJSONPointer()
  }

  /// A decimal number without leading zeros.
  private mutating func takeUnsigned() -> Bool {
    if take("0") { return true }
    return take(while: \.isDigit) > 0
  }
}
