public import StrictJSON

/// One event of a recorded trace.
public struct TraceEvent: Sendable, Hashable {
  /// The line of the trace that it stands in, counted from 1.
  public var line: Int
  /// The event's name, such as `close.called`.
  public var name: String
  /// When it happened, as it says itself; nil when it does not say.
  public var at: Instant?
  /// The thread that it happened on; nil when it does not say.
  public var thread: String?
  /// The whole event as it stands.
  public var value: JSON
}

extension OrderRule.EventPattern {
  /// Whether an event is meant.
  func matches(_ event: TraceEvent) -> Bool {
    alternatives.contains { alternative in
      event.name.isSameText(as: alternative.name)
        && alternative.conditions.allSatisfy {
          $0.condition.holds(event.value.value(at: $0.pointer))
        }
    }
  }
}

extension OrderRule.EventPattern.Condition {
  /// Whether a member is as the condition says; a member that is not there never is.
  func holds(_ value: JSON?) -> Bool {
    guard let value else { return false }
    switch self {
    case .equals(let wanted): return value == wanted
    case .schema(let schema):
      guard let document = try? JSONDocument(parsing: value.serializedBytes()) else { return false }
      return schema.isValid(document.root)
    }
  }
}
