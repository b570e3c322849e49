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

  init(count: Int, width: Int) {
    pending = (0..<count)[...].map { $0 }[...]
    self.width = max(1, width)
  }

  /// The next vector to start; nil when none is left or no slot is free.
  mutating func start() -> Int? {
    guard running.count < width, let next = pending.popFirst() else { return nil }
    running.insert(next)
    return next
  }

  /// Puts a vector back, to be performed again.
  mutating func restart(_ vector: Int) {
    running.remove(vector)
    pending.insert(vector, at: pending.startIndex)
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

  /// The instant to move the clock to; nil while anything still runs or can be started.
  var nextMove: Instant? {
    guard running.isEmpty, pending.isEmpty else { return nil }
    return waits.first?.until
  }

  /// Takes out the waits whose instant has come, the earliest first.
  mutating func due(_ now: Instant) -> [Wait] {
    let count = waits.firstIndex { $0.until > now } ?? waits.count
    let due = Array(waits.prefix(count))
    waits.removeFirst(count)
    return due
  }
}
