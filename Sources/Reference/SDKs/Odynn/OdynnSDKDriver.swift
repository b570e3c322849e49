import SDKDriving
import StrictJSON
import Wire

/// Drives the reference SDK of Odynn; the driver is the app that holds the worker.
final class OdynnSDKDriver: SDKDriver {
  private struct App {
    var sdk: OdynnConnect
    var worker: OdynnWorker?
  }

  let name: String
  let version = "1.0.0"
  let hasClock = true
  private let rules: OdynnConnect.Rules
  private let app = Locked(App?.none)

  init(name: String, rules: OdynnConnect.Rules) {
    self.name = name
    self.rules = rules
  }

  func reset(
    backend: String, parameters: JSONObject, events: @escaping DriverEventSink
  ) async throws {
    let sdk = OdynnConnect(base: backend, time: StandingClock(), rules: rules, tell: events)
    let last = app.withLock { app in
      defer { app = App(sdk: sdk) }
      return app
    }
    // Not waited for: the next vector must not hang because closing does.
    if let worker = last?.worker { Task { try? await worker.close() } }
  }

  func advance(seconds: Double) async {
    await app.withLock { $0?.sdk.time }?.advance(by: .seconds(seconds))
  }

  func call(_ operation: String, arguments: JSONObject) async -> CallOutcome {
    guard let sdk = app.withLock({ $0?.sdk }) else { return .notOffered }
    switch operation {
    case "worker":
      let worker = await sdk.worker()
      app.withLock { $0?.worker = worker }
      return .returned
    case "release":
      release()
      return .returned
    case "connect":
      let session = arguments["session"]?.string ?? ""
      return await outcome(sdk) { worker throws(CallError) in
        try await worker.connect(session: session)
      }
    case "accept":
      return await outcome(sdk) { worker throws(CallError) in try await worker.accept() }
    case "close":
      return await outcome(sdk) { worker throws(CallError) in try await worker.close() }
    default:
      return .notOffered
    }
  }

  /// Drops the app's reference, outside of the lock: deallocation may follow.
  private func release() {
    let worker = app.withLock { app in
      defer { app?.worker = nil }
      return app?.worker
    }
    _ = worker
  }

  private func outcome(
    _ sdk: OdynnConnect, _ body: (OdynnWorker) async throws(CallError) -> Void
  ) async -> CallOutcome {
    guard let worker = app.withLock({ $0?.worker }) else {
      return .threw(CallError(kind: "other", message: "there is no worker"))
    }
    return await sdk.time.working {
      do throws(CallError) {
        try await body(worker)
        return .returned
      } catch {
        return .threw(error)
      }
    }
  }
}
