import StrictJSON

/// Makes values that differ in every run, and are the same again for the same seed.
struct FreshValues {
  private var state: UInt64

  /// Seeds by the run's seed, the vector and the attempt.
  init(seed: UInt64, vector: String, attempt: Int) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in vector.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    state = seed ^ hash &+ UInt64(attempt) &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func make(_ kind: FreshKind) -> JSON {
    switch kind {
    case .uuid: .string(uuid())
    case .word: .string(word(12))
    case .email: .string("\(word(12))@example.com")
    case .number: .number(JSONNumber(Int(100_000_000 + next() % 900_000_000)))
    }
  }

  /// A version 4 UUID in lower case (RFC 9562 §5.4).
  private mutating func uuid() -> String {
    var bytes = (0..<16).map { _ in UInt8(truncatingIfNeeded: next() >> 32) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let hex = Array(Encodings.hex(bytes).utf8)
    let groups = [hex[0..<8], hex[8..<12], hex[12..<16], hex[16..<20], hex[20..<32]]
    return groups.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }

  private mutating func word(_ length: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let bytes = (0..<length).map { _ in letters[Int(next() % 36)] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
