/// A set of Unicode scalars, as a class or an escape describes it.
struct ScalarSet: Sendable {
  private(set) var items: [Item] = []
  private(set) var isNegated = false
  /// Which of U+0000–U+007F belong to the set.
  private(set) var ascii: (UInt64, UInt64) = (0, 0)

  enum Item: Sendable {
    case range(ClosedRange<UInt32>)
    case property(UnicodeProperty, isNegated: Bool)

    func contains(_ value: UInt32) -> Bool {
      switch self {
      case .range(let range): range.contains(value)
      case .property(let property, let isNegated): property.contains(value) != isNegated
      }
    }
  }

  init(_ items: [Item], isNegated: Bool = false) {
    self.items = items
    self.isNegated = isNegated
    for value in 0..<128 as Range<UInt32> where containsSlowly(value) {
      if value < 64 { ascii.0 |= 1 << value } else { ascii.1 |= 1 << (value - 64) }
    }
  }

  init(_ ranges: [ClosedRange<UInt32>], isNegated: Bool = false) {
    self.init(ranges.map(Item.range), isNegated: isNegated)
  }

  @inline(__always)
  func contains(_ value: UInt32) -> Bool {
    guard value >= 128 else {
      return value < 64 ? ascii.0 >> value & 1 == 1 : ascii.1 >> (value - 64) & 1 == 1
    }
    return containsSlowly(value)
  }

  private func containsSlowly(_ value: UInt32) -> Bool {
    items.contains { $0.contains(value) } != isNegated
  }
}

// MARK: - The sets of ECMA-262

extension ScalarSet {
  static let lineTerminators: [ClosedRange<UInt32>] = [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]
  static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
  static let word: [ClosedRange<UInt32>] = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
  /// What `\w` and `\b` mean, as a set.
  static let wordSet = ScalarSet(word)
  /// WhiteSpace and LineTerminator of ECMA-262, 12.2 and 12.3.
  static let space: [ClosedRange<UInt32>] = [
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ]

  /// What ranges in ascending order leave out.
  static func complement(of ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    result.append(next...0x10FFFF)
    return result
  }
}
