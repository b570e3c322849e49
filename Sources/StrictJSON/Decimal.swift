/// An exact decimal value: digits × 10^exponent, in one form only.
///
/// The digits begin and end with one that is not zero; zero has none, no sign and exponent 0.
struct Decimal: Hashable {
  var isNegative: Bool
  /// Values 0–9, most significant first.
  var digits: [UInt8]
  var exponent: Int128

  /// The power of ten above the most significant digit.
  private var magnitude: Int128 { exponent + Int128(digits.count) }
}

// MARK: - Reading

extension JSONNumber {
  var decimal: Decimal { Decimal(reading: text.utf8) }
}

extension Decimal {
  /// Reads a checked JSON number.
  init(reading text: String.UTF8View) {
    isNegative = false
    digits = []
    exponent = 0
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") {
      isNegative = true
      rest = rest.dropFirst()
    }
    var hasPoint = false
    while let byte = rest.first, byte | 0x20 != UInt8(ascii: "e") {
      rest = rest.dropFirst()
      guard byte != UInt8(ascii: ".") else {
        hasPoint = true
        continue
      }
      if hasPoint { exponent -= 1 }
      if !digits.isEmpty || byte != 0x30 { digits.append(byte - 0x30) }
    }
    exponent += Decimal.exponent(rest.dropFirst())
    normalise()
  }

  private static func exponent(_ text: Substring.UTF8View) -> Int128 {
    let limit: Int128 = 1_000_000_000_000_000_000_000_000_000_000_000_000
    var value: Int128 = 0
    for byte in text where byte &- 0x30 < 10 {
      value = min(value * 10 + Int128(byte - 0x30), limit)
    }
    return text.first == UInt8(ascii: "-") ? -value : value
  }

  private mutating func normalise() {
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty {
      isNegative = false
      exponent = 0
    }
  }
}

// MARK: - Order

extension Decimal: Comparable {
  static func < (left: Decimal, right: Decimal) -> Bool {
    guard left.isNegative == right.isNegative else { return left.isNegative }
    return left.isNegative ? right.isCloserToZero(than: left) : left.isCloserToZero(than: right)
  }

  private func isCloserToZero(than other: Decimal) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if magnitude != other.magnitude { return magnitude < other.magnitude }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}

// MARK: - Division

extension Decimal {
  /// Whether the quotient is an integer.
  ///
  /// With both in normal form, a × 10^k is a multiple of b for no k below zero, since a does not
  /// end in zero. For k above four times the digits of b, further tens change nothing: b holds
  /// fewer factors two and five than that.
  func isMultiple(of other: Decimal) -> Bool {
    guard !other.digits.isEmpty else { return false }
    guard !digits.isEmpty else { return true }
    let shift = exponent - other.exponent
    guard shift >= 0 else { return false }
    let zeros = Int(min(shift, Int128(other.digits.count * 4)))
    return other.digits.count <= 18
      ? shortRemainderIsZero(zeros: zeros, divisor: other.digits)
      : longRemainderIsZero(zeros: zeros, divisor: other.digits)
  }

  private func shortRemainderIsZero(zeros: Int, divisor: [UInt8]) -> Bool {
    let divisor = divisor.reduce(0 as UInt64) { $0 * 10 + UInt64($1) }
    var remainder: UInt64 = 0
    for place in 0..<(digits.count + zeros) {
      let digit = place < digits.count ? UInt64(digits[place]) : 0
      let (high, low) = remainder.multipliedFullWidth(by: 10)
      let (sum, carried) = low.addingReportingOverflow(digit)
      remainder = divisor.dividingFullWidth((high + (carried ? 1 : 0), sum)).remainder
    }
    return remainder == 0
  }

  /// Division as on paper, digit by digit.
  private func longRemainderIsZero(zeros: Int, divisor: [UInt8]) -> Bool {
    var remainder = [UInt8](repeating: 0, count: divisor.count + 1)
    let divisor = [0] + divisor
    for place in 0..<(digits.count + zeros) {
      remainder.removeFirst()
      remainder.append(place < digits.count ? digits[place] : 0)
      while !remainder.lexicographicallyPrecedes(divisor) {
        Self.subtract(divisor, from: &remainder)
      }
    }
    return remainder.allSatisfy { $0 == 0 }
  }

  private static func subtract(_ divisor: [UInt8], from remainder: inout [UInt8]) {
    var borrow: UInt8 = 0
    for index in remainder.indices.reversed() {
      let taken = divisor[index] + borrow
      borrow = remainder[index] < taken ? 1 : 0
      remainder[index] = remainder[index] + borrow * 10 - taken
    }
  }
}
