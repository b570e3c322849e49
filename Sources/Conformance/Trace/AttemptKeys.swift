import StrictJSON

/// Numbers the attempts of a trace by the values that tell them apart.
///
/// The values stand one behind the other in one array, since a trace may have very many.
struct AttemptKeys: Sendable {
  /// Where an event says which attempt it belongs to, the first that is there.
  let pointers: [JSONPointer]
  private var texts: [UInt8] = []
  /// Where the text of each attempt ends.
  private var ends: [Int] = []
  /// Hash table of attempts by their texts, open addressing; -1 is a free slot.
  private var slots: [Int32] = Array(repeating: -1, count: 64)

  init(pointers: [JSONPointer]) { self.pointers = pointers }

  /// How many attempts there are.
  var count: Int { ends.count }

  /// The number of the event's attempt; nil when the event does not say which.
  mutating func attempt(of event: TraceEvent) -> Int? {
    for pointer in pointers {
      guard let node = event.value(at: pointer) else { continue }
      // A text stands without quotes, so that "1" and 1 are told apart by a byte that is not UTF-8.
      if let text = node.stringBytes { return number(of: text, mark: 0xFF) }
      return number(of: node.value.serializedBytes()[...], mark: 0xFE)
    }
    return nil
  }

  private mutating func number(of text: ArraySlice<UInt8>, mark: UInt8) -> Int {
    if ends.count * 2 >= slots.count { grow() }
    var slot = slot(for: text, mark)
    while slots[slot] >= 0 {
      let attempt = Int(slots[slot])
      if stands(text, mark, in: attempt) { return attempt }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(ends.count)
    texts.append(mark)
    texts += text
    ends.append(texts.count)
    return ends.count - 1
  }

  private func range(of attempt: Int) -> Range<Int> {
    (attempt == 0 ? 0 : ends[attempt - 1])..<ends[attempt]
  }

  private func stands(_ text: ArraySlice<UInt8>, _ mark: UInt8, in attempt: Int) -> Bool {
    let range = range(of: attempt)
    guard range.count == text.count + 1, texts[range.lowerBound] == mark else { return false }
    return texts[(range.lowerBound + 1)..<range.upperBound].elementsEqual(text)
  }

  private func slot(for text: ArraySlice<UInt8>, _ mark: UInt8) -> Int {
    var hasher = Hasher()
    hasher.combine(mark)
    text.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize() & (slots.count - 1)
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for attempt in ends.indices {
      let range = range(of: attempt)
      let text = texts[(range.lowerBound + 1)..<range.upperBound]
      var slot = slot(for: text, texts[range.lowerBound])
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(attempt)
    }
  }
}
