import StrictJSON

/// One event of a recorded trace: a cursor into its line.
struct TraceEvent: Sendable {
  /// The line of the trace that it stands in, counted from 1.
  var line: Int
  /// The event's name, such as `close.called`.
  var name: String
  /// When it happened, as it says itself; nil when it does not say.
  var at: Instant?
  /// The whole event as it stands.
  var root: JSONNode

  /// The event for a sentence: its name, and the line that it stands in.
  var place: String { "\(name) in line \(line)" }

  /// What stands at a place of the event; nil when nothing or null does.
  func value(at pointer: JSONPointer) -> JSONNode? {
    guard let node = root.node(at: pointer), !node.isNull else { return nil }
    return node
  }

  /// The first place of a member that is there, and what stands there; a null is there.
  func member(at pointers: [JSONPointer]) -> (pointer: JSONPointer, node: JSONNode)? {
    for pointer in pointers {
      if let node = root.node(at: pointer) { return (pointer, node) }
    }
    return nil
  }
}

extension OrderRule.EventPattern.Condition {
  /// Whether a member is as the condition says; a member that is not there never is.
  func holds(_ node: JSONNode?) -> Bool {
    guard let node else { return false }
    switch self {
    case .equals(.string(let wanted)): return node.isText(wanted)
    case .equals(let wanted): return node.value == wanted
    case .schema(let schema, _): return schema.isValid(node)
    }
  }
}
