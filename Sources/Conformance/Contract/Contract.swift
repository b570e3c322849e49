public import StrictJSON

/// One vendor's document written down as data: the merged files of a contract's folder.
public struct Contract: Sendable {
  /// The contract's name, such as `odynn-connect`.
  public var id: String
  /// What the document is called.
  public var title: String
  /// Which edition of the document, such as `2026-07`.
  public var revision: String
  /// `sha256:` and the digest of all files of the folder.
  public var digest: String
  /// The titles of the documents by id.
  public var documents: [String: String]
  /// The values that a target gives, by name.
  public var parameters: [String: Parameter]
  /// What a target may or may not have, by name.
  public var features: [String: Feature]
  /// What a target's environment does when asked, by name.
  public var hooks: [String: Hook]
  /// The SDK operations that a driver offers, by name.
  public var calls: [String: Call]
  /// The names of the events that a driver sends.
  public var driverEvents: Set<String>
  /// The names of the events that an app's trace holds.
  public var traceEvents: Set<String>
  /// In the order of the files.
  public var clauses: [Clause]
  /// The HTTP operations, by name.
  public var operations: [String: Operation]
  /// JSON Schemas that name themselves in `#/schemas/…` references, by name.
  public var schemas: [String: CompiledSchema]
  /// The kinds of webhook, by name.
  public var webhooks: [String: Webhook]
  /// The deadlines that answers announce, in the order of the files.
  public var timers: [Timer]
  /// What holds for everything that a target sends, in the order of the files.
  public var invariants: [Invariant]
  /// The rules on the order of events, in the order of the files.
  public var order: [OrderRule]
  /// How the runner plays a page's host; nil when there is no page.
  public var page: PageContract?
  /// The clause that a second answer to one SDK call breaks; nil when none says it.
  public var outcomeOnce: String?
  /// Where the contract's own file begins.
  public var location: FileLocation
  /// What schemas in vectors may refer to.
  var schemaSource: ContractSchemas
  private let index: [String: Int]

  /// The clause of that id; nil when the contract has none.
  public func clause(_ id: String) -> Clause? {
    index[id].map { clauses[$0] }
  }

  /// A clause's id as the contract holds it; nil when the contract has no such clause.
  func clauseID(_ id: String) -> String? {
    index[id].map { clauses[$0].id }
  }

  init(
    id: String, title: String, revision: String, location: FileLocation, clauses: [Clause]
  ) {
    self.id = id
    self.title = title
    self.revision = revision
    self.location = location
    self.clauses = clauses
    index = Dictionary(
      clauses.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    digest = ""
    documents = [:]
    parameters = [:]
    features = [:]
    hooks = [:]
    calls = [:]
    driverEvents = []
    traceEvents = []
    operations = [:]
    schemas = [:]
    webhooks = [:]
    timers = []
    invariants = []
    order = []
    schemaSource = ContractSchemas(files: [])
  }
}

/// A value that a target gives, such as a key or an account.
public struct Parameter: Sendable, Hashable {
  /// The value when a target gives none; nil when it must.
  public var defaultValue: JSON?
  /// What is made anew in every vector when a target gives none; nil when nothing is.
  public var fresh: FreshKind?
  /// Whether the value is masked in all that leaves the process.
  public var isSecret: Bool
  /// How the value travels as a credential unless the target says otherwise; nil when it does not.
  public var sentAs: CredentialForm?
  /// What it is, for people; nil when the contract does not say.
  public var about: String?
}

/// A header that carries a credential.
public struct CredentialForm: Sendable, Hashable {
  /// The header's name.
  public var header: String
  /// The header's value, with `{parameter}` references.
  public var value: Template
}

/// Something that a target may or may not have.
public struct Feature: Sendable, Hashable {
  /// Whether a target has it that says nothing.
  public var isDefault: Bool
  /// What it is, for people; nil when the contract does not say.
  public var about: String?
}

/// Something that the target's environment does when asked.
public struct Hook: Sendable, Hashable {
  /// The arguments that it knows.
  public var arguments: [String]
  /// Whether a target may lack it without leaving anything unproven.
  public var isOptional: Bool
  /// Whether its outcome, done or refused, is the target's behaviour.
  public var isJudged: Bool
  /// What it is, for people; nil when the contract does not say.
  public var about: String?
}

/// An operation of the SDK under test.
public struct Call: Sendable, Hashable {
  /// The names of its arguments.
  public var arguments: [String]
  /// What it is, for people; nil when the contract does not say.
  public var about: String?
}

/// An HTTP operation of the server under test.
public struct Operation: Sendable {
  /// The request method, such as `POST`.
  public var method: String
  /// The path with `{name}` references.
  public var path: Template
  /// The parameter that is sent as the credential; nil when none is.
  public var credential: String?
  /// Headers that every request of it carries, in the order of the file.
  public var headers: [(name: String, value: Template)]
  /// The documented answers by status, in ascending order.
  public var responses: [(status: Int, response: Response)]

  /// The documented answer of that status; nil when the contract lists none.
  public func response(for status: Int) -> Response? {
    responses.first { $0.status == status }?.response
  }

  /// One documented answer.
  public struct Response: Sendable {
    /// The clause that says so; nil when several do in their own parts.
    public var clause: String?
    /// What the body looks like; nil when the contract says nothing of it.
    public var body: CompiledSchema?
  }
}

/// A kind of webhook.
public struct Webhook: Sendable, Hashable {
  /// Texts that stand in the body, whole, as a string value somewhere; all must.
  public var anyString: [String]
  /// JSON Pointers of the body and the values that stand there; all must.
  public var body: [JSONPointer: JSON]
  /// The clause that says it is delivered.
  public var clause: String?
}

/// A deadline that a create answer announces.
public struct Timer: Sendable, Hashable {
  /// What it is called in the contract.
  public var name: String
  /// The operation whose answer announces it; nil when any answer that has both members does.
  public var operation: String?
  /// Where the answer says when time began.
  public var from: JSONPointer
  /// Where the answer says when it ends.
  public var deadline: JSONPointer
  /// The parameter or duration from one to the other.
  public var length: Template
  /// The clause of the announced length; nil when a schema or expectation judges it.
  public var clause: String?
}

/// Something that holds for everything that a target sends.
public struct Invariant: Sendable, Hashable {
  /// What must not be there.
  public enum Rule: Sendable, Hashable {
    /// The value of a parameter, in any encoding.
    case noSecret(parameter: String)
    /// Text that an ECMA-262 pattern finds.
    case noPattern(String)
  }

  /// Where it must not be.
  public enum Place: String, Sendable, Hashable, CaseIterable {
    case response, webhook, event, request
  }

  /// The clause that says so.
  public var clause: String
  /// What must not be there.
  public var rule: Rule
  /// Where it must not be.
  public var places: Set<Place>
  /// Whether a finding of it is advisory, whatever the clause's level.
  public var isAdvisory: Bool
  /// The pattern of the rule, compiled; nil when the rule has none.
  var pattern: ECMAPattern?
}
