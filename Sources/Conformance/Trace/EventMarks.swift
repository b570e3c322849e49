/// Which of a rule's event patterns an event fits, by their numbers.
struct EventMarks: OptionSet, Sendable, Hashable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The mark of one pattern of a machine, numbered from 0.
  init(_ number: Int) { rawValue = 1 << UInt64(number) }

  static let first = EventMarks(0)
  static let second = EventMarks(1)
  static let third = EventMarks(2)
  static let fourth = EventMarks(3)
  /// The event without which the rule says nothing.
  static let when = EventMarks(63)
  /// The event that lifts the rule when it comes first.
  static let unlessBefore = EventMarks(62)
  /// The event that must come first.
  static let ifBefore = EventMarks(61)
}
