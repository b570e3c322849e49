import SDKDriving
import StrictJSON
import Wire

/// Drives the reference SDK of Cheggout; the driver is the app that holds the instance.
final class CheggoutSDKDriver: SDKDriver {
  private struct App {
    var surface: CheggoutSurface
    var instance: CheggoutSDK?
    /// What a build keeps that does not let itself go.
    var kept: [CheggoutSDK] = []
  }

  let name: String
  let version = "2.0.0"
  let hasClock = true
  private let rules: CheggoutSDK.Rules
  private let app = Locked(App?.none)

  init(name: String, rules: CheggoutSDK.Rules) {
    self.name = name
    self.rules = rules
  }

  func reset(
    backend: String, parameters: JSONObject, events: @escaping DriverEventSink
  ) async throws {
    let time = StandingClock()
    let surface = CheggoutSurface(
      base: backend, network: SDKNetwork(time: time), time: time, rules: rules, tell: events)
    app.withLock { $0 = App(surface: surface) }
  }

  func advance(seconds: Double) async {
    await app.withLock { $0?.surface.time }?.advance(by: .seconds(seconds))
  }

  func call(_ operation: String, arguments: JSONObject) async -> CallOutcome {
    guard let surface = app.withLock({ $0?.surface }) else { return .notOffered }
    let instance = app.withLock { $0?.instance }
    switch operation {
    case "launch":
      return await launch(arguments, surface)
    case "user.back":
      await instance?.back(from: arguments["page"]?.string ?? "home")
      return .returned
    case "payment.finish":
      await instance?.finishPayment()
      return .returned
    case "release":
      release()
      return .returned
    default:
      return .notOffered
    }
  }

  private func launch(_ arguments: JSONObject, _ surface: CheggoutSurface) async -> CallOutcome {
    let isShort = arguments["form"]?.string == "short"
    let launch = CheggoutSDK.Launch(
      userID: isShort ? nil : arguments["userID"]?.string,
      sessionInfo: isShort ? nil : arguments["sessionInfo"]?.string,
      payload: isShort ? nil : arguments["payload"]?.object,
      channelName: isShort ? arguments["channelName"]?.string ?? "" : nil)
    do throws(CallError) {
      let instance = try CheggoutSDK(launch, on: surface) { result in
        await surface.tell(DriverEvent("exit", ["result": result]))
      }
      app.withLock { app in
        app?.instance = instance
        if rules.keepsItself { app?.kept.append(instance) }
      }
      return .returned
    } catch {
      return .threw(error)
    }
  }

  /// Drops the app's reference, outside of the lock: deallocation follows.
  private func release() {
    let instance = app.withLock { app in
      defer { app?.instance = nil }
      return app?.instance
    }
    _ = instance
  }
}
