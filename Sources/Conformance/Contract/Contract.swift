public import StrictJSON

/// One vendor's document written down as data: the merged files of a contract's folder.
public struct Contract: Sendable {
  /// The contract's name, such as `odynn-connect`.
  public var id: String
  public var title: String
  /// Which edition of the document, such as `2026-07`.
  public var revision: String
  /// `sha256:` and the digest of all files of the folder.
  public var digest: String
  /// The titles of the documents by id.
  public var documents: [String: String]
  public var parameters: [String: Parameter]
  public var features: [String: Feature]
  public var hooks: [String: Hook]
  /// The SDK operations that a driver offers, by name.
  public var calls: [String: Call]
  /// The names of events that a driver sends and that an app's trace holds.
  public var driverEvents: Set<String>
  public var traceEvents: Set<String>
  /// In the order of the files.
  public var clauses: [Clause]
  public var operations: [String: Operation]
  /// JSON Schemas that name themselves in `#/schemas/…` references, by name.
  public var schemas: [String: CompiledSchema]
  public var webhooks: [String: Webhook]
  public var timers: [Timer]
  public var invariants: [Invariant]
  public var order: [OrderRule]
  /// How the runner plays a page's host, as it stands in the file; nil when there is no page.
  public var page: JSON?
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
  public var about: String?
}

/// A header that carries a credential.
public struct CredentialForm: Sendable, Hashable {
  public var header: String
  /// The header's value, with `{parameter}` references.
  public var value: String
}

/// Something that a target may or may not have.
public struct Feature: Sendable, Hashable {
  /// Whether a target has it that says nothing.
  public var isDefault: Bool
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
  public var about: String?
}

/// An operation of the SDK under test.
public struct Call: Sendable, Hashable {
  public var arguments: [String]
  public var about: String?
}

/// An HTTP operation of the server under test.
public struct Operation: Sendable {
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
  public var name: String
  /// The operation whose answer announces it; nil when any answer that has both members does.
  public var operation: String?
  /// Where the answer says when time began, and where it says when it ends.
  public var from: JSONPointer
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

  public var clause: String
  public var rule: Rule
  public var places: Set<Place>
  public var isAdvisory: Bool
}
