/// One HTTP/1.1 request.
public struct HTTPRequest: Sendable, Hashable {
  /// The method as sent; its case matters (RFC 9110, 9.1).
  public var method: String
  /// The request-target byte for byte, not normalised: `/a?b=%2F`, `*`, `http://other/`.
  public var target: String
  /// The header fields in order.
  public var fields: HTTPFields
  /// The body, transfer coding removed; empty when there is none.
  public var body: [UInt8]

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: The method, `GET` by default.
  ///   - target: The request-target.
  ///   - fields: The header fields in order.
  ///   - body: The body.
  public init(
    method: String = "GET", target: String = "/", fields: HTTPFields = [], body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
  }
}

// MARK: - Parts of the target

extension HTTPRequest {
  /// The target up to its first question mark, not decoded; of an absolute target the part after
  /// the authority, `/` when that is empty.
  public var path: String {
    let path = String(originTarget.prefix { $0 != "?" })
    return path.isEmpty ? "/" : path
  }

  /// The target after its first question mark, not decoded; nil when there is no question mark.
  public var query: String? {
    let target = originTarget
    guard let mark = target.firstIndex(of: "?") else { return nil }
    return String(target[target.index(after: mark)...])
  }

  /// The query split at `&` and at the first `=`, percent-decoded, `+` read as a space.
  ///
  /// An item without `=` has an empty value. Bytes that are not UTF-8 become U+FFFD.
  public var queryItems: [(name: String, value: String)] {
    guard let query else { return [] }
    return query.utf8.split(separator: UInt8(ascii: "&")).map { item in
      let parts = item.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = percentDecoded(parts[0], plusIsSpace: true)
      return (name, parts.count > 1 ? percentDecoded(parts[1], plusIsSpace: true) : "")
    }
  }

  /// The path split at `/`, each part percent-decoded; the empty part before the first `/` is left
  /// out.
  public var pathSegments: [String] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
      .map { percentDecoded($0, plusIsSpace: false) }
  }

  /// Finds the first query item of a name.
  ///
  /// - Parameter name: The decoded name, compared byte for byte.
  /// - Returns: Its decoded value, or nil when no item has that name.
  public func queryValue(_ name: String) -> String? {
    queryItems.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  private var originTarget: Substring {
    guard !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") else {
      return target[...]
    }
    let rest = target[scheme.upperBound...]
    guard let start = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
    return rest[start...]
  }
}

private func percentDecoded(_ text: Substring.UTF8View, plusIsSpace: Bool) -> String {
  var bytes: [UInt8] = []
  var rest = text[...]
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%"), let value = UInt8(hexPair: rest.prefix(2)) {
      bytes.append(value)
      rest.removeFirst(2)
    } else {
      bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

extension UInt8 {
  fileprivate init?(hexPair pair: Substring.UTF8View.SubSequence) {
    let digits = pair.compactMap(\.hexDigitValue)
    guard digits.count == 2 else { return nil }
    self = UInt8(digits[0] << 4 | digits[1])
  }

  /// The value of an ASCII hexadecimal digit, or nil.
  var hexDigitValue: Int? {
    switch self {
    case 0x30...0x39: Int(self) - 0x30
    case 0x41...0x46: Int(self) - 0x41 + 10
    case 0x61...0x66: Int(self) - 0x61 + 10
    default: nil
    }
  }
}
