/// Base 64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The text of some bytes.
  static func text(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      digits += [18, 12, 6, 0].prefix(group.count + 1).map { alphabet[word >> $0 & 63] }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes of a text; nil when it has a character outside the alphabet or a wrong length.
  static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var word = 0
    var bits = 0
    for digit in text.utf8 {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      word = (word << 6 | value) & 0xFFFF
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: word >> bits))
    }
    return bits < 6 ? bytes : nil
  }
}
