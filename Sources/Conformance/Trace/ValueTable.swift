import StrictJSON

/// Numbers different JSON values in the order in which they come.
///
/// The values stand one behind the other in one array, since a trace may have very many. Strings are
/// compared by scalars, all others by their JSON text.
struct ValueTable: Sendable {
  private var texts: [UInt8] = []
  /// Where the text of each value ends.
  private var ends: [Int] = []
  /// Hash table of the values by their texts, open addressing; -1 is a free slot.
  private var slots: [Int32] = []

  /// How many values there are.
  var count: Int { ends.count }

  /// The text that is one value's alone; its first byte, which is no UTF-8, tells a string from the
  /// text of another value.
  private typealias Text = (mark: UInt8, bytes: ArraySlice<UInt8>)

  private static func text(of node: JSONNode) -> Text {
    if let bytes = node.stringBytes { return (0xFF, bytes) }
    return (0xFE, node.value.serializedBytes()[...])
  }

  /// The number of a value; nil when it is not there.
  func number(of node: JSONNode) -> Int? {
    guard !slots.isEmpty else { return nil }
    let text = Self.text(of: node)
    let found = slots[slot(for: text)]
    return found < 0 ? nil : Int(found)
  }

  /// Adds a value; gives its number, which is the former one when it is there already.
  mutating func insert(_ node: JSONNode) -> Int {
    if ends.count * 2 >= slots.count { grow() }
    let text = Self.text(of: node)
    let slot = slot(for: text)
    if slots[slot] >= 0 { return Int(slots[slot]) }
    slots[slot] = Int32(ends.count)
    texts.append(text.mark)
    texts += text.bytes
    ends.append(texts.count)
    return ends.count - 1
  }

  /// The slot of a text, or the free one where it would stand.
  private func slot(for text: Text) -> Int {
    var slot = firstSlot(for: text)
    while slots[slot] >= 0, !stands(text, in: Int(slots[slot])) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private func firstSlot(for text: Text) -> Int {
    var hasher = Hasher()
    hasher.combine(text.mark)
    text.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize() & (slots.count - 1)
  }

  private func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  private func stands(_ text: Text, in number: Int) -> Bool {
    let range = range(of: number)
    guard range.count == text.bytes.count + 1, texts[range.lowerBound] == text.mark else {
      return false
    }
    return texts[(range.lowerBound + 1)..<range.upperBound].elementsEqual(text.bytes)
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: max(8, slots.count * 2))
    for number in ends.indices {
      let range = range(of: number)
      let text = (texts[range.lowerBound], texts[(range.lowerBound + 1)..<range.upperBound])
      slots[slot(for: text)] = Int32(number)
    }
  }
}
