/// The encodings in which a value may turn up in text: base64 (RFC 4648 §4 and §5), base16 (§8),
/// percent-encoding (RFC 3986 §2.1).
enum Encodings {
  private static let standard = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let urlSafe = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Base64 without line breaks; padded in the standard alphabet, unpadded in the URL-safe one.
  static func base64(_ bytes: [UInt8], urlSafe isURLSafe: Bool = false) -> String {
    let alphabet = isURLSafe ? urlSafe : standard
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0...group.count { text.append(alphabet[bits >> (18 - 6 * place) & 63]) }
      if !isURLSafe { text += [UInt8](repeating: 0x3D, count: 3 - group.count) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads base64 in either alphabet, padded or not; nil for anything else.
  static func decodeBase64(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits = 0
    var count = 0
    for character in text.utf8.reversed().drop(while: { $0 == 0x3D }).reversed() {
      guard let value = standard.firstIndex(of: character) ?? urlSafe.firstIndex(of: character)
      else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(bits >> count & 0xFF))
    }
    return count < 6 ? bytes : nil
  }

  /// Base16 in lower or upper case.
  static func hex(_ bytes: some Sequence<UInt8>, uppercase: Bool = false) -> String {
    let digits = Array((uppercase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Percent-encodes all but RFC 3986's unreserved characters.
  static func percent(_ bytes: [UInt8], uppercase: Bool = true) -> String {
    let text = bytes.flatMap { byte -> [UInt8] in
      isUnreserved(byte) ? [byte] : [0x25] + hex([byte], uppercase: uppercase).utf8
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }
}
