/// Runs a program over a text, given by the numbers of its scalars: bytes where it is ASCII.
///
/// Where no backreference makes the past matter, a place of program and text that failed once is
/// not tried again, so that the time grows with the product of both and not exponentially.
struct PatternMatcher<Scalar: FixedWidthInteger & UnsignedInteger> {
  let program: Shared<PatternProgram>
  let input: UnsafeBufferPointer<Scalar>
  /// Where the registers' parts begin and end; -1 for nowhere.
  private var registers: [Int]
  private var stack: [Entry] = []
  private var steps = 0
  private let stepLimit: Int
  /// A bit for each split and place that was tried; empty until it pays.
  private var tried: [UInt64] = []
  /// The bits set since the outermost look-around began, to take back when it succeeds.
  private var log: [Int]?

  /// A place to go on at, or what a register held before.
  private struct Entry {
    /// An instruction, or a register as its negative less one.
    var target: Int
    /// A place in the text, or the register's value.
    var value: Int
  }

  /// Steps before places are remembered, and the bits that are at most kept for it.
  private static var patience: Int { 4_000 }
  private static var memoryLimit: Int { 256_000_000 }

  init(program: Shared<PatternProgram>, input: UnsafeBufferPointer<Scalar>) {
    self.program = program
    self.input = input
    registers = [Int](repeating: -1, count: program.value.registerCount)
    stepLimit = (program.value.hasBackreference ? 1_000_000 : 20_000_000) + 64 * input.count
  }

  /// Whether the program accepts from some place of the text; nil when it takes too long.
  mutating func search() -> Bool? {
    let prefix = program.value.prefix
    for start in 0...(program.value.isAnchored ? 0 : input.count) {
      guard canBegin(prefix, start) else { continue }
      if run(0, start) { return true }
      if steps > stepLimit { return nil }
      while let entry = stack.popLast() { restore(entry) }
    }
    return false
  }
}

extension PatternMatcher {
  /// Whether what stands at a place may be the beginning of a match.
  @inline(__always)
  private func canBegin(_ prefix: [ScalarMask], _ start: Int) -> Bool {
    guard start + prefix.count <= input.count else { return false }
    for place in prefix.indices where !prefix[place].contains(UInt32(input[start + place])) {
      return false
    }
    return true
  }
}

// MARK: - Running

extension PatternMatcher {
  /// Runs to an `accept`; what it leaves on the stack are places to go on at and old registers.
  private mutating func run(_ start: Int, _ origin: Int) -> Bool {
    let base = stack.count
    var pc = start
    var place = origin
    while true {
      steps += 1
      guard steps <= stepLimit else { return false }
      if case .accept = program.value.instructions[pc] { return true }
      guard step(&pc, &place) else {
        guard backtrack(to: base, &pc, &place) else { return false }
        continue
      }
    }
  }

  /// Takes the most recent other way; false when there is none above a height of the stack.
  private mutating func backtrack(to base: Int, _ pc: inout Int, _ place: inout Int) -> Bool {
    while stack.count > base, let entry = stack.popLast() {
      if entry.target >= 0 {
        pc = entry.target
        place = entry.value
        return true
      }
      restore(entry)
    }
    return false
  }

  private mutating func restore(_ entry: Entry) {
    if entry.target < 0 { registers[-entry.target - 1] = entry.value }
  }

  private mutating func save(_ register: Int, _ value: Int) {
    stack.append(Entry(target: -register - 1, value: registers[register]))
    registers[register] = value
  }

  /// Performs one instruction; false when it fails.
  @inline(__always)
  private mutating func step(_ pc: inout Int, _ place: inout Int) -> Bool {
    switch program.value.instructions[pc] {
    case .set(let set, let isBackward):
      let index = isBackward ? place - 1 : place
      guard index >= 0, index < input.count,
        program.value.contains(UInt32(input[index]), inSet: set)
      else {
        return false
      }
      place += isBackward ? -1 : 1
    case .split(let first, let second):
      guard isFirstVisit(pc, place) else { return false }
      stack.append(Entry(target: second, value: place))
      pc = first
      return true
    case .jump(let target):
      pc = target
      return true
    case .start: guard place == 0 else { return false }
    case .end: guard place == input.count else { return false }
    case .boundary(let isNegated):
      guard (isWord(place - 1) != isWord(place)) != isNegated else { return false }
    case .save(let register): save(register, place)
    case .forget(let range): for register in range { save(register, -1) }
    case .progress(let register): guard registers[register] != place else { return false }
    case .look(let isNegated, let end):
      guard look(from: pc + 1, place) != isNegated else { return false }
      pc = end
      return true
    case .backreference(let group, let isBackward):
      guard matchGroup(group, &place, isBackward: isBackward) else { return false }
    case .accept: return true
    }
    pc += 1
    return true
  }

  private func isWord(_ index: Int) -> Bool {
    guard index >= 0, index < input.count else { return false }
    return ScalarSet.wordSet.contains(UInt32(input[index]))
  }

  private mutating func matchGroup(
    _ group: Int, _ place: inout Int, isBackward: Bool
  ) -> Bool {
    let start = registers[2 * group]
    let end = registers[2 * group + 1]
    guard start >= 0, end >= start else { return true }
    let low = isBackward ? place - (end - start) : place
    guard low >= 0, low + end - start <= input.count,
      (0..<(end - start)).allSatisfy({ input[low + $0] == input[start + $0] })
    else { return false }
    place = isBackward ? low : low + end - start
    return true
  }

  /// Runs a look-around on its own.
  ///
  /// The ways that it did not take are dropped; the registers that
  /// it changed can still be restored.
  private mutating func look(from pc: Int, _ place: Int) -> Bool {
    let base = stack.count
    let outerLog = log
    log = []
    let isFound = run(pc, place)
    if isFound {
      let changes = stack[base...].filter { $0.target < 0 }
      stack.removeLast(stack.count - base)
      stack += changes
      for bit in log ?? [] { tried[bit / 64] &= ~(1 << (bit % 64)) }
      log = outerLog
    } else {
      log = outerLog.map { $0 + (log ?? []) }
    }
    return isFound
  }

  /// Whether a split is tried at a place for the first time, as far as that is remembered.
  @inline(__always)
  private mutating func isFirstVisit(_ pc: Int, _ place: Int) -> Bool {
    guard steps > Self.patience, !program.value.hasBackreference else { return true }
    let bit = pc * (input.count + 1) + place
    if tried.isEmpty {
      let size = program.value.instructions.count * (input.count + 1)
      guard size <= Self.memoryLimit else { return true }
      tried = [UInt64](repeating: 0, count: size / 64 + 1)
    }
    guard tried[bit / 64] >> (bit % 64) & 1 == 0 else { return false }
    tried[bit / 64] |= 1 << (bit % 64)
    log?.append(bit)
    return true
  }
}
