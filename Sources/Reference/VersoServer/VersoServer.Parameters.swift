extension VersoServer {
  /// What an app's owner can set, and what the vendor fixes.
  public struct Parameters: Sendable, Hashable {
    /// Signs the links of the app; begins `vs_live_`.
    public var appSecret: String
    /// The app's id in links.
    public var app = "app_notewell"
    /// Where the endpoint is.
    public var path = "/api/connect-native"
    /// From the signing of a link to the last moment to start with it.
    public var linkLifetime = Duration.seconds(15 * 60)
    /// From a start to the last moment to be connected.
    public var loginWindow = Duration.seconds(60 * 60)
    /// What stands before a link's token.
    public var linkBase = "https://connect.verso.example/connect?token="
    /// The provider's name in answers.
    public var provider = "chatgpt"
    /// The provider's host.
    public var providerHost = "provider.example"
    /// The name of the provider's session cookie.
    public var cookieName = "__Secure-session-token"
    /// Signs webhooks.
    public var webhookSecret: String
    /// Makes ids repeatable; nil makes them unforeseeable.
    public var seed: UInt64?

    /// Creates parameters with their defaults.
    ///
    /// - Parameters:
    ///   - appSecret: The app's secret; nil makes up one.
    ///   - seed: Makes secrets and ids repeatable; nil makes them unforeseeable.
    public init(appSecret: String? = nil, seed: UInt64? = nil) {
      var minter = IDMinter(seed: seed)
      self.appSecret = appSecret ?? "vs_live_" + minter.token(length: 32)
      webhookSecret = "whsec_" + minter.token(length: 32)
      self.seed = seed
    }
  }
}
