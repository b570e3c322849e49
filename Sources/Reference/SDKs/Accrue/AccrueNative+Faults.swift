extension AccrueNative {
  /// Every fault, in the order of the document.
  static let faults: [Fault] =
    environments + properties + contexts + events + messages + navigation

  private static func fault(
    _ name: String, breaks clauses: [String], advisory: Bool = false, _ about: String,
    _ apply: @escaping @Sendable (inout Rules) -> Void
  ) -> Fault {
    Fault(name, breaks: clauses.map { "accrue." + $0 }, advisory: advisory, about, apply)
  }

  /// What two environments that are one break.
  private static let oneEnvironment = [
    "env.sandbox-host", "env.production-host", "env.no-cross", "props.isSandbox", "ios.url-order",
  ]

  private static let environments: [Fault] = [
    fault(
      "sandbox-flag-ignored", breaks: oneEnvironment, "Every wallet loads the production page."
    ) { $0.environment = .alwaysProduction },
    fault("always-sandbox", breaks: oneEnvironment, "Every wallet loads the sandbox's page.") {
      $0.environment = .alwaysSandbox
    },
    fault(
      "production-by-default", breaks: ["props.isSandbox"],
      "A wallet built without isSandbox loads the production page."
    ) { $0.isSandboxByDefault = false },
  ]

  private static let properties: [Fault] = [
    fault(
      "merchant-id-missing", breaks: ["props.merchantId"], "The page learns no merchantId."
    ) { $0.merchantID = .missing },
    fault(
      "merchant-id-lower-cased", breaks: ["props.merchantId"],
      "The merchantId reaches the page in small letters."
    ) { $0.merchantID = .lowerCased },
    fault(
      "merchant-id-misnamed", breaks: ["props.merchantId"], advisory: true,
      "The merchantId is the query item merchant_id."
    ) { $0.merchantIDItem = "merchant_id" },
    fault(
      "query-not-encoded", breaks: ["props.merchantId", "props.redirectionToken"],
      "Values stand in the query as they are."
    ) { $0.encodesQuery = false },
    fault(
      "token-dropped", breaks: ["props.redirectionToken"], "The page learns no redirectionToken."
    ) { $0.token = .dropped },
    fault(
      "token-nil-as-text", breaks: ["props.redirectionToken"],
      "Without a redirectionToken the page gets the text nil."
    ) { $0.token = .nilAsText },
  ]

  /// What the page's context is checked by.
  private static let everyContext = [
    "props.contextData", "user.email", "user.additionalData-type",
    "settings.shouldInheritAuthentication", "sdk.observable-context",
  ]
  private static let everyInjection = [
    "ios.context-inject", "ios.context-userData", "ios.context-settings", "ios.context-device",
    "ios.context-escaping",
  ]

  /// What additional data that do not arrive as they are break.
  private static let additional = [
    "user.additionalData-type", "props.contextData", "ios.context-userData",
    "ios.context-escaping",
  ]

  private static let contexts: [Fault] = [
    fault(
      "context-dropped", breaks: everyContext + everyInjection + ["ios.context-refresh"],
      "The page finds no context, nor another one later."
    ) {
      $0.injection = .none
      $0.refresh = .nothing
    },
    fault(
      "context-too-late", breaks: everyContext + everyInjection,
      "The page finds its context only when its own scripts have run."
    ) { $0.injection = .late },
    fault(
      "email-required", breaks: ["user.email", "ios.context-userData"],
      "A wallet for a user without an e-mail is refused."
    ) { $0.email = .required },
    fault(
      "email-dropped",
      breaks: ["user.email", "props.contextData", "sdk.observable-context"]
        + ["ios.context-userData", "ios.context-refresh", "ios.context-escaping"],
      "The e-mail does not reach the page."
    ) { $0.email = .dropped },
    fault(
      "email-empty-for-none", breaks: ["ios.context-userData", "user.email"], advisory: true,
      "An e-mail that was not given is an empty text."
    ) { $0.email = .emptyForNone },
    fault(
      "additional-data-as-text",
      breaks: additional,
      "The additional data reach the page as JSON within a string."
    ) { $0.additionalData = .asText },
    fault(
      "additional-data-dropped",
      breaks: additional,
      "The additional data do not reach the page."
    ) { $0.additionalData = .dropped },
    fault(
      "not-inherited-by-default", breaks: ["settings.shouldInheritAuthentication"],
      "Authentication is not inherited unless the host says so."
    ) { $0.inheritsByDefault = false },
    fault(
      "settings-as-text",
      breaks: [
        "settings.shouldInheritAuthentication", "ios.context-settings", "props.contextData",
      ],
      "Whether authentication is inherited is told as text."
    ) { $0.settingsAsText = true },
    fault(
      "update-lost", breaks: ["sdk.observable-context", "ios.context-refresh"], advisory: true,
      "Another context does not reach the running page."
    ) { $0.refresh = .nothing },
    fault(
      "update-loads-again",
      breaks: ["sdk.observable-context", "ios.context-refresh", "ios.load-once"], advisory: true,
      "Another context loads the page again."
    ) { $0.refresh = .loadsAgain },
    fault(
      "update-calls-with-old-values", breaks: ["ios.context-refresh"], advisory: true,
      "The page is told the former context once more."
    ) { $0.refresh = .callsWithOldValues },
    fault(
      "update-without-assignment", breaks: ["ios.context-refresh"], advisory: true,
      "The page is told another context, and finds the former one."
    ) { $0.refresh = .callsOnly },
    fault(
      "update-without-call", breaks: ["ios.context-refresh"], advisory: true,
      "The page finds another context and is not told."
    ) { $0.refresh = .assignsOnly },
    fault(
      "absent-values-left-out", breaks: ["ios.context-userData"], advisory: true,
      "What the host leaves out is not there in the page."
    ) { $0.absentValues = .leftOut },
    fault(
      "absent-values-as-text", breaks: ["ios.context-userData"], advisory: true,
      "What the host leaves out is the text null in the page."
    ) { $0.absentValues = .asText },
    fault(
      "sdk-in-small-letters", breaks: ["ios.context-device"], advisory: true,
      "The device data say ios."
    ) { $0.sdkName = "ios" },
    fault(
      "values-pasted", breaks: ["ios.context-escaping"], advisory: true,
      "Values of the context are pasted between quotes as they are."
    ) { $0.escapes = false },
  ]

  /// What an event that does not arrive breaks.
  private static let lostEvent = [
    "bridge.handleEvent", "bridge.outgoing-enum", "ios.tab-pressed-call",
  ]

  private static let events: [Fault] = [
    fault("event-lost", breaks: lostEvent, "An event of the host does not reach the page.") {
      $0.tab = .nothing
    },
    fault(
      "event-misnamed", breaks: lostEvent, "The event of the host is called TabPressed."
    ) { $0.tabEvent = "TabPressed" },
    fault(
      "event-to-the-host", breaks: lostEvent, "An event of the host is handed back to the host."
    ) { $0.tab = .toHost },
    fault(
      "event-dispatched", breaks: ["ios.tab-pressed-call"], advisory: true,
      "The event is dispatched in the page and no function is called."
    ) { $0.tab = .dispatches },
    fault(
      "event-with-data", breaks: ["ios.tab-pressed-call"], advisory: true,
      "The page's function is called with an object."
    ) { $0.tab = .callsWithData },
    fault(
      "event-throws-without-function", breaks: ["ios.tab-pressed-call"], advisory: true,
      "The page's function is called even if there is none."
    ) { $0.tab = .callsUnchecked },
    fault(
      "unknown-events-run", breaks: ["ios.event-unknown"], advisory: true,
      "The page's function of any name is called."
    ) { $0.runsUnknownEvents = true },
  ]

  private static let messages: [Fault] = [
    fault(
      "actions-dropped", breaks: ["props.onAction", "ios.verbatim-forward"],
      "The host is not told of actions."
    ) { $0.forwarding = .never },
    fault(
      "actions-as-objects", breaks: ["props.onAction", "ios.verbatim-forward"],
      "The host gets actions as objects."
    ) { $0.forwarding = .asObject },
    fault(
      "actions-twice", breaks: ["props.onAction", "ios.verbatim-forward"],
      "The host is told of every action twice."
    ) { $0.forwarding = .twice },
    fault(
      "actions-respelled", breaks: ["ios.verbatim-forward"], advisory: true,
      "The host gets actions with their members in another order."
    ) { $0.forwarding = .respelled },
    fault(
      "unknown-actions-swallowed", breaks: ["ios.verbatim-forward"], advisory: true,
      "The host is told of the documented actions alone."
    ) { $0.forwarding = .documentedOnly },
    fault(
      "objects-forwarded", breaks: ["ios.nonstring-ignored"], advisory: true,
      "What is no string is forwarded as JSON."
    ) { $0.forwardsEverything = true },
    fault(
      "reads-action",
      breaks: [
        "ios.key-field", "ios.incoming-names", "ios.provision-supported", "ios.provision-validate",
        "ios.provision-result",
      ], advisory: true, "Messages are told apart by the member action."
    ) { $0.readsAction = true },
    fault(
      "no-provisioning",
      breaks: [
        "ios.key-field", "ios.incoming-names", "ios.provision-supported", "ios.provision-validate",
        "ios.provision-result",
      ], advisory: true, "Requests for provisioning are not known."
    ) { $0.knowsProvisioning = false },
    fault(
      "support-as-text", breaks: ["ios.provision-supported"], advisory: true,
      "Whether provisioning is supported is told as text."
    ) { $0.support = .asText },
    fault(
      "support-unanswered",
      breaks: ["ios.provision-supported", "ios.incoming-names", "ios.key-field"], advisory: true,
      "Whether provisioning is supported is not answered."
    ) { $0.support = .never },
    fault(
      "blank-provisioning-starts", breaks: ["ios.provision-validate", "ios.provision-result"],
      advisory: true, "A provisioning with blank data is begun."
    ) { $0.provisioning = .startsAnyway },
    fault(
      "provisioning-error-null", breaks: ["ios.provision-validate", "ios.provision-result"],
      advisory: true, "The error of a provisioning is null."
    ) { $0.provisioning = .saysNull },
  ]

  private static let navigation: [Fault] = [
    fault(
      "wallet-links-loaded", breaks: ["ios.nav-wallet"], advisory: true,
      "A wallet address is loaded in the view."
    ) { $0.keeps = [.walletLinks] },
    fault(
      "statements-shown", breaks: ["ios.nav-statement"], advisory: true,
      "A statement is loaded in the view."
    ) { $0.keeps = [.statements] },
    fault(
      "other-hosts-loaded", breaks: ["ios.nav-external"], advisory: true,
      "A link to another host is loaded in the view."
    ) { $0.keeps = [.otherHosts] },
    fault(
      "deep-link-never-decided", breaks: ["ios.nav-deeplink-decision"], advisory: true,
      "A navigation to an address with a scheme of its own is never decided."
    ) { $0.neverDecidesDeepLinks = true },
    fault(
      "host-url-before-sandbox", breaks: ["ios.url-order"], advisory: true,
      "An address of the host comes before the sandbox."
    ) { $0.customURL = .first },
  ]
}
