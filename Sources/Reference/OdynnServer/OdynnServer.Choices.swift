/// The choices that rules are made of; the first case of each is what the plain server does.
extension OdynnServer {
  /// Which keys open a route.
  enum KeyCheck: Sendable { case exact, prefix, none }

  /// What a creation is answered with.
  enum CreateBody: Sendable { case session, idOnly, empty }

  /// What `Idempotency-Key` does.
  enum Idempotency: Sendable { case honoured, ignored, compulsory }

  /// What a creation without `providerId` comes to.
  enum MissingProvider: Sendable { case refused, defaulted }

  /// What becomes of members of `metadata` other than `userId`.
  enum UnknownMetadata: Sendable { case kept, refused, dropped }

  /// What ids look like.
  enum IDStyle: Sendable {
    /// `ses_` and so many letters and digits.
    case token(length: Int)
    /// `ses_` and so many characters of an alphabet.
    case alphabet(String, length: Int)
    /// Another prefix.
    case prefixed(String)
    /// A UUID with nothing before it.
    case uuid
    /// Digits, sent as a JSON number.
    case number
  }

  /// How the wait for a device ends.
  enum ArrivalTimer: Sendable {
    /// Runs from the creation, until a device connects.
    case fromCreation
    /// Runs only from the first read of the data route.
    case fromFirstRead
    /// Is announced, but connects are never refused for it.
    case ignored
    /// Connects are refused, but the session says `pending` for ever.
    case leavesPending
    /// Fires even when a device has connected.
    case firesAfterClaim
  }

  /// How the wait for the sign-in ends.
  enum AuthTimer: Sendable {
    /// At the announced instant.
    case absolute
    /// A full span after the connect.
    case rearmedAtConnect
    /// Never.
    case ignored
    /// At the announced instant, with `pending` as the status from then on.
    case leavesPending
  }

  /// What a connect to a claimed session comes to.
  enum SecondConnect: Sendable { case refused, accepted, refusedAndFatal, takesOver }

  /// What the data route says of a session without a result.
  enum Reading: Sendable {
    /// 404 with a code.
    case notFound(String)
    /// Another status with an error body.
    case status(Int)
    /// 200 with data of the documented shape that say nothing.
    case emptyResult
    /// 200 with null in place of data.
    case nullResult
  }

  /// How webhooks are signed.
  enum Signature: Sendable { case timestamped, plain, none }

  /// What a webhook's body looks like.
  enum WebhookEnvelope: Sendable {
    /// `{"id", "type", "createdAt", "data": {"sessionId", …}}`.
    case typed
    /// `{"event", "sessionId", …}`.
    case event
    /// `{"name", "payload": {"session": {"id", …}}}`.
    case nested
  }

  /// When webhooks go out, seen from whoever called the hook.
  enum WebhookTiming: Sendable { case atOnce, beforeAnswer }

  /// When it is told that a session has completed.
  enum Announcement: Sendable {
    /// As soon as it has.
    case atOnce
    /// Not before the device has closed.
    case afterClose
    /// A moment later, unless the device has closed by then.
    case whileOpen
  }

  /// What refreshing an account comes to.
  enum Refresh: Sendable {
    /// A new session that the user signs in to.
    case asksForSignIn
    /// Cached data while they are that young, else a new session.
    case cached(Duration)
    /// A sync without the user.
    case syncsSilently

    /// Whether the user may be spared a new sign-in.
    var mayAnswerFromCache: Bool {
      if case .cached = self { true } else { false }
    }
  }

  /// What the session of `session.auth_required` is like.
  enum FreshSession: Sendable { case pending, claimed, expired }
}
