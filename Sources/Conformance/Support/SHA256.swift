/// The digest that names a revision of a contract or of its vectors (FIPS 180-4).
///
/// Bytes are added in as many parts as they come in.
struct SHA256 {
  private var state: [UInt32] = fractions(of: primes.prefix(8)) { $0.squareRoot() }
  /// The words of a block's schedule, kept so that no block costs memory.
  private var words = [UInt32](repeating: 0, count: 64)
  /// Bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  /// The digest of bytes in lower-case base16.
  static func hex(_ bytes: [UInt8]) -> String {
    Encodings.hex(digest(bytes))
  }

  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.add(bytes)
    return hash.digest()
  }

  /// Adds bytes after those that were added before.
  mutating func add(_ bytes: [UInt8]) {
    count += UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(64 - rest.count, bytes.count)
      rest += bytes[..<start]
      guard rest.count == 64 else { return }
      rest.withUnsafeBufferPointer { compress($0) }
      rest.removeAll(keepingCapacity: true)
    }
    bytes.withUnsafeBufferPointer { bytes in
      while start + 64 <= bytes.count {
        compress(.init(rebasing: bytes[start..<start + 64]))
        start += 64
      }
    }
    rest += bytes[start...]
  }

  /// The digest of all that was added.
  func digest() -> [UInt8] {
    var copy = self
    let bits = count * 8
    let gap = (119 - Int(count % 64)) % 64
    copy.add([0x80] + [UInt8](repeating: 0, count: gap))
    copy.add((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) })
    return copy.state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }
}

// MARK: - One block

extension SHA256 {
  private mutating func compress(_ block: UnsafeBufferPointer<UInt8>) {
    words.withUnsafeMutableBufferPointer { Self.schedule(block, into: $0) }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    words.withUnsafeBufferPointer { words in
      Self.constants.withUnsafeBufferPointer { constants in
        for t in 0..<64 {
          let mix = Self.turned(e, 6) ^ Self.turned(e, 11) ^ Self.turned(e, 25)
          let first = h &+ mix &+ (e & f ^ ~e & g) &+ constants[t] &+ words[t]
          let sum = Self.turned(a, 2) ^ Self.turned(a, 13) ^ Self.turned(a, 22)
          let second = sum &+ (a & b ^ a & c ^ b & c)
          (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
      }
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func schedule(
    _ block: UnsafeBufferPointer<UInt8>, into words: UnsafeMutableBufferPointer<UInt32>
  ) {
    for t in 0..<16 {
      let high = UInt32(block[4 * t]) << 24 | UInt32(block[4 * t + 1]) << 16
      words[t] = high | UInt32(block[4 * t + 2]) << 8 | UInt32(block[4 * t + 3])
    }
    for t in 16..<64 {
      let (a, b) = (words[t - 15], words[t - 2])
      let low = turned(a, 7) ^ turned(a, 18) ^ a >> 3
      let high = turned(b, 17) ^ turned(b, 19) ^ b >> 10
      words[t] = words[t - 16] &+ low &+ words[t - 7] &+ high
    }
  }

  private static func turned(_ word: UInt32, _ by: UInt32) -> UInt32 {
    word &>> by | word &<< (32 &- by)
  }
}

// MARK: - Constants

extension SHA256 {
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
