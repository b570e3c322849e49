/// The choices that rules are made of; the first case of each is what the plain server does.
extension VersoServer {
  /// What a request's body is read as.
  enum BodyFormat: Sendable { case json, form }

  /// What a body that cannot be read comes to.
  enum Malformed: Sendable { case refused, crashes, dropped }

  /// What `device` has to be.
  enum DeviceCheck: Sendable {
    /// An object of strings, or absent.
    case shape
    /// Anything.
    case none
    /// Present, or the server fails.
    case crashesWithout
    /// Of a platform that the server has an SDK for.
    case knownPlatform
    /// Without empty texts.
    case filledIn
  }

  /// Which purposes a link may be signed for.
  enum PurposeCheck: Sendable { case connect, none, nativeConnect }

  /// How a link's signature is looked at.
  enum SignatureCheck: Sendable { case exact, none }

  /// What the member `token` holds.
  enum TokenForm: Sendable { case token, wholeLink }

  /// From when on a link's lifetime runs.
  enum LinkTimer: Sendable { case fromSigning, fromFirstUse }

  /// When a link is used up.
  enum Consumption: Sendable {
    /// By the start.
    case atStart
    /// By the capture.
    case atCapture
    /// Never.
    case never
    /// By the start, whose answer is given again.
    case replaysAnswer
    /// By the start, a moment after it was checked.
    case afterCheck
  }

  /// When a user's record is made.
  enum UserCreation: Sendable { case atStart, atCapture, everyStart }

  /// What of the capture credential is looked at.
  enum CredentialCheck: Sendable {
    /// Both halves, and that they belong together.
    case pair
    /// The nonce.
    case nonceOnly
    /// The secret.
    case secretOnly
    /// Both halves, whichever starts they come from.
    case halves
  }

  /// How often a capture credential opens something.
  enum CredentialUse: Sendable {
    /// Until it has connected or been refused.
    case untilConnected
    /// Until it has connected; a refusal leaves it.
    case survivesRefusal
    /// Once, whatever comes of it.
    case once
    /// For the whole login window.
    case reusable
    /// Until it has connected; after that, the same answer again.
    case replaysAnswer
  }

  /// How the login window ends.
  enum LoginTimer: Sendable { case fromStart, fromSigning, ignored }

  /// What a session that the provider never issued comes to.
  enum UnknownSession: Sendable { case waits, refused }

  /// What an account that another user has connected comes to.
  enum OtherUser: Sendable {
    /// A refusal without effects.
    case refused
    /// The account goes to the new user.
    case moves
    /// Both users have it.
    case connectsToo
    /// A refusal after the connection was made and announced.
    case refusedLate
    /// A refusal that also disconnects the first user.
    case refusedAndDisconnects
  }

  /// Whose accounts are compared.
  enum AccountScope: Sendable { case app, everyone }

  /// What becomes of the same user's earlier connection of an account.
  enum Reconnection: Sendable { case folds, refused, keepsBoth }

  /// When `connect.started` is sent.
  enum StartedTiming: Sendable { case atStart, beforeCreated, afterCreated, never }

  /// When `connection.created` is sent.
  enum CreatedTiming: Sendable { case atCapture, atFirstSync, never, everyCapture }

  /// Where an error's text stands.
  enum ErrorBody: Sendable {
    /// `{"error": text}`.
    case error
    /// `{"message": text}`.
    case message
    /// As in other services.
    case envelope(ErrorEnvelope)
  }

  /// What ids look like.
  enum IDStyle: Sendable {
    /// A prefix and so many letters and digits.
    case token(length: Int)
    /// A prefix and so many characters of an alphabet.
    case alphabet(String, length: Int)
    /// A UUID with nothing before it.
    case uuid
  }

  /// How a link's token is put together.
  enum TokenParts: Sendable {
    /// Header, payload and signature.
    case three
    /// Payload and signature.
    case two
  }

  /// What a webhook's body looks like.
  enum WebhookEnvelope: Sendable {
    /// `{"id", "type", "createdAt", "data": {"userRef", …}}`.
    case typed
    /// `{"event", "userRef", …}`.
    case event
    /// `{"name", "payload": {"connection": {…}}}`.
    case nested
  }

  /// How webhooks are signed.
  enum WebhookSignature: Sendable { case timestamped, plain, none }

  /// When webhooks go out, seen from the caller.
  enum WebhookTiming: Sendable { case atOnce, beforeAnswer }
}
