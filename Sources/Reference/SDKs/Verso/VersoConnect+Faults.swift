extension VersoConnect {
  /// Every fault, in the order of the document.
  static let faults: [Fault] = links + errors + outcomes + sheets + pages + captures

  private static func fault(
    _ name: String, breaks clauses: [String], advisory: Bool = false, _ about: String,
    _ apply: @escaping @Sendable (inout Rules) -> Void
  ) -> Fault {
    Fault(name, breaks: clauses.map { "verso." + $0 }, advisory: advisory, about, apply)
  }

  private static let links: [Fault] = [
    fault(
      "first-part-of-token", breaks: ["link.url-shape"], advisory: true,
      "It sends only what stands before the first dot of a token."
    ) { $0.token = .firstPartOnly },
    fault(
      "empty-token-sent", breaks: ["error.invalidLink", "sdk.token-parse"],
      "A link without a token is started with an empty one."
    ) { $0.token = .mayBeEmpty },
    fault(
      "token-in-fragment", breaks: ["sdk.token-parse"], advisory: true,
      "It takes a token from the fragment."
    ) {
      $0.token = .alsoInFragment
    },
    fault(
      "last-token-wins", breaks: ["sdk.token-parse"], advisory: true,
      "Of several tokens it takes the last."
    ) {
      $0.token = .last
    },
    fault(
      "token-in-query-only", breaks: ["sdk.token-parse"], advisory: true,
      "It does not look at the path."
    ) {
      $0.token = .queryOnly
    },
    fault(
      "any-dotted-path", breaks: ["sdk.token-parse"], advisory: true,
      "It takes a last path segment of two parts for a token."
    ) { $0.token = .anyDottedPath },
    fault(
      "sheet-before-parsing", breaks: ["error.invalidLink"],
      "The sheet is shown before the link is looked at."
    ) { $0.showsSheetBeforeParsing = true },
    fault(
      "follows-any-link", breaks: ["sdk.base-trust"], advisory: true,
      "Start and session go to whatever origin the link names."
    ) { $0.followsLinkOrigin = true },
  ]

  private static let errors: [Fault] = [
    fault(
      "unreadable-refusal-is-network", breaks: ["error.fallback-text"], advisory: true,
      "A refusal whose body cannot be read ends in network."
    ) {
      $0.unreadableRefusal = .network(SDKNetwork.Failure(message: "the answer cannot be read"))
    },
    fault(
      "undocumented-error", breaks: ["error.enum"],
      "A server error at the capture ends in an error of the system's."
    ) { $0.refusals[503] = .undocumented("NSURLErrorDomain") },
    fault(
      "expired-is-invalid", breaks: ["error.rejected-401"], "An expired link ends in invalidLink."
    ) { $0.refusals[401] = .invalidLink },
    fault(
      "used-is-retried", breaks: ["error.rejected-403"],
      "A link that was used is sent again and again."
    ) { $0.retriesUsedLinks = true },
    fault(
      "conflict-is-waiting", breaks: ["error.rejected-409"],
      "An account of another user is taken for a session that is not usable yet."
    ) { $0.takesConflictForWaiting = true },
    fault(
      "status-lost", breaks: ["error.rejected-401", "error.rejected-403", "error.rejected-409"],
      "A refusal does not tell its status."
    ) { $0.keepsStatus = false },
    fault(
      "waits-for-ever", breaks: ["error.timedOut"],
      "It never gives a session up."
    ) {
      $0.waitingAnswers = nil
    },
    fault(
      "gives-up-at-once", breaks: ["error.timedOut"],
      "The first waiting answer ends in timedOut."
    ) { $0.waitingAnswers = 1 },
    fault(
      "waiting-is-success", breaks: ["error.timedOut"],
      "A waiting answer is taken for a connection."
    ) { $0.waitingReading = .success },
    fault(
      "gives-up-without-cookie", breaks: ["error.timedOut"], advisory: true,
      "Looks at the cookies count as waiting answers, so that slow users are cut off."
    ) { $0.countsLooksWithoutCookie = true },
    fault(
      "network-is-rejection", breaks: ["error.network", "sdk.http-timeouts"],
      "A request that fails in transport ends in a rejection with the status 0."
    ) { $0.transportFailure = .rejected(status: 0, message: "offline") },
    fault(
      "bad-start-is-invalid", breaks: ["error.bad-start-body"], advisory: true,
      "A start answer without its members ends in invalidLink."
    ) { $0.badStart = .invalidLink },
    fault(
      "no-request-timeout", breaks: ["sdk.http-timeouts"], advisory: true,
      "It waits for an answer as long as it takes."
    ) { $0.givesRequestsUp = false },
  ]

  private static let outcomes: [Fault] = [
    fault(
      "returns-webhook", breaks: ["sdk.present-async"],
      "It returns the body of the webhook instead of the connection's id."
    ) { $0.returnsWebhook = true },
    fault(
      "completion-without-errors", breaks: ["sdk.present-completion"],
      "The completion form does not tell errors."
    ) { $0.completionLacksErrors = true },
    fault(
      "two-outcomes", breaks: ["sdk.callback-once", "error.cancelled"],
      "A capture that the user's closing overtook is told as a second outcome."
    ) {
      $0.goesOnWhenClosed = true
      $0.deliversTwice = true
    },
    fault(
      "outcome-before-dismissal", breaks: ["sdk.callback-once"], advisory: true,
      "The outcome is told while the sheet is still shown."
    ) { $0.dismissal = .afterTheOutcome },
    fault(
      "closing-is-network", breaks: ["error.cancelled"],
      "Closing the sheet ends in network, because the request is cut off."
    ) { $0.closing = .network(SDKNetwork.Failure(message: "cancelled")) },
    fault(
      "closing-is-silent", breaks: ["error.cancelled"],
      "Closing the sheet ends the login, and the app is told nothing."
    ) { $0.isSilentWhenClosed = true },
    fault(
      "captures-after-closing", breaks: ["error.cancelled"],
      "The login goes on behind a sheet that was closed."
    ) { $0.goesOnWhenClosed = true },
  ]

  private static let sheets: [Fault] = [
    fault(
      "sheet-stays", breaks: ["sdk.sheet-dismissed-always"],
      "The sheet stays when Verso refuses."
    ) { $0.dismissal = .notWhenRejected },
    fault(
      "hosted-page-first", breaks: ["sdk.sequence", "sdk.start-failure-no-webview"],
      "It opens the link in the web view before it starts."
    ) { $0.opensHostedPage = true },
    fault(
      "link-fetched-first", breaks: ["sdk.sequence"], "It fetches the link before it starts."
    ) { $0.fetchesLinkFirst = true },
    fault(
      "two-starts", breaks: ["sdk.sequence"], "A start that was answered is sent once more."
    ) { $0.startsTwice = true },
    fault(
      "starts-again-when-waiting", breaks: ["sdk.sequence"],
      "A waiting answer makes it start again."
    ) { $0.waitingReading = .reasonToStartAgain },
    fault(
      "whole-link-as-token", breaks: ["sdk.sequence", "sdk.token-parse", "link.url-shape"],
      "It sends the whole link in the place of its token."
    ) { $0.token = .wholeLink },
    fault(
      "login-after-refusal", breaks: ["sdk.start-failure-no-webview"], advisory: true,
      "When the start is refused, it opens the link in the web view."
    ) { $0.opensLoginAfterRefusal = true },
  ]

  private static let pages: [Fault] = [
    fault(
      "persistent-store", breaks: ["sdk.nonpersistent"],
      "Cookies of a login are there at the next one."
    ) { $0.keepsCookies = true },
    fault(
      "bare-web-view", breaks: ["sdk.user-agent"],
      "The web view does not call itself Mobile Safari."
    ) { $0.userAgent = VersoConnect.bareWebView },
    fault(
      "app-in-user-agent", breaks: ["sdk.user-agent"], "The web view names the SDK to the provider."
    ) { $0.userAgent = VersoConnect.bareWebView + " VersoConnect/0.1.2" },
    fault(
      "app-after-safari", breaks: ["sdk.user-agent"],
      "The web view names the app behind Mobile Safari's own words."
    ) { $0.userAgent = VersoConnect.safari + " Bank/4.2" },
    fault("any-cookie", breaks: ["sdk.cookie-trigger"], "Any cookie of the domain is captured.") {
      $0.takesAnyCookie = true
    },
    fault(
      "capture-at-page-load",
      breaks: [
        "sdk.cookie-trigger", "sdk.cookie-domain", "error.cancelled", "sdk.present-completion",
      ],
      "It captures as soon as a page is loaded."
    ) { $0.capturesAtPageLoad = true },
    fault(
      "any-domain", breaks: ["sdk.cookie-domain"], advisory: true, "A cookie of any domain counts."
    ) {
      $0.domainCheck = .none
    },
    fault(
      "domain-by-suffix", breaks: ["sdk.cookie-domain"], advisory: true,
      "A host whose name only ends like the domain counts."
    ) { $0.domainCheck = .bySuffix },
    fault(
      "chunks-in-lexical-order", breaks: ["sdk.cookie-chunks"], advisory: true,
      "Part 10 is put before part 2."
    ) { $0.chunkOrder = .lexical },
    fault(
      "chunks-as-they-came", breaks: ["sdk.cookie-chunks"], advisory: true,
      "The parts are joined as they were set."
    ) { $0.chunkOrder = .asTheyCame },
  ]

  private static let captures: [Fault] = [
    fault(
      "session-read-outside", breaks: ["sdk.session-read"], advisory: true,
      "The session document is read without the page's cookies."
    ) { $0.sessionReading = .outsideOfPage },
    fault(
      "nulls-for-missing", breaks: ["sdk.session-read"], advisory: true,
      "What the session document does not tell is sent as null."
    ) { $0.sendsNulls = true },
    fault(
      "parallel-captures", breaks: ["sdk.one-capture-in-flight"], advisory: true,
      "A capture is sent while another is unanswered."
    ) { $0.capturesInParallel = true },
    fault(
      "session-to-analytics", breaks: ["sdk.credential-sent-once"],
      "The provider session is sent to another route, too."
    ) { $0.leak = .body },
    fault(
      "session-in-header", breaks: ["sdk.credential-sent-once"],
      "The provider session is sent to another route in a header."
    ) { $0.leak = .header },
    fault(
      "session-in-query", breaks: ["sdk.credential-sent-once"],
      "The provider session is sent to another route in its query, percent-encoded."
    ) { $0.leak = .query },
    fault(
      "other-nonce", breaks: ["sdk.sequence"],
      "A capture carries another nonce than the start answered."
    ) { $0.credentialMistake = .otherNonce },
    fault(
      "no-client-secret", breaks: ["sdk.sequence"],
      "A capture leaves out the secret that the start answered."
    ) { $0.credentialMistake = .noSecret },
    fault(
      "captured-again", breaks: ["sdk.credential-sent-once"],
      "The provider session is sent once more when it is connected."
    ) { $0.capturesAgainWhenConnected = true },
    fault(
      "no-content-type", breaks: ["sdk.headers"], advisory: true,
      "Requests do not say that they are JSON."
    ) {
      $0.saysContentType = false
    },
    fault("unnamed", breaks: ["sdk.headers"], advisory: true, "Requests do not name the SDK.") {
      $0.namesItself = false
    },
  ]
}
