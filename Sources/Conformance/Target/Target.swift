public import SDKDriving
public import StrictJSON

/// An implementation to be judged, as its target file describes it.
public struct Target: Sendable {
  /// What the target calls itself.
  public var name: String
  /// The contract that it claims to keep.
  public var contract: String
  /// The roles that it plays.
  public var roles: [Role]
  /// How its HTTP server is reached; nil when it has none.
  public var http: HTTPAccess?
  /// The parameters that it gives, by name; secrets are among them.
  public var parameters: [String: JSON]
  /// How a credential travels, by parameter, where it is not as the contract supposes.
  public var credentials: [String: CredentialForm]
  /// The features that it says it has or has not.
  public var features: [String: Bool]
  /// Features and clauses that it says it lacks, each with its reason.
  public var lacks: [String: String]
  /// How its environment is asked for something, by hook.
  public var hooks: [String: HookBinding]
  /// How its clock is moved; nil when its time is real.
  public var clock: ClockBinding?
  /// Where its webhooks are received.
  public var webhooks: WebhookAccess
  /// The command that runs its SDK's driver; nil when it has none.
  public var driver: [String]?
  /// How long a vector waits for a call of the SDK to end, in real time; nil for the usual.
  public var driverTimeout: TimeSpan?
  /// Makes the SDK under test, where it is driven within our own process; nil where it is not.
  public var makeDriver: (@Sendable () -> any SDKDriver)?
  /// How its page is reached; nil when it has none.
  public var page: PageAccess?
  /// Recorded traces of the app under test, relative to the target file; empty when there are none.
  public var traces: [String] = []
  /// Where the target file begins; nil for a target made in the process.
  public var location: FileLocation?
  /// The folder that relative paths and commands start from; nil for the current one.
  public var folder: String?

  /// How an HTTP server is reached.
  public struct HTTPAccess: Sendable, Hashable {
    /// The scheme, host, port and path prefix, without a trailing slash.
    public var baseURL: String
    /// Headers that every request carries.
    public var headers: [Header]
    /// How long one exchange may last.
    public var timeout: TimeSpan
    /// How the server's certificate is checked, and with which certificate we answer.
    public var tls: TLS?
  }

  /// A header that every request carries.
  public struct Header: Sendable, Hashable {
    /// The field's name.
    public var name: String
    /// The field's value, with `{parameter}` references.
    public var value: Template
  }

  /// Files for transport security.
  public struct TLS: Sendable, Hashable {
    /// Certificates that are trusted instead of the system's, in PEM; nil for the system's.
    public var caFile: String?
    /// Our certificate and its key, in PEM; nil for none.
    public var certificate: String?
    /// The key of our certificate, in PEM.
    public var key: String?
    /// Whether any certificate is taken; said loudly wherever results are shown.
    public var isInsecure: Bool
  }

  /// How one hook is asked.
  public enum HookBinding: Sendable, Hashable {
    /// A request whose body is the arguments, or a template of them.
    case http(method: String, path: Template, headers: [Header], json: ValueTemplate?)
    /// A command, each word with `{argument}` references; no shell is involved.
    case command([Template])
  }

  /// How a clock is moved.
  public struct ClockBinding: Sendable, Hashable {
    /// The hook that moves it by `seconds`.
    public var advance: HookBinding
    /// Whether it stands between advances.
    public var stands: Bool
  }

  /// Where webhooks are received.
  public struct WebhookAccess: Sendable, Hashable {
    /// The address that we listen on: host and port, 0 for any.
    public var listen: String
    /// The URL under which the target reaches us; nil when it is the address itself.
    public var publicURL: String?
    /// How long after its cause a webhook may come.
    ///
    /// No document says how soon one must, and one that comes too late for us would be held against
    /// its sender; waiting costs time only where one is missing, or where none must come and the
    /// target does not offer the hook `deliveries.drain`.
    public var grace: TimeSpan
    /// Whether the target file says a fixed address, so that a target may be set up by hand.
    public var isFixed: Bool
    /// How long what is no webhook may take where nothing else says so.
    var patience = TimeSpan.seconds(2)
  }

  /// Whether there is an SDK to drive.
  var hasDriver: Bool { driver != nil || makeDriver != nil }

  /// Whether it has a feature of its contract.
  func has(_ feature: String, of contract: Contract) -> Bool {
    features[feature] ?? contract.features[feature]?.isDefault ?? false
  }
}
