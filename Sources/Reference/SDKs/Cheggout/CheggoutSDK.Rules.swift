import StrictJSON

extension CheggoutSDK {
  /// What the SDK does where a build may go wrong.
  struct Rules: Sendable {
    var presentsAtOnce = true
    var hasShortForm = true
    /// The channel that is taken whatever the app gives; nil for what it gives.
    var channel: String?
    /// The characters of a userID that are kept; nil for all.
    var userIDLimit: Int?
    var encodesSessionTwice = false
    var needsPayload = false
    var needsLanguage = false
    var needsPushIDAsNumber = false
    var readsDictionaries = true
    var identifiesByCustomer = false
    var keepsItself = false

    var exitsOnHomeBack = true
    var exitsOnInnerBack = false
    var exitsOnPayment = true
    var exitsPerExit = 1
    var emptyResult = JSON.null
    /// What the exit handler is given after a payment: `{"status":"paid","ref":"a?b>"}` in Base64.
    var paymentResult = "eyJzdGF0dXMiOiJwYWlkIiwicmVmIjoiYT9iPiJ9"

    var opensAsGuest = false
    var throwsWhenInvalid = false
    var alertsWhenInvalid = false
    var exitsWhenInvalid = false
    var reportsErrors = false

    var ignoresCase = false
    var healthOpensShop = false
    var defaultComponent = "CHEGGOUT"
    var readsNumbers = true
    var readsYes = true
    var defaultsToEmployee = false
    var everyoneIsEmployee = false
    var ignoresDeepLinks = false
    var ignoresLanguage = false
    var sendsLocale = false

    /// What Cheggout's backend does wrong.
    var backend = CheggoutBackend.Rules()
  }
}
