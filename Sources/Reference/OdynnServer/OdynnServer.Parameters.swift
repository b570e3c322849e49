extension OdynnServer {
  /// What a tenant of the server can set.
  public struct Parameters: Sendable, Hashable {
    /// The tenant's secret key; begins `odc_live_`.
    public var apiKey: String
    /// The header field that carries the key.
    public var credentialHeader = "Authorization"
    /// The value of that field; `{apiKey}` stands for the key.
    public var credentialValue = "Bearer {apiKey}"
    /// From the creation of a session to the last moment for a device to connect.
    public var workerArrivalTimeout = Duration.seconds(120)
    /// From the creation of a session to the last moment for the user to sign in.
    public var authTimeout = Duration.seconds(300)
    /// The tenant's name in links.
    public var tenant = "horizon-travel"
    /// Scheme and host of the hosted surface.
    public var linkBase = "https://connect.odynn.com"
    /// The loyalty programs that sessions can be made for.
    public var providers = ["aadvantage", "mileageplus", "skymiles", "marriott-bonvoy"]
    /// What a session of an unknown account is made for; one of `providers`.
    public var defaultProvider = "aadvantage"
    /// The user whom target files name.
    public var userID = "user-123"
    /// Signs webhooks.
    public var webhookSecret: String
    /// Makes ids repeatable; nil makes them unforeseeable.
    public var seed: UInt64?

    /// Creates parameters with their defaults.
    ///
    /// - Parameters:
    ///   - apiKey: The tenant's key; nil makes up one.
    ///   - seed: Makes keys and ids repeatable; nil makes them unforeseeable.
    public init(apiKey: String? = nil, seed: UInt64? = nil) {
      var minter = IDMinter(seed: seed)
      self.apiKey = apiKey ?? "odc_live_" + minter.token(length: 32)
      webhookSecret = "whsec_" + minter.token(length: 32)
      self.seed = seed
    }
  }
}

extension OdynnServer.Parameters {
  /// What the credential's field holds when a caller has the key.
  var credential: String { credentialValue.replacing("{apiKey}", with: apiKey) }

  /// The key that a credential's value carries, or nil when it has another form.
  func key(inCredential value: String) -> String? {
    let parts = credentialValue.split(separator: "{apiKey}", omittingEmptySubsequences: false)
    guard parts.count == 2, value.hasPrefix(parts[0]), value.hasSuffix(parts[1]),
      value.utf8.count >= parts[0].utf8.count + parts[1].utf8.count
    else { return nil }
    return String(value.dropFirst(parts[0].count).dropLast(parts[1].count))
  }
}
