/// The digest that names a revision of a contract or of its vectors (FIPS 180-4).
enum SHA256 {
  /// The digest in lower-case base16.
  static func hex(_ bytes: [UInt8]) -> String {
    Encodings.hex(digest(bytes))
  }

  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var state: [UInt32] = fractions(of: primes.prefix(8)) { $0.squareRoot() }
    let message = padded(bytes)
    for start in stride(from: 0, to: message.count, by: 64) {
      compress(message[start..<start + 64], into: &state)
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    var message = bytes + [0x80]
    message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
    let bits = UInt64(bytes.count) * 8
    return message + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { at in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[at + $1]) }
    }
    for t in 16..<64 {
      let (a, b) = (words[t - 15], words[t - 2])
      let low = turned(a, 7) ^ turned(a, 18) ^ a >> 3
      let high = turned(b, 17) ^ turned(b, 19) ^ b >> 10
      words.append(words[t - 16] &+ low &+ words[t - 7] &+ high)
    }
    var s = state
    for t in 0..<64 {
      let mix = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)
      let choice = s[4] & s[5] ^ ~s[4] & s[6]
      let first = s[7] &+ mix &+ choice &+ constants[t] &+ words[t]
      let sum = turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)
      let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
      s = [first &+ sum &+ majority, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
    }
    for index in 0..<8 { state[index] &+= s[index] }
  }

  private static func turned(_ word: UInt32, _ by: UInt32) -> UInt32 {
    word >> by | word << (32 - by)
  }

  private static let primes: [Double] = (2...311).filter { candidate in
    !(2..<candidate).contains { candidate % $0 == 0 }
  }.map(Double.init)

  private static let constants = fractions(of: primes.prefix(64), root: cubeRoot)

  /// The first 32 bits of the fractional parts of the roots, as the standard defines its constants.
  private static func fractions(
    of numbers: ArraySlice<Double>, root: (Double) -> Double
  ) -> [UInt32] {
    numbers.map { number in
      let value = root(number)
      return UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }
  }

  private static func cubeRoot(_ number: Double) -> Double {
    var guess = 7.0
    for _ in 0..<60 { guess -= (guess * guess * guess - number) / (3 * guess * guess) }
    return guess
  }
}
