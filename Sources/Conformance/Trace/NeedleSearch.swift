/// Finds any of many texts in a text, in one pass for each length that they have (Rabin and Karp).
struct NeedleSearch: Sendable {
  /// A shorter needle is found only as a whole word, since it stands in much by chance.
  static let shortest = 8

  private struct Group {
    /// The factor of the byte that leaves the window.
    var leaving: UInt64
    var byHash: [UInt64: [Int]] = [:]
  }

  private var needles: [[UInt8]] = []
  private var groups: [Int: Group] = [:]
  /// The keys of the groups, in ascending order.
  private var lengths: [Int] = []
  private static let base: UInt64 = 0x1_0000_01B3

  var isEmpty: Bool { needles.isEmpty }

  /// Adds a needle, and gives its number and whether it is new; nil for an empty one, which is found
  /// nowhere.
  mutating func insert(_ needle: [UInt8]) -> (number: Int, isNew: Bool)? {
    guard !needle.isEmpty else { return nil }
    let hash = needle.reduce(0) { $0 &* Self.base &+ UInt64($1) }
    var group =
      groups.removeValue(forKey: needle.count)
      ?? Group(leaving: (1..<needle.count).reduce(1) { power, _ in power &* Self.base })
    defer {
      groups[needle.count] = group
      if groups.count != lengths.count { lengths = groups.keys.sorted() }
    }
    if let known = group.byHash[hash]?.first(where: { needles[$0] == needle }) {
      return (known, false)
    }
    needles.append(needle)
    group.byHash[hash, default: []].append(needles.count - 1)
    return (needles.count - 1, true)
  }

  /// The number of a needle that stands in the text; nil when none does.
  func first(in text: [UInt8]) -> Int? {
    for length in lengths where length <= text.count {
      if let group = groups[length], let found = first(in: text, length, group) { return found }
    }
    return nil
  }

  private func first(in text: [UInt8], _ length: Int, _ group: Group) -> Int? {
    var hash: UInt64 = 0
    for index in text.indices {
      hash = hash &* Self.base &+ UInt64(text[index])
      guard index + 1 >= length else { continue }
      let start = index + 1 - length
      if let numbers = group.byHash[hash],
        let number = numbers.first(where: { stands($0, in: text, at: start) })
      {
        return number
      }
      hash &-= UInt64(text[start]) &* group.leaving
    }
    return nil
  }

  private func stands(_ number: Int, in text: [UInt8], at start: Int) -> Bool {
    let end = start + needles[number].count
    guard text[start..<end].elementsEqual(needles[number]) else { return false }
    guard needles[number].count < Self.shortest else { return true }
    let isWordBefore = start > 0 && Self.isWord(text[start - 1])
    return !isWordBefore && !(end < text.count && Self.isWord(text[end]))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
      true
    default: false
    }
  }
}
