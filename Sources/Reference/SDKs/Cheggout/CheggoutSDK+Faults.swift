import StrictJSON

extension CheggoutSDK {
  /// Every fault of the SDK, in the order of the document.
  static let faults: [Fault] = launches + payloads + exits + failures

  private static func fault(
    _ name: String, breaks clauses: [String], advisory: Bool = false, _ about: String,
    _ apply: @escaping @Sendable (inout Rules) -> Void
  ) -> Fault {
    Fault(name, breaks: clauses.map { "cheggout." + $0 }, advisory: advisory, about, apply)
  }

  private static let launches: [Fault] = [
    fault(
      "presents-nothing", breaks: ["init.side-effect"],
      "Constructing shows nothing; another call would."
    ) { $0.presentsAtOnce = false },
    fault("no-short-form", breaks: ["init.channelName"], "The short form does not construct.") {
      $0.hasShortForm = false
    },
    fault(
      "channel-of-a-sample", breaks: ["init.channelName"],
      "The short form takes a sample's channel instead of the one that it is given."
    ) { $0.channel = "sample" },
    fault(
      "channel-of-one-bank", breaks: ["init.channelName"], advisory: true,
      "The short form takes one bank's channel, whatever it is given."
    ) { $0.channel = CheggoutBackend.channel },
    fault("user-id-cut", breaks: ["init.userID"], "A userID is cut after 64 characters.") {
      $0.userIDLimit = 64
    },
    fault(
      "session-encoded-twice", breaks: ["init.sessionInfo"],
      "The session id is encoded once more than it should be."
    ) { $0.encodesSessionTwice = true },
    fault("needs-payload", breaks: ["init.payload-optional"], "A launch without a payload crashes.")
    {
      $0.needsPayload = true
    },
    fault(
      "payload-as-text",
      breaks: [
        "init.payload-dictionary", "payload.Component-enum", "payload.IsEmployee-values",
        "payload.IsEmployee-effect", "payload.DeeplinkInfo", "payload.Language",
      ],
      "The payload is read only where it is a text."
    ) { $0.readsDictionaries = false },
    fault("keeps-itself", breaks: ["life.local-dealloc"], "An instance keeps itself alive.") {
      $0.keepsItself = true
    },
  ]

  private static let payloads: [Fault] = [
    fault(
      "keys-in-any-case", breaks: ["payload.keys-exact"],
      "Payload keys are read in any letter case."
    ) { $0.ignoresCase = true },
    fault("health-opens-shop", breaks: ["payload.Component-enum"], "HEALTH opens the shop.") {
      $0.healthOpensShop = true
    },
    fault(
      "no-default-component", breaks: ["payload.Component-default", "payload.keys-exact"],
      "A launch without Component opens none."
    ) { $0.defaultComponent = "" },
    fault(
      "yes-is-unknown", breaks: ["payload.IsEmployee-values"],
      "IsEmployee is not understood as Yes."
    ) { $0.readsYes = false },
    fault(
      "numbers-are-unknown", breaks: ["payload.IsEmployee-values"],
      "IsEmployee is not understood as a number."
    ) { $0.readsNumbers = false },
    fault(
      "employee-by-default", breaks: ["payload.IsEmployee-default", "payload.keys-exact"],
      "Without IsEmployee the user counts as an employee."
    ) { $0.defaultsToEmployee = true },
    fault(
      "offers-for-everyone",
      breaks: [
        "payload.IsEmployee-effect", "payload.IsEmployee-values", "payload.IsEmployee-default",
        "payload.keys-exact",
      ],
      "Offers for employees are shown to everyone."
    ) { $0.everyoneIsEmployee = true },
    fault("deep-links-ignored", breaks: ["payload.DeeplinkInfo"], "A deep link leads home.") {
      $0.ignoresDeepLinks = true
    },
    fault(
      "language-ignored", breaks: ["payload.Language"], advisory: true,
      "The interface stays in English."
    ) { $0.ignoresLanguage = true },
    fault(
      "language-is-locale", breaks: ["payload.Language"], advisory: true,
      "The interface language is a locale."
    ) { $0.sendsLocale = true },
    fault(
      "push-id-crashes", breaks: ["payload.pushnotificationID"], advisory: true,
      "A launch with a pushnotificationID crashes."
    ) { $0.needsPushIDAsNumber = true },
    fault(
      "customer-is-user", breaks: ["payload.customerId"], advisory: true,
      "customerId takes the place of userID."
    ) { $0.identifiesByCustomer = true },
    fault(
      "needs-language", breaks: ["payload.all-optional", "init.payload-optional"],
      "A launch without Language crashes."
    ) { $0.needsLanguage = true },
  ]

  private static let exits: [Fault] = [
    fault(
      "no-exit-on-back",
      breaks: ["exit.on-home-back", "exit.once", "init.exitHandler"],
      "Backing out of the home page does not call the exit handler."
    ) { $0.exitsOnHomeBack = false },
    fault(
      "exits-on-every-back", breaks: ["exit.not-on-inner-back"], advisory: true,
      "Every step back calls the exit handler."
    ) { $0.exitsOnInnerBack = true },
    fault(
      "no-exit-on-payment", breaks: ["exit.on-deep-payment", "exit.payment-base64"],
      "The end of a deep payment does not call the exit handler."
    ) { $0.exitsOnPayment = false },
    fault(
      "exits-twice", breaks: ["exit.once"], advisory: true,
      "One exit calls the exit handler twice."
    ) { $0.exitsPerExit = 2 },
    fault(
      "exit-with-object", breaks: ["init.exitHandler"],
      "The exit handler is given an object."
    ) { $0.emptyResult = ["code": 0] },
    fault(
      "payment-as-json", breaks: ["exit.payment-base64"], "The payment data come as bare JSON."
    ) { $0.paymentResult = #"{"status":"paid"}"# },
    fault(
      "payment-as-base64url", breaks: ["exit.payment-base64"],
      "The payment data come in the URL's alphabet and without padding."
    ) { $0.paymentResult = "eyJyIjoiYT9-In0_-_8" },
    fault(
      "payment-url-encoded", breaks: ["exit.payment-base64"],
      "The payment data come with their padding percent-encoded."
    ) { $0.paymentResult = "eyJvayI6dHJ1ZX0%3D" },
  ]

  private static let failures: [Fault] = [
    fault("guest-session", breaks: ["fail.white-page"], "Invalid identifiers open a guest session.")
    {
      $0.opensAsGuest = true
    },
    fault(
      "throws-when-invalid", breaks: ["fail.no-exception"],
      "Constructing with invalid identifiers throws."
    ) { $0.throwsWhenInvalid = true },
    fault("alert-when-invalid", breaks: ["fail.no-alert"], "Invalid identifiers show an alert.") {
      $0.alertsWhenInvalid = true
    },
    fault(
      "exit-with-reason", breaks: ["fail.no-exit-reason"],
      "Invalid identifiers call the exit handler with a reason."
    ) { $0.exitsWhenInvalid = true },
    fault(
      "error-callback", breaks: ["fail.no-error-callback"],
      "Invalid identifiers are reported to a delegate."
    ) { $0.reportsErrors = true },
  ]

  /// Every fault of the backend.
  static let backendFaults: [Fault] = [
    fault(
      "numeric-session", breaks: ["session.returns-sessionId"], "The session id is a number."
    ) { $0.backend.mintsNumbers = true },
    fault("empty-session", breaks: ["session.returns-sessionId"], "The session id is empty.") {
      $0.backend.mintsEmptyIDs = true
    },
    fault(
      "session-for-anyone", breaks: ["session.bound-to-virtualId"],
      "A session serves whatever user it is launched with."
    ) { $0.backend.bindsToUser = false },
    fault(
      "session-for-ever", breaks: ["session.single-use"], advisory: true,
      "A session serves any number of launches."
    ) { $0.backend.isSingleUse = false },
  ]
}
