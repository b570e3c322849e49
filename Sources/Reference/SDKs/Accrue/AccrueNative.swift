import SDKDriving
import StrictJSON

/// The native half of the wallet widget, written from the vendor's document.
///
/// It builds the page's address, puts the host's context into the page, hands the page's messages to
/// the host and the host's events to the page. What it does is told as events; a web view of the
/// host would do it. The names that the page sees are those of the public SDKs, since the document
/// gives none.
struct AccrueNative: Sendable {
  let rules: Rules
  /// The page that is shown; empty before there is one.
  private(set) var url = ""
  private var context: JSON = .null
  private var sentContext: JSON = .null

  init(rules: Rules) {
    self.rules = rules
  }

  /// What a wallet is built with; what the host leaves out is nil.
  struct Properties {
    var merchantID: String
    var redirectionToken: String?
    var isSandbox: Bool?
    var url: String?
    var contextData: JSON
  }

  /// Builds a wallet and shows its page.
  mutating func create(_ properties: Properties) throws(CallError) -> [DriverEvent] {
    if rules.requiresSandboxFlag, properties.isSandbox == nil {
      throw CallError(kind: "missing", message: "isSandbox")
    }
    if rules.email == .required, properties.contextData["userData"]?["email"]?.string == nil {
      throw CallError(kind: "missing", message: "email")
    }
    context = properties.contextData
    url = address(of: properties)
    var events = [DriverEvent("navigate", ["url": .string(url)])]
    guard rules.injection != .none else { return events }
    let setting = script(setting(context), when: rules.injection == .late ? "now" : "documentStart")
    events.insert(setting, at: rules.injection == .late ? 1 : 0)
    sentContext = context
    return events
  }

  /// Takes another context from the host.
  mutating func update(_ contextData: JSON) -> [DriverEvent] {
    let before = context
    context = contextData
    switch rules.refresh {
    case .assignsAndCalls:
      return [
        script(setting(context) + calling(Self.contextFunction, with: [context]), when: "now")
      ]
    case .inTwoScripts:
      return [
        script(setting(context), when: "now"),
        script(calling(Self.contextFunction, with: [context]), when: "now"),
      ]
    case .callsWithOldValues:
      return [script(setting(context) + calling(Self.contextFunction, with: [before]), when: "now")]
    case .callsOnly: return [script(calling(Self.contextFunction, with: [context]), when: "now")]
    case .assignsOnly: return [script(setting(context), when: "now")]
    case .dispatches:
      return [script(setting(context) + dispatching(Self.contextEvent), when: "now")]
    case .loadsAgain:
      return [
        script(setting(context), when: "documentStart"),
        DriverEvent("navigate", ["url": .string(url)]),
      ]
    case .nothing: return []
    }
  }

  /// Takes an event from the host.
  func handle(_ event: String) -> [DriverEvent] {
    guard event.isSameText(as: rules.tabEvent) else {
      return rules.runsUnknownEvents ? [script("window.\(event)();", when: "now")] : []
    }
    switch rules.tab {
    case .callsFunction: return [script(calling(Self.homeFunction, with: []), when: "now")]
    case .callsWithData: return [script(calling(Self.homeFunction, with: [[:]]), when: "now")]
    case .callsUnchecked: return [script("window.\(Self.homeFunction)();", when: "now")]
    case .dispatches: return [script(dispatching(event), when: "now")]
    case .toHost: return [DriverEvent("action", ["text": .string(event)])]
    case .nothing: return []
    }
  }

  /// Takes what the page posted.
  func receive(_ body: JSON) -> [DriverEvent] {
    guard let text = body.string else {
      guard rules.forwardsEverything else { return [] }
      return [DriverEvent("action", ["text": .string(body.serialized())])]
    }
    let message = try? JSON(parsing: text)
    return forwarding(text, message) + nativeWork(for: message)
  }

  private func forwarding(_ text: String, _ message: JSON?) -> [DriverEvent] {
    let name = message?["key"]?.string ?? message?["action"]?.string
    let isDocumented = name.map { name in
      ["SignInButtonClicked", "RegisterButtonClicked", "SignInPerformed"]
        .contains { "AccrueWallet::\($0)".isSameText(as: name) }
    }
    switch rules.forwarding {
    case .verbatim: return [DriverEvent("action", ["text": .string(text)])]
    case .twice:
      return Array(repeating: DriverEvent("action", ["text": .string(text)]), count: 2)
    case .respelled:
      let sorted = message.map { $0.serialized(.compact.sortingKeys) } ?? text
      return [DriverEvent("action", ["text": .string(sorted)])]
    case .asObject:
      return [DriverEvent("action", ["text": message ?? .string(text)])]
    case .documentedOnly:
      return isDocumented == true ? [DriverEvent("action", ["text": .string(text)])] : []
    case .never: return []
    }
  }

  /// Takes a navigation that the page asks for.
  ///
  /// - Parameters:
  ///   - target: Where it leads.
  ///   - kind: `link` for a tapped link, `window` for a window of its own.
  /// - Returns: Where it is opened, or that the view loads it.
  func navigate(to target: String, kind: String) -> [DriverEvent] {
    let place = place(of: target, kind: kind)
    guard let place else { return [DriverEvent("navigate", ["url": .string(target)])] }
    return [DriverEvent("opened", ["url": .string(target), "where": .string(place)])]
  }

  /// Where a navigation is opened; nil for the wallet's own view.
  private func place(of target: String, kind: String) -> String? {
    let scheme = target.prefix { $0 != ":" }.lowercased()
    if scheme == "wallet" { return rules.keeps.contains(.walletLinks) ? nil : "system" }
    guard scheme == "http" || scheme == "https" else { return "system" }
    if target.contains("/statements/"), target.contains("/download") {
      return rules.keeps.contains(.statements) ? nil : "download"
    }
    let isOwn = AccrueAddress.host(of: target) == AccrueAddress.host(of: url)
    return isOwn || rules.keeps.contains(.otherHosts) ? nil : "browser"
  }
}
