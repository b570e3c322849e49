public import StrictJSON

/// What must be seen of one step.
public struct Expectation: Sendable {
  /// The clause that a difference is a finding on; nil for the vector's only one.
  public var clause: String?
  /// The answer's status; nil when any will do.
  public var status: StatusMatcher?
  /// Headers of the answer, in the order of the file.
  public var headers: [HeaderMatcher]
  /// Members of the body, of an event or of a request.
  public var body: [MemberMatcher]
  /// Texts that stand somewhere in the body; all must.
  public var anyString: [Template]
  /// Texts that stand nowhere in the body.
  public var noString: [Template]
  /// How a hook or an SDK call ended, such as `refused`.
  public var outcome: ValueTemplate?
  /// Members of what a hook or an SDK call gave back.
  public var value: [MemberMatcher]
  /// Members of what an SDK call threw.
  public var error: [MemberMatcher]
  /// Whether a difference never fails a clause that gates.
  public var isAdvisory: Bool
  /// Where the expectation stands.
  public var location: FileLocation

  /// Whether it says nothing but the clause, as a `check` does.
  var isBare: Bool {
    status == nil && headers.isEmpty && body.isEmpty && anyString.isEmpty && noString.isEmpty
      && outcome == nil && value.isEmpty && error.isEmpty
  }
}

/// Which statuses are allowed.
public indirect enum StatusMatcher: Sendable, Hashable, CustomStringConvertible {
  case exactly(Int)
  /// A hundred of statuses: 2 stands for `2xx`.
  case family(Int)
  case not(StatusMatcher)
  case any([StatusMatcher])

  /// Whether a status is allowed.
  public func matches(_ status: Int) -> Bool {
    switch self {
    case .exactly(let code): status == code
    case .family(let hundred): status / 100 == hundred
    case .not(let other): !other.matches(status)
    case .any(let list): list.contains { $0.matches(status) }
    }
  }

  /// The statuses that match, in words.
  public var description: String {
    switch self {
    case .exactly(let code): String(code)
    case .family(let hundred): "\(hundred)xx"
    case .not(let other): "anything but \(other)"
    case .any(let list): list.map(\.description).joined(separator: " or ")
    }
  }
}

/// What a header must say.
public struct HeaderMatcher: Sendable {
  /// The field's name; case does not matter (RFC 9110 §5.1).
  public var name: String
  /// What it says: a text, an ECMA-262 pattern, or nothing at all.
  public enum Rule: Sendable {
    case equals(Template)
    case schema(CompiledSchema)
    case absent
    case present
  }

  /// What it says.
  public var rule: Rule
}

/// What a member must be.
public struct MemberMatcher: Sendable {
  /// Where the member is.
  public var pointer: JSONPointer
  /// What it must be.
  public var rule: ValueRule
}

/// What a value must be.
public enum ValueRule: Sendable {
  /// The same JSON value: numbers by value, texts by scalars, objects whatever the order.
  case equals(ValueTemplate)
  case schema(CompiledSchema)
  /// An RFC 3339 instant so long after another, give or take.
  case instant(from: InstantSource, plus: Template?, within: TimeSpan)
  /// A text that holds another.
  case contains(Template)
  /// There is no such member.
  case absent
  /// There is such a member, whatever it is.
  case present
}

/// Where an instant to compare with is said.
public enum InstantSource: Sendable, Hashable {
  /// A member of the same body.
  case pointer(JSONPointer)
  /// An earlier capture.
  case template(ValueTemplate)
}
