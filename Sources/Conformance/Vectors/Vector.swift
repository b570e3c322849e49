public import StrictJSON

/// One test case: steps to perform and what the contract says must be seen.
public struct Vector: Sendable {
  /// The vector's name for ever; a table's rows add `/` and the row's own.
  public var id: String
  /// What is promised, as a sentence.
  public var title: String
  /// The contract that it belongs to.
  public var contract: String
  /// The clauses that it checks; only findings on these fail it.
  public var clauses: [String]
  /// The feature that a target must have; nil when none.
  public var feature: String?
  /// Values made anew for every run, in the order of the file.
  public var fresh: [(name: String, kind: FreshKind)]
  /// The columns of the table's row; empty without a table.
  public var row: [String: JSON]
  /// What is done, in order.
  public var steps: [Step]
  /// Where the vector begins in its file.
  public var location: FileLocation
  /// The revision of the contract that it came with, so that it fails no older claim by surprise.
  public var since = ""
  /// How long the target's times must be for it to say anything.
  public var longerThan: [SpanNeed] = []
}

/// A parameter of the target that must be longer than others, so that a vector says anything.
public struct SpanNeed: Sendable, Hashable {
  /// The parameter, an ISO 8601 duration.
  public var parameter: String
  /// The spans whose sum it must exceed.
  public var than: [Template]
}

/// What kind of value is made anew for every run.
public enum FreshKind: String, Sendable, Hashable, CaseIterable {
  /// A version 4 UUID in lower case (RFC 9562).
  case uuid
  /// Twelve letters and digits.
  case word
  /// An e-mail address below example.com.
  case email
  /// A whole number of nine digits.
  case number
}

/// One step of a vector: an action, and what is said of what it shows.
public final class Step: Sendable {
  /// What is done.
  public let action: Action
  /// What must be seen; nil when the contract's own shapes are all that is judged.
  public let expect: Expectation?
  /// What is reported when it is not seen, without failing anything that gates.
  public let advisories: [Expectation]
  /// What later steps refer to.
  public let captures: [Capture]
  /// The name by which later steps speak of this one; nil when none does.
  public let label: String?
  /// Whether what it must show is the same whenever it comes to be performed, so that no deadline
  /// makes it ambiguous.
  public let isTimeless: Bool
  /// What the step must show for what follows to say anything of the target; nil when it always does.
  public let given: Expectation?
  /// Where the step begins in its file.
  public let location: FileLocation

  init(
    action: Action, expect: Expectation?, advisories: [Expectation], captures: [Capture],
    label: String?, isTimeless: Bool, given: Expectation?, location: FileLocation
  ) {
    self.action = action
    self.expect = expect
    self.advisories = advisories
    self.captures = captures
    self.label = label
    self.isTimeless = isTimeless
    self.given = given
    self.location = location
  }
}

/// A value taken from what a step showed.
public struct Capture: Sendable, Hashable {
  /// Where the value is.
  public enum Source: Sendable, Hashable {
    /// In the body, the hook's value or the event.
    case pointer(JSONPointer)
    /// The first text of the body that an ECMA-262 pattern finds, wherever it stands.
    case text(pattern: String)
    /// A header of the answer; its first line of that name.
    case header(String)
    /// The answer's status.
    case status
  }

  /// The name that later steps refer to.
  public var name: String
  /// Where the value is.
  public var source: Source
  /// Whether a value that is not there stops nothing: what refers to it is then left out.
  public var isOptional: Bool
}

/// What a step does.
public indirect enum Action: Sendable {
  case send(SendAction)
  case sendRaw(RawAction)
  case hook(HookAction)
  case passTime(TimeAction)
  case check(Check)
  case derive([Derivation])
  case await(WatchAction)
  case absent(WatchAction)
  case together(TogetherAction)
  case driver(DriverAction)
  case page(PageAction)
}

/// Sends an operation of the contract.
public struct SendAction: Sendable {
  /// The operation's name in the contract.
  public var operation: String
  /// What the operation's path refers to.
  public var arguments: [(name: String, value: ValueTemplate)]
  /// Headers beside the operation's own; a nil value takes one away.
  public var headers: [(name: String, value: Template?)]
  /// What is sent.
  public var body: BodyTemplate?
  /// Whose credential is sent.
  public var credential: CredentialChoice
  /// A method other than the operation's; nil for its own.
  public var method: Template?
  /// Whether the request must not ride on a connection that was used before.
  public var isFresh: Bool
}

/// The body of a request.
public enum BodyTemplate: Sendable {
  /// JSON, sent as `application/json` unless the headers say otherwise.
  case json(JSONBody)
  /// JSON text as it stands, repeated keys and all, or any other text.
  case text(Template)
  case bytes([UInt8])
}

/// A body of JSON, written once when nothing in it changes from run to run.
public struct JSONBody: Sendable {
  /// The value.
  public let template: ValueTemplate
  /// Its text, when it refers to nothing; nil otherwise.
  let constant: [UInt8]?

  /// Makes a body of a value.
  public init(_ template: ValueTemplate) {
    self.template = template
    if case .constant(let value) = template {
      constant = value.serializedBytes()
    } else {
      constant = nil
    }
  }
}

/// Whose credential a request carries.
public enum CredentialChoice: Sendable, Hashable {
  /// The operation's own.
  case standard
  /// None.
  case none
  /// Another value in the operation's own form.
  case value(Template)
  /// Another parameter, in its own form.
  case parameter(String)
}

/// Sends bytes as they are and reads one answer.
public struct RawAction: Sendable {
  /// What is sent.
  public var body: BodyTemplate
}

/// Asks the target's environment for something.
public struct HookAction: Sendable {
  /// The hook's name in the contract.
  public var name: String
  /// Its arguments; what a step does not give is left out.
  public var arguments: [(name: String, value: ValueTemplate)]
  /// What the hook would have given, where the target does not offer it and the vector can go on
  /// with a parameter of the target; nil where it cannot.
  public var otherwise: ValueTemplate?
}

/// Waits in target time.
public struct TimeAction: Sendable {
  /// Where the waiting ends.
  public enum End: Sendable {
    /// A span after now; an ISO 8601 duration.
    case after(Template)
    /// An instant in RFC 3339.
    case at(ValueTemplate)
  }

  /// Where it ends, and by how much later (or earlier).
  public var end: End
  /// An ISO 8601 duration that is added; nil for none.
  public var plus: Template?
}

/// Compares what earlier steps captured.
public enum Check: Sendable {
  /// All are the same JSON value.
  case equal([ValueTemplate])
  /// No two are the same JSON value.
  case distinct([ValueTemplate])
  /// Two instants stand in a relation.
  case instants(ValueTemplate, InstantRelation, ValueTemplate)
  /// So many webhooks, events or requests fit, over the whole vector.
  case count(WatchAction, CountRange)
  /// At most so many requests to a served route were unanswered at once, over the whole vector.
  case maxInFlight(route: String, Int)
  /// What the step of a label showed is held against what is said here, too.
  case again(String)
}

/// How two instants compare.
public enum InstantRelation: String, Sendable, Hashable, CaseIterable {
  case before = "<"
  case notAfter = "<="
  case same = "=="
  case notBefore = ">="
  case after = ">"

  /// Whether the relation holds.
  func holds(_ left: Instant, _ right: Instant) -> Bool {
    switch self {
    case .before: left < right
    case .notAfter: left <= right
    case .same: left == right
    case .notBefore: left >= right
    case .after: left > right
    }
  }
}

/// How many are allowed.
public struct CountRange: Sendable, Hashable, CustomStringConvertible {
  /// The fewest, and the most (nil: any number).
  public var least: Int
  /// The most; nil for any number.
  public var most: Int?

  /// Whether a number is allowed.
  func contains(_ count: Int) -> Bool {
    count >= least && count <= (most ?? .max)
  }

  /// The numbers that are allowed, in words.
  public var description: String {
    guard let most else { return "at least \(least)" }
    return least == most
      ? "exactly \(least)" : least == 0 ? "at most \(most)" : "\(least) to \(most)"
  }
}

/// A value derived from others.
public struct Derivation: Sendable {
  /// What is done to the value.
  public enum Change: Sendable {
    /// Another character in a dot-separated segment of the text.
    ///
    /// Segments count from 1, from the end when negative, and the nearest that is not empty stands
    /// for one that is empty or not there. The place counts from the segment's start; nil is its middle.
    case replace(segment: Int, at: Int?)
    /// The text after a change of case.
    case uppercase, lowercase
    /// The text repeated.
    case repeated(Int)
    /// The value of a query item of the text, read as a URI.
    case query(String)
  }

  /// The name that later steps refer to.
  public var name: String
  /// What it is derived from.
  public var of: ValueTemplate
  /// What is done, in order; none keeps the value.
  public var changes: [Change]
}

/// Watches for something that the target sends of its own accord.
public struct WatchAction: Sendable {
  /// What is watched for.
  public enum Subject: Sendable, Hashable {
    /// A webhook of a kind that the contract names.
    case webhook(String)
    /// An event of the SDK's driver.
    case event(String)
    /// A message that a page posts, of a kind that the contract names; of any when that is nil.
    case message(kind: String?)
    /// A request to a served route.
    case request(String)
  }

  /// What is watched for.
  public var subject: Subject
  /// What it must show to be meant.
  public var condition: Expectation?
  /// How long to wait in real time; nil for the target's grace.
  public var within: TimeSpan?
  /// Whether nothing can be said of the target when it does not come, because it belongs to the
  /// set-up.
  public var isRequired = false
  /// The label of the step since whose beginning it is counted; nil for the vector's beginning.
  public var since: String?
  /// How long from there it is counted, in target time; nil for the rest of the vector.
  public var upTo: Template?
}

/// Performs several lists of steps at once.
public struct TogetherAction: Sendable {
  /// The lists; each is performed in order, beside the others.
  public var branches: [[Step]]
  /// How many branches must end which way.
  public var outcomes: [Outcome]
  /// How often the whole vector is performed, with fresh values each time.
  public var repetitions: Int

  /// A number of branches that end one way, judged by each branch's last step.
  public struct Outcome: Sendable {
    /// How many; nil for all that no other outcome takes.
    public var count: Int?
    /// How the last step of such a branch ends.
    public var expectation: Expectation
    /// What is captured from the first such branch.
    public var captures: [Capture]
  }
}
