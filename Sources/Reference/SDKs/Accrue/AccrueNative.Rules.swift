extension AccrueNative {
  /// What the native half does at each point where builds differ.
  ///
  /// The defaults are the document's rules or, where it has none, what the public SDK does. A fault
  /// sets a rule that these forbid, a variant one that they leave open. The first value of every
  /// choice is the default.
  struct Rules: Sendable {
    // MARK: Address

    var environment = Environment.asAsked
    var isSandboxByDefault = true
    var requiresSandboxFlag = false
    var customURL = CustomURL.afterSandbox
    var merchantID = MerchantID.unchanged
    var merchantIDItem = "merchantId"
    var token = Token.asGiven
    var encodesQuery = true

    // MARK: Context

    var injection = Injection.atStart
    var refresh = Refresh.assignsAndCalls
    var absentValues = AbsentValues.null
    var email = Email.asGiven
    var additionalData = AdditionalData.dictionary
    var inheritsByDefault = true
    var settingsAsText = false
    var sdkName = "iOS"
    var escapes = true

    // MARK: Messages and events

    var forwarding = Forwarding.verbatim
    var forwardsEverything = false
    var tabEvent = "AccrueTabPressed"
    var tab = Tab.callsFunction
    var runsUnknownEvents = false

    // MARK: Native work

    var readsAction = false
    var knowsProvisioning = true
    var support = Support.answered
    var provisioning = Provisioning.refusesBlanks

    // MARK: Navigation

    var keeps: Set<Kept> = []
    var neverDecidesDeepLinks = false
  }

  enum Environment: Sendable { case asAsked, alwaysProduction, alwaysSandbox }
  enum CustomURL: Sendable { case afterSandbox, first }
  enum MerchantID: Sendable { case unchanged, lowerCased, missing }
  enum Token: Sendable { case asGiven, dropped, nilAsText }
  enum Injection: Sendable { case atStart, late, none }

  /// What another context comes to.
  enum Refresh: Sendable {
    case assignsAndCalls, inTwoScripts, callsWithOldValues, callsOnly, assignsOnly, dispatches
    case loadsAgain, nothing
  }

  enum AbsentValues: Sendable { case null, leftOut, asText }
  enum Email: Sendable { case asGiven, required, emptyForNone, dropped }
  enum AdditionalData: Sendable { case dictionary, asText, dropped }

  /// What the host is told of a message.
  enum Forwarding: Sendable { case verbatim, twice, respelled, asObject, documentedOnly, never }

  /// What a press on the tab comes to.
  enum Tab: Sendable {
    case callsFunction, callsWithData, callsUnchecked, dispatches, toHost, nothing
  }

  enum Support: Sendable { case answered, asText, never }
  enum Provisioning: Sendable { case refusesBlanks, startsAnyway, saysNull }

  /// What is loaded in the wallet's own view although it belongs elsewhere.
  enum Kept: Sendable { case walletLinks, statements, otherHosts }
}
