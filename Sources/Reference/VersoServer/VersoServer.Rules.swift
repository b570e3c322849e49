import StrictJSON

extension VersoServer {
  /// What the server does at each point where builds differ.
  ///
  /// The defaults are the document's rules or, where it has none, one of the legal ways. A fault
  /// sets a rule that the document forbids, a variant one that it leaves open.
  struct Rules: Sendable {
    // MARK: Endpoint

    var method = "POST"
    var path: String?
    var capturePath: String?
    var bodyFormat = BodyFormat.json
    var needsSDKAgent = false
    var needsAuthorization = false
    var malformed = Malformed.refused

    // MARK: Links

    var deviceCheck = DeviceCheck.shape
    var purposeCheck = PurposeCheck.connect
    var signatureCheck = SignatureCheck.exact
    var burnsTamperedLinks = false
    var tokenForm = TokenForm.token
    var tokenParts = TokenParts.three
    var linkLifetime: Duration?
    var linkTimer = LinkTimer.fromSigning
    var consumption = Consumption.atStart
    var looksAtExpiryFirst = false

    // MARK: Starts

    var startStatus = 200
    var users = UserCreation.atStart
    var announcesRefusedStarts = false
    var refusedStartsGetCredential = false
    var fixedNonce: String?
    var fixedSecret: String?

    // MARK: Captures

    var connectedStatus = 200
    var waitingStatus = 200
    var waitingName = "waiting"
    var needsEmail = false
    var credentialCheck = CredentialCheck.pair
    var credentialUse = CredentialUse.untilConnected
    var loginTimer = LoginTimer.fromStart
    var loginWindow: Duration?
    var unknownSession = UnknownSession.waits
    var otherUser = OtherUser.refused
    var accountScope = AccountScope.app
    var reconnection = Reconnection.folds
    /// From a connection to its first sync; nil leaves it to the night.
    var firstSyncDelay: Duration? = .seconds(20)

    // MARK: Webhooks

    var startedType = "connect.started"
    var createdType = "connection.created"
    var startedTiming = StartedTiming.atStart
    var createdTiming = CreatedTiming.atCapture
    var createdEvents = 1
    var announcesProgress = false
    var webhookEnvelope = WebhookEnvelope.typed
    var webhookSignature = WebhookSignature.timestamped
    var webhookTiming = WebhookTiming.atOnce
    var webhookDelay = Duration.zero
    var webhookCopies = 1

    // MARK: Spelling

    var statuses = Statuses()
    var errorBody = ErrorBody.error
    var idStyle = IDStyle.token(length: 16)
    var timestamps = TimestampStyle.milliseconds
    var startEdits: [Edit] = []
    var captureEdits: [Edit] = []
    var startedEdits: [Edit] = []
    var createdEdits: [Edit] = []
    var errorEdits: [Edit] = []
    var wire: [WireVariant] = []
  }

  /// A change to a finished body.
  typealias Edit = @Sendable (inout JSONObject, EditContext) -> Void

  /// What a change to a body may look at.
  struct EditContext: Sendable {
    /// The app and the vendor.
    var parameters: Parameters
    /// The login that the body is about; nil when it is about none.
    var attempt: Attempt?
    /// The connection that the body is about; nil when it is about none.
    var connection: Connection?
    /// The provider's session that was captured; nil before that.
    var session: ProviderSession?
  }

  /// The statuses of refusals; the document spells the first three.
  struct Statuses: Sendable {
    var expired = 401
    var used = 403
    var otherUser = 409
    var unsigned = 401
    var otherPurpose = 403
    var credential = 401
    var late = 401
    var malformed = 400
    var tooLarge = 413
    var mediaType = 415
  }
}
