public import StrictJSON

/// What a trace of events must look like for one clause to hold.
public struct OrderRule: Sendable {
  /// Which events a rule speaks of: any of several names, each with what its members must be.
  public struct EventPattern: Sendable, CustomStringConvertible {
    /// A name, and conditions that all hold.
    public struct Alternative: Sendable {
      /// The event's name.
      public var name: String
      /// Where in the event, and what stands there.
      public var conditions: [(pointer: JSONPointer, condition: Condition)]
    }

    /// What a member must be.
    public enum Condition: Sendable {
      case equals(JSON)
      case schema(CompiledSchema)
    }

    /// At least one.
    public var alternatives: [Alternative]

    /// The events that match, in words.
    public var description: String {
      alternatives.map { alternative in
        let said = alternative.conditions.map { "\($0.pointer) \($0.condition)" }
        return said.isEmpty
          ? alternative.name : "\(alternative.name) (\(said.joined(separator: ", ")))"
      }.joined(separator: " or ")
    }
  }

  /// A member of an event.
  public struct Member: Sendable {
    /// Which events.
    public var event: EventPattern
    /// Where in them.
    public var pointer: JSONPointer
  }

  /// The kinds of rule; each is judged in one pass over a trace.
  public enum Kind: Sendable {
    /// All of them occur, in this order.
    case sequence([EventPattern])
    /// Where the second occurs, the first has occurred.
    case before(EventPattern, EventPattern)
    case exactlyOnce(EventPattern)
    case atMostOnce(EventPattern)
    case never(EventPattern)
    /// None after the second has occurred, until the third occurs (nil: for ever).
    case neverAfter(EventPattern, after: EventPattern, until: EventPattern?)
    /// None between the two; it may be the opening event itself.
    case neverWhile(EventPattern, from: EventPattern, until: EventPattern)
    /// It occurs after the second, within a span by the events' own times (nil: at all).
    case eventually(EventPattern, after: EventPattern, within: TimeSpan?)
    case onlyOnThread(EventPattern, thread: String)
    case sameValue([Member])
    case differentValue([Member])
    /// A text holds neither what the pattern finds nor the value of another event's member.
    case noSecretIn(Member, pattern: String?, valueOf: Member?)
    /// A member fits a JSON Schema.
    case schema(Member, CompiledSchema)
  }

  /// The clause that it holds for.
  public var clause: String
  /// Who wrote the trace.
  public var role: Role
  /// Where an event says which attempt it belongs to, the first that is there; empty judges the
  /// trace as a whole.
  public var key: [JSONPointer]
  /// The event without which the rule says nothing; nil when it always applies.
  public var when: EventPattern?
  /// The event that, when it came first, lifts the rule.
  public var unlessBefore: EventPattern?
  /// What must be.
  public var kind: Kind
  /// Whether breaking it never fails a clause that gates.
  public var isAdvisory: Bool
  /// Where the rule begins in its file.
  public var location: FileLocation
}

extension OrderRule.EventPattern.Condition: CustomStringConvertible {
  /// The condition in a few words.
  public var description: String {
    switch self {
    case .equals(let value): "= \(value.serialized())"
    case .schema: "as its schema says"
    }
  }
}
