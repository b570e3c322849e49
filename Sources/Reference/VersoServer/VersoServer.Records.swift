import StrictJSON
import Wire

extension VersoServer {
  /// What a link's token says.
  struct Link: Sendable, Hashable {
    /// Its id, by which it is used up.
    var id: String
    /// The app whose secret signs it.
    var app: String
    /// The user, as the app calls them.
    var userRef: String
    /// What it is for: `connect`.
    var purpose: String
    /// When it was signed.
    var signedAt: WireInstant
    /// From when on it is expired.
    var expiresAt: WireInstant
  }

  /// A login that a start began.
  struct Attempt: Sendable, Hashable {
    /// The public half of the capture credential.
    var nonce: String
    /// The secret half.
    var secret: String
    /// The link that it began with.
    var link: Link
    /// The user's record, which is one for each user of an app unless a fault makes more.
    var user: String
    /// From when on it is too late to capture; nil when it never is.
    var deadline: WireInstant?
    /// Whether its credential still opens something.
    var isOpen = true
    /// What it connected; nil before that.
    var connectionID: String?
  }

  /// A provider's account that a user of an app has connected.
  struct Connection: Sendable, Hashable {
    /// Its id, in answers and webhooks.
    var id: String
    /// The app.
    var app: String
    /// The user, as the app calls them.
    var userRef: String
    /// The user's record.
    var user: String
    /// The provider's account.
    var account: String
    /// When it was made.
    var createdAt: WireInstant
    /// When its first sync starts; nil when nobody knows.
    var syncsAt: WireInstant?
  }

  /// A session at the provider, as its login leaves it in a cookie.
  struct ProviderSession: Sendable, Hashable {
    /// The cookie's value.
    var token: String
    /// What the page behind `sessionUrl` says.
    var accessToken: String
    /// The account, as the hook called it.
    var account: String
    /// The account's id at the provider.
    var accountID: String
    /// The account's address.
    var email: String
    /// Whether the login is complete.
    var isUsable: Bool
  }
}
