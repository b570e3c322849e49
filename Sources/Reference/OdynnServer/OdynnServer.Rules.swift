import StrictJSON
import Wire

extension OdynnServer {
  /// What the server does at each point where builds differ.
  ///
  /// The defaults are the document's rules or, where it has none, one of the legal ways. A fault
  /// sets a rule that the document forbids, a variant one that it leaves open. The first value of
  /// every choice is the default.
  struct Rules: Sendable {
    // MARK: Credentials

    var keyCheck = KeyCheck.exact
    var dataKeyCheck = KeyCheck.exact
    var refusalStatus = 401
    var errorEnvelope = ErrorEnvelope.nested

    // MARK: Creation

    var createStatus = 201
    var replayStatus = 201
    var conflictStatus = 409
    var createBody = CreateBody.session
    var idempotency = Idempotency.honoured
    var providerMember = "providerId"
    var missingProvider = MissingProvider.refused
    var unknownMetadata = UnknownMetadata.kept
    var idStyle = IDStyle.token(length: 12)
    var reusesPendingSession = false

    // MARK: Timers

    var arrivalTimeout: Duration?
    var authTimeout: Duration?
    var arrivalTimer = ArrivalTimer.fromCreation
    var authTimer = AuthTimer.absolute

    // MARK: Claims

    var secondConnect = SecondConnect.refused
    var reconnects: Set<Ending> = []
    var networkLossEndsSession = true

    // MARK: Results

    var resultStatus = 200
    var resultDelay = Duration.zero
    var pendingRead = Reading.notFound(State.noResult)
    var expiredRead = Reading.notFound(State.noResult)
    var failedRead = Reading.notFound(State.noResult)
    var hiddenFlow: Flow?

    // MARK: Webhooks

    var completedType = "session.completed"
    var announcedFlows: Set<Flow> = [.embed, .hosted]
    var announcedEndings: Set<Ending> = [.completed]
    var announcement = Announcement.atOnce
    var signature = Signature.timestamped
    var webhookEnvelope = WebhookEnvelope.typed
    var webhookTiming = WebhookTiming.atOnce
    var webhookDelay = Duration.zero
    var webhookCopies = 1
    var announcesProgress = false

    // MARK: Refresh

    var refresh = Refresh.asksForSignIn
    var freshSession = FreshSession.pending

    // MARK: Spelling

    var timestamps = TimestampStyle.milliseconds
    var statusNames = StatusNames()
    var sessionEdits: [Edit] = []
    var resultEdits: [Edit] = []
    var eventEdits: [Edit] = []
    var errorEdits: [Edit] = []
    var wire: [WireVariant] = []
  }

  /// A change to a finished body.
  typealias Edit = @Sendable (inout JSONObject, EditContext) -> Void

  /// What a change to a body may look at.
  struct EditContext: Sendable {
    /// The session that the body is about; nil when it is about none.
    var session: Session?
    /// The tenant.
    var parameters: Parameters
    /// The id of the session that was created first.
    var firstID: String?
    /// The id of the session that was created before this one, or nil.
    var previousID: String?
  }

  /// The values of a session's `status`; the document spells the first and the last.
  struct StatusNames: Sendable {
    var pending = "pending"
    var claimed = "connected"
    var completed = "completed"
    var expired = "expired"
    var failed = "failed"
  }
}
