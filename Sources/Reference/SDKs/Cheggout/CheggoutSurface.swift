import SDKDriving
import StrictJSON
import Wire

/// What the SDK draws on and talks to: the screen, and Cheggout's backend.
struct CheggoutSurface: Sendable {
  let base: String
  let network: SDKNetwork
  let time: StandingClock
  let rules: CheggoutSDK.Rules
  let tell: DriverEventSink

  /// Claims the session for the user; false when the identifiers are wrong.
  func claim(_ launch: CheggoutSDK.Launch) async -> Bool {
    var user = launch.userID ?? ""
    if let limit = rules.userIDLimit { user = String(user.unicodeScalars.prefix(limit)) }
    if rules.identifiesByCustomer, let customer = launch.payload?["customerId"]?.string,
      !customer.isEmpty
    {
      user = customer
    }
    var session = launch.sessionInfo ?? ""
    if rules.encodesSessionTwice { session = session.replacing("+", with: "%2B") }
    let body: JSON = ["userID": .string(user), "sessionInfo": .string(session)]
    let request = HTTPRequest(
      method: "POST", target: "/", fields: ["Content-Type": "application/json"],
      body: body.serializedBytes())
    let response = try? await network.send(request, to: "\(base)/claim", timeout: nil)
    return response?.status == 200
  }

  /// Shows a page.
  func show(_ page: String, _ options: CheggoutPayload?) async {
    var data: JSONObject = ["page": .string(page)]
    if let options {
      data["component"] = .string(options.component)
      data["language"] = .string(options.language)
      data["employee"] = .bool(options.isEmployee)
    }
    await tell(DriverEvent("page.shown", data))
  }
}
