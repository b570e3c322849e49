/// A set of attempts by their numbers, a bit each.
struct AttemptSet: Sendable {
  private var words: [UInt64] = []

  /// Whether an attempt is in the set.
  subscript(attempt: Int) -> Bool {
    attempt / 64 < words.count && words[attempt / 64] & 1 << (attempt % 64) != 0
  }

  /// Whether no attempt is in the set.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  mutating func insert(_ attempt: Int) {
    while words.count <= attempt / 64 { words.append(0) }
    words[attempt / 64] |= 1 << (attempt % 64)
  }
}
