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
      /// The schema, and as it is written.
      case schema(CompiledSchema, JSON)
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
    /// Where in them, the first that is there; at least one.
    public var pointers: [JSONPointer]
  }

  /// An event that must follow another.
  public struct Response: Sendable {
    /// What must occur.
    public var event: EventPattern
    /// What it must follow, each time; nil when it may occur anywhere.
    public var after: EventPattern?
    /// The span by the events' own times; nil when any will do.
    public var within: TimeSpan?
    /// What it must precede; nil when it may come at any time.
    public var until: EventPattern?
    /// What will do in its place, in whatever attempt it occurs; nil when nothing will.
    public var orAnywhere: EventPattern?
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
    case eventually(Response)
    case onlyOnThread(EventPattern, thread: String)
    /// The last member is what the others were the last time.
    case sameValue([Member])
    /// The last member is none of what the others have been.
    case differentValue([Member])
    /// The last member is one of what the others have been.
    case earlierValue([Member])
    /// A text holds neither what the pattern finds nor the value of another event's member.
    case noSecretIn(Member, pattern: String?, valueOf: Member?)
    /// A member fits a JSON Schema.
    case schema(Member, CompiledSchema, JSON)
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
  /// The event that must have come before `when` for the rule to hold; nil when none must.
  public var ifBefore: EventPattern?
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
    case .equals(let value): "= \(value.shortText)"
    case .schema(_, let text): "fits \(text.shortText)"
    }
  }
}

extension OrderRule.Kind {
  /// Whether an event that never comes can break a rule of this kind, whatever else happens.
  var isBrokenBySilence: Bool {
    switch self {
    case .sequence, .exactlyOnce, .never: true
    case .eventually(let response): response.after == nil
    default: false
    }
  }
}
