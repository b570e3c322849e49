extension VersoConnect {
  /// What the SDK does where a build may go wrong, or where the document leaves a choice.
  struct Rules: Sendable {
    /// How a token is found in a link.
    enum TokenReading: Sendable, Hashable {
      case asDocumented, wholeLink, mayBeEmpty, alsoInFragment, last, queryOnly, anyDottedPath,
        firstPartOnly
    }

    /// Which cookies count as the session cookie's domain has it.
    enum DomainCheck: Sendable, Hashable {
      case byLabel, bySuffix, none
    }

    /// In which order the parts of a split cookie are joined.
    enum ChunkOrder: Sendable, Hashable {
      case numeric, lexical, asTheyCame
    }

    /// How the session document is read.
    enum SessionReading: Sendable, Hashable {
      case inPage, outsideOfPage
    }

    /// What of the credential that a start answers goes wrong in a capture.
    enum CredentialMistake: Sendable, Hashable {
      case otherNonce, noSecret
    }

    /// Where else the provider session is sent.
    enum Leak: Sendable, Hashable {
      case body, header, query
    }

    /// What a waiting answer to a capture is taken for.
    enum WaitingReading: Sendable, Hashable {
      case waiting, success, reasonToStartAgain
    }

    /// When the SDK dismisses its sheet.
    enum Dismissal: Sendable, Hashable {
      case always, notWhenRejected, afterTheOutcome
    }

    var token = TokenReading.asDocumented
    var followsLinkOrigin = false
    var describesDevice = true
    var saysContentType = true
    var namesItself = true
    var givesRequestsUp = true
    var userAgent = VersoConnect.safari

    var retriesUsedLinks = false
    var takesConflictForWaiting = false
    var keepsStatus = true
    /// What refusals of a status end in instead of `rejected`.
    var refusals: [Int: VersoConnectError] = [:]
    var unreadableRefusal: VersoConnectError?
    var badStart: VersoConnectError?
    var transportFailure: VersoConnectError?

    var showsSheetAfterStart = false
    var showsSheetBeforeParsing = false
    var opensHostedPage = false
    var opensLoginAfterRefusal = false
    var keepsCookies = false

    var domainCheck = DomainCheck.byLabel
    var takesAnyCookie = false
    var capturesAtPageLoad = false
    var chunkOrder = ChunkOrder.numeric
    var sessionReading = SessionReading.inPage
    var sendsNulls = false
    var capturesInParallel = false
    var leak: Leak?
    var credentialMistake: CredentialMistake?
    var waitingReading = WaitingReading.waiting
    var startsTwice = false
    var fetchesLinkFirst = false
    var isSilentWhenClosed = false
    var capturesAgainWhenConnected = false

    /// Between two looks at the cookies.
    var interval = Duration.seconds(3)
    /// The waiting answers after which it gives up; nil for never.
    var waitingAnswers: Int? = 40
    var countsLooksWithoutCookie = false

    var closing = VersoConnectError.cancelled
    var goesOnWhenClosed = false
    var deliversTwice = false
    var dismissal = Dismissal.always
    var completionLacksErrors = false
    var returnsWebhook = false
  }

  /// What Mobile Safari calls itself.
  static let safari =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    + "Version/18.0 Mobile/15E148 Safari/604.1"

  /// What a web view calls itself when nobody tells it otherwise.
  static let bareWebView =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    + "Mobile/15E148"
}
