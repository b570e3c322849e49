/// Which vectors run, which wait for time, and when the clock may move: a pure state machine.
///
/// With a clock that can be moved, every vector runs until all that are left wait for time; then
/// the clock is moved to the earliest of those instants. A vector that waits holds no slot.
struct Agenda {
  /// A wait for target time.
  struct Wait: Hashable {
    var vector: Int
    var ticket: Int
    var until: Instant
  }

  private var pending: ArraySlice<Int>
  private let width: Int
  private var running: Set<Int> = []
  /// The earliest first; among equals, the one that came first.
  private var waits: [Wait] = []
  /// The vectors that hold an end from their start to their end, and how many may at once.
  private let holding: Set<Int>
  private let leases: Int
  private var leased: Set<Int> = []

  init(count: Int, width: Int, holding: Set<Int> = [], leases: Int = 1) {
    pending = (0..<count)[...].map { $0 }[...]
    self.width = max(1, width)
    self.holding = holding
    self.leases = max(1, leases)
  }

  /// The next vector to start; nil when none is left, no slot is free, or no end for it.
  mutating func start() -> Int? {
    guard running.count < width, let index = startable else { return nil }
    let isFirst = index == pending.startIndex
    let next = isFirst ? pending.removeFirst() : pending.remove(at: index)
    running.insert(next)
    if holding.contains(next) { leased.insert(next) }
    return next
  }

  /// Where the next vector that can start stands: those that find no end let others go first.
  private var startable: Int? {
    guard leased.count >= leases else { return pending.isEmpty ? nil : pending.startIndex }
    return pending.firstIndex { !holding.contains($0) }
  }

  /// Puts a vector back, to be performed again.
  mutating func restart(_ vector: Int) {
    end(vector)
    pending.insert(vector, at: pending.startIndex)
  }

  /// A vector has ended, and holds nothing any more.
  mutating func end(_ vector: Int) {
    running.remove(vector)
    if leased.remove(vector) != nil { waits.removeAll { $0.vector == vector } }
  }

  /// A vector ends before it was started.
  mutating func drop(_ vector: Int) {
    pending.removeAll { $0 == vector }
  }

  /// A vector waits for time, though perhaps not for that alone.
  mutating func wait(_ wait: Wait) {
    var low = 0
    var high = waits.count
    while low < high {
      let middle = (low + high) / 2
      if waits[middle].until <= wait.until { low = middle + 1 } else { high = middle }
    }
    waits.insert(wait, at: low)
  }

  /// A vector goes on although it waited.
  mutating func resume(_ vector: Int) {
    running.insert(vector)
  }

  /// A vector waits for nothing but time, or for what will end by itself.
  mutating func release(_ vector: Int) {
    running.remove(vector)
  }

  /// Whether no vector runs and none is left to be started.
  var isQuiet: Bool { running.isEmpty && pending.isEmpty }

  /// The instant to move the clock to; nil while anything still runs or can be started.
  var nextMove: Instant? {
    guard running.isEmpty, startable == nil else { return nil }
    return waits.first?.until
  }

  /// The earliest instant that a vector waits for; nil when none waits.
  var nextWait: Instant? { waits.first?.until }

  /// Takes out the waits whose instant has come, the earliest first.
  mutating func due(_ now: Instant) -> [Wait] {
    let count = waits.firstIndex { $0.until > now } ?? waits.count
    let due = Array(waits.prefix(count))
    waits.removeFirst(count)
    return due
  }
}
