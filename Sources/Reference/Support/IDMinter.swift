/// A seeded source of identifiers: the same seed mints the same ids in the same order.
struct IDMinter: Sendable, RandomNumberGenerator {
  /// The digits and letters of the documents' samples.
  static let alphanumerics = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  private var state: UInt64

  /// Creates a minter; without a seed, one that nobody can foresee.
  init(seed: UInt64? = nil) {
    state = seed ?? .random(in: .min ... .max)
  }

  /// The next 64 bits (SplitMix64).
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A token of so many characters out of an alphabet.
  mutating func token(length: Int, alphabet: [UInt8] = Self.alphanumerics) -> String {
    var bytes: [UInt8] = []
    for _ in 0..<length { bytes.append(alphabet[Int.random(in: alphabet.indices, using: &self)]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A version 4 UUID in lower case.
  mutating func uuid() -> String {
    var high = next()
    var low = next()
    high = high & ~0xF000 | 0x4000
    low = low & ~(0b11 << 62) | 0b10 << 62
    let digits = hexadecimal(high) + hexadecimal(low)
    var parts: [Substring] = []
    var rest = digits[...]
    for length in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return parts.joined(separator: "-")
  }

  private func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
