/// Scalars of which those above U+007F are not told apart: either all of them, or none.
struct ScalarMask: Sendable {
  private var ascii: (UInt64, UInt64)
  private var hasOthers: Bool

  /// At least those of a set.
  init(_ set: ScalarSet) {
    ascii = set.ascii
    hasOthers = true
  }

  /// Those of both.
  func union(_ other: ScalarMask) -> ScalarMask {
    var union = self
    union.ascii.0 |= other.ascii.0
    union.ascii.1 |= other.ascii.1
    union.hasOthers = hasOthers || other.hasOthers
    return union
  }

  @inline(__always)
  func contains(_ value: UInt32) -> Bool {
    switch value {
    case ..<64: ascii.0 >> value & 1 == 1
    case ..<128: ascii.1 >> (value - 64) & 1 == 1
    default: hasOthers
    }
  }
}

extension PatternTerm {
  /// What every match begins with, place by place, as far as the term tells: a text in which other
  /// scalars stand need not be tried.
  var prefix: [ScalarMask] { Array(leading.masks.prefix(4)) }

  /// The scalars that a match begins with, and whether it ends with them, so that what follows the
  /// term begins there.
  private var leading: (masks: [ScalarMask], isWhole: Bool) {
    switch self {
    case .set(let set): ([ScalarMask(set)], true)
    case .start, .end, .boundary, .look: ([], true)
    case .backreference: ([], false)
    case .capture(let term, _): term.leading
    case .sequence(let terms): Self.leading(ofSequence: terms)
    case .alternatives(let terms): Self.leading(ofAlternatives: terms)
    case .repetition(let term, let quantifier, _):
      quantifier.minimum == 0
        ? ([], false)
        : (term.leading.masks, quantifier.maximum == 1 && term.leading.isWhole)
    }
  }

  private static func leading(
    ofSequence terms: [PatternTerm]
  ) -> (masks: [ScalarMask], isWhole: Bool) {
    var masks: [ScalarMask] = []
    for term in terms {
      let next = term.leading
      masks += next.masks
      guard next.isWhole else { return (masks, false) }
    }
    return (masks, true)
  }

  /// The places that all of them have; whole only if each ends there.
  private static func leading(
    ofAlternatives terms: [PatternTerm]
  ) -> (masks: [ScalarMask], isWhole: Bool) {
    let each = terms.map(\.leading)
    guard let first = each.first else { return ([], true) }
    let count = each.map(\.masks.count).min() ?? 0
    let masks = (0..<count).map { place in
      each.dropFirst().reduce(first.masks[place]) { $0.union($1.masks[place]) }
    }
    return (masks, each.allSatisfy { $0.isWhole && $0.masks.count == count })
  }
}
