import StrictJSON

/// Numbers the attempts of a trace by the values that tell them apart.
struct AttemptKeys: Sendable {
  /// Where an event says which attempt it belongs to, the first that is there.
  let pointers: [JSONPointer]
  private var values = ValueTable()

  init(pointers: [JSONPointer]) { self.pointers = pointers }

  /// The number of the event's attempt; nil when the event does not say which.
  mutating func attempt(of event: TraceEvent) -> Int? {
    for pointer in pointers {
      if let node = event.value(at: pointer) { return values.insert(node) }
    }
    return nil
  }
}
