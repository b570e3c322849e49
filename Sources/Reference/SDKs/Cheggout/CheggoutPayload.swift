import StrictJSON

/// The launch options, read from the payload ("Payload keys").
struct CheggoutPayload: Sendable {
  private let members: JSONObject
  private let rules: CheggoutSDK.Rules

  init(_ members: JSONObject, _ rules: CheggoutSDK.Rules) {
    self.members = rules.readsDictionaries ? members : [:]
    self.rules = rules
  }

  /// Which component is launched.
  var component: String {
    guard let said = value("Component")?.string else { return rules.defaultComponent }
    return rules.healthOpensShop && said == "HEALTH" ? "CHEGGOUT" : said
  }

  /// Whether offers for employees apply.
  var isEmployee: Bool {
    if rules.everyoneIsEmployee { return true }
    guard let said = value("IsEmployee") else { return rules.defaultsToEmployee }
    if let number = said.number { return rules.readsNumbers && number.int == 1 }
    switch said.string {
    case "1": return true
    case "Yes": return rules.readsYes
    default: return false
    }
  }

  /// The interface language.
  var language: String {
    guard let said = value("Language")?.string, !rules.ignoresLanguage else { return "EN" }
    return rules.sendsLocale ? "\(said.lowercased())_\(said)" : said
  }

  /// Where the user arrives: home, or the offer that a deep link names.
  var startPage: String {
    let link = value("DeeplinkInfo")?.string ?? ""
    return link.isEmpty || rules.ignoresDeepLinks ? "home" : "offer"
  }

  /// The value of a key, spelled exactly so.
  private func value(_ key: String) -> JSON? {
    guard rules.ignoresCase else { return members[key] }
    return members.first { $0.key.lowercased() == key.lowercased() }?.value
  }
}
