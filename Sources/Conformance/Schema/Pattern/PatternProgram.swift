/// A regular expression as instructions for a machine that backtracks.
struct PatternProgram: Sendable {
  private(set) var instructions: [Instruction] = []
  private var sets: [ScalarSet] = []
  /// Of each set, which of U+0000–U+007F belong to it.
  private var masks: [ScalarMask] = []
  /// Two for each group, from the second pair on, where a backreference asks for them, and one for
  /// each loop that needs it.
  private(set) var registerCount: Int
  let isAnchored: Bool
  let hasBackreference: Bool
  /// What every match begins with, place by place, as far as that is known.
  let prefix: [ScalarMask]

  enum Instruction: Sendable {
    /// Consumes a scalar of a set, to the right or to the left.
    case set(Int, isBackward: Bool)
    case start
    case end
    case boundary(isNegated: Bool)
    /// Goes on at the first place, and at the second if that fails.
    case split(Int, Int)
    case jump(Int)
    case save(Int)
    case forget(Range<Int>)
    /// Fails when nothing was consumed since a register was saved.
    case progress(Int)
    /// Runs what follows up to its `accept` on its own, then goes on at a place.
    case look(isNegated: Bool, end: Int)
    case backreference(Int, isBackward: Bool)
    case accept
  }

  /// Instructions of one expression; bounded repetitions are written out.
  static let sizeLimit = 250_000

  init(_ term: PatternTerm, groups: Int) throws(ECMAPatternError) {
    isAnchored = term.isAnchored
    hasBackreference = term.hasBackreference
    prefix = term.prefix
    registerCount = hasBackreference ? 2 * (groups + 1) : 0
    try compile(term, isBackward: false)
    try emit(.accept)
  }
}

extension PatternProgram {
  /// Whether a scalar belongs to the set of an instruction.
  @inline(__always)
  func contains(_ value: UInt32, inSet set: Int) -> Bool {
    value < 128 ? masks[set].contains(value) : sets[set].contains(value)
  }
}

// MARK: - Compiling

extension PatternProgram {
  private mutating func emit(_ instruction: Instruction) throws(ECMAPatternError) {
    guard instructions.count < Self.sizeLimit else {
      throw ECMAPatternError(
        offset: 0, message: "repetitions that need more than \(Self.sizeLimit) instructions")
    }
    instructions.append(instruction)
  }

  private mutating func compile(
    _ term: PatternTerm, isBackward: Bool
  ) throws(ECMAPatternError) {
    switch term {
    case .set(let set):
      sets.append(set)
      masks.append(ScalarMask(set))
      try emit(.set(sets.count - 1, isBackward: isBackward))
    case .start: try emit(.start)
    case .end: try emit(.end)
    case .boundary(let isNegated): try emit(.boundary(isNegated: isNegated))
    case .sequence(let terms):
      for term in isBackward ? terms.reversed() : terms {
        try compile(term, isBackward: isBackward)
      }
    case .alternatives(let terms): try compileAlternatives(terms, isBackward: isBackward)
    case .capture(let term, let number):
      guard hasBackreference else { return try compile(term, isBackward: isBackward) }
      try emit(.save(2 * number + (isBackward ? 1 : 0)))
      try compile(term, isBackward: isBackward)
      try emit(.save(2 * number + (isBackward ? 0 : 1)))
    case .look(let term, let isAhead, let isNegated):
      let look = instructions.count
      try emit(.look(isNegated: isNegated, end: 0))
      try compile(term, isBackward: !isAhead)
      try emit(.accept)
      instructions[look] = .look(isNegated: isNegated, end: instructions.count)
    case .repetition(let term, let quantifier, let groups):
      try compile(term, quantifier, groups, isBackward: isBackward)
    case .backreference(let number):
      try emit(.backreference(number, isBackward: isBackward))
    }
  }

  private mutating func compileAlternatives(
    _ terms: [PatternTerm], isBackward: Bool
  ) throws(ECMAPatternError) {
    var jumps: [Int] = []
    for (number, term) in terms.enumerated() {
      guard number < terms.count - 1 else {
        try compile(term, isBackward: isBackward)
        break
      }
      let split = instructions.count
      try emit(.split(0, 0))
      try compile(term, isBackward: isBackward)
      jumps.append(instructions.count)
      try emit(.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
  }
}

// MARK: - Repetitions

extension PatternProgram {
  private mutating func compile(
    _ term: PatternTerm, _ quantifier: PatternQuantifier, _ groups: Range<Int>, isBackward: Bool
  ) throws(ECMAPatternError) {
    for _ in 0..<quantifier.minimum {
      let size = instructions.count
      try compileBody(term, groups, isBackward: isBackward)
      guard instructions.count > size else { break }
    }
    guard let maximum = quantifier.maximum else {
      let split = instructions.count
      try compileOptional(term, quantifier, groups, isBackward: isBackward) { split }
      return
    }
    var splits: [Int] = []
    for _ in 0..<(maximum - quantifier.minimum) {
      splits.append(instructions.count)
      try compileOptional(term, quantifier, groups, isBackward: isBackward) { nil }
    }
    for split in splits {
      instructions[split] = choice(split + 1, instructions.count, quantifier)
    }
  }

  /// A split, the body, and the way back to the split where there is one.
  private mutating func compileOptional(
    _ term: PatternTerm, _ quantifier: PatternQuantifier, _ groups: Range<Int>, isBackward: Bool,
    back: () -> Int?
  ) throws(ECMAPatternError) {
    let split = instructions.count
    try emit(.split(0, 0))
    let mark = term.canBeEmpty ? registerCount : nil
    if let mark {
      registerCount += 1
      try emit(.save(mark))
    }
    try compileBody(term, groups, isBackward: isBackward)
    if let mark { try emit(.progress(mark)) }
    if let target = back() { try emit(.jump(target)) }
    instructions[split] = choice(split + 1, instructions.count, quantifier)
  }

  private mutating func compileBody(
    _ term: PatternTerm, _ groups: Range<Int>, isBackward: Bool
  ) throws(ECMAPatternError) {
    if hasBackreference && !groups.isEmpty {
      try emit(.forget(2 * groups.lowerBound..<2 * groups.upperBound))
    }
    try compile(term, isBackward: isBackward)
  }

  private func choice(
    _ body: Int, _ end: Int, _ quantifier: PatternQuantifier
  ) -> Instruction {
    quantifier.isLazy ? .split(end, body) : .split(body, end)
  }
}
