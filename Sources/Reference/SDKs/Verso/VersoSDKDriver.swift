import SDKDriving
import StrictJSON
import Wire

/// Drives the reference SDK of Verso.
final class VersoSDKDriver: SDKDriver {
  let name: String
  let version = "0.1.2"
  let hasClock = true
  private let rules: VersoConnect.Rules
  private let present = Locked((sdk: VersoConnect, time: StandingClock)?.none)

  init(name: String, rules: VersoConnect.Rules) {
    self.name = name
    self.rules = rules
  }

  func reset(
    backend: String, parameters: JSONObject, events: @escaping DriverEventSink
  ) async throws {
    let time = StandingClock()
    let sdk = VersoConnect(base: backend, time: time, rules: rules, tell: events)
    present.withLock { $0 = (sdk, time) }
  }

  func advance(seconds: Double) async {
    await present.withLock { $0?.time }?.advance(by: .seconds(seconds))
  }

  func call(_ operation: String, arguments: JSONObject) async -> CallOutcome {
    guard let sdk = present.withLock({ $0?.sdk }) else { return .notOffered }
    switch operation {
    case "present":
      let link = arguments["link"]?.string ?? ""
      return arguments["form"]?.string == "completion"
        ? await presentWithCompletion(link, sdk) : await present(link, sdk)
    case "user.closeSheet":
      sdk.userClosedSheet()
      return .returned
    default:
      return .notOffered
    }
  }

  private func present(_ link: String, _ sdk: VersoConnect) async -> CallOutcome {
    do throws(VersoConnectError) {
      return .returned(value(try await sdk.present(link: link)))
    } catch {
      return .threw(CallError(error))
    }
  }

  private func presentWithCompletion(_ link: String, _ sdk: VersoConnect) async -> CallOutcome {
    await .awaitingCompletion(of: "present", sdk.tell) { completion in
      sdk.present(link: link) { connection, error in
        completion(
          error.map { .threw(CallError($0)) } ?? .returned(connection.map(self.value) ?? .null))
      }
    }
  }

  private func value(_ connection: VersoConnection) -> JSON {
    guard rules.returnsWebhook else { return ["connectionId": .string(connection.connectionId)] }
    return ["type": "connection.created", "connection": ["id": .string(connection.connectionId)]]
  }
}
