import SDKDriving
import StrictJSON
import TinyVerso

/// Drives TinyVerso for the suite.
actor TinyVersoDriver: SDKDriver {
  nonisolated let name = "Tiny Verso"
  nonisolated let version = "0.1"
  nonisolated let hasClock = true
  private var clock = StandingClock()
  private var events: DriverEventSink = { _ in }
  private var sdk: TinyVerso?

  func reset(
    backend: String, parameters: JSONObject, events: @escaping DriverEventSink
  ) async throws {
    let clock = StandingClock()
    self.clock = clock
    self.events = events
    sdk = TinyVerso(
      api: backend + (parameters["path"]?.string ?? ""),
      sleep: { try await clock.sleep($0) },
      screen: { await events(DriverEvent($0)) })
  }

  func call(_ operation: String, arguments: JSONObject) async -> CallOutcome {
    guard let sdk else { return .notOffered }
    let link = arguments["link"]?.string ?? ""
    let isAsync = arguments["form"]?.string != "completion"
    return await clock.working {
      switch operation {
      case "present" where isAsync:
        do throws(TinyVerso.Failure) {
          return CallOutcome(.success(try await sdk.present(link: link)))
        } catch {
          return CallOutcome(.failure(error))
        }
      case "present":
        return await .awaitingCompletion(of: operation, events) { completion in
          sdk.present(link: link) { completion(CallOutcome($0)) }
        }
      case "user.closeSheet":
        await sdk.closeSheet()
        return .returned
      default:
        return .notOffered
      }
    }
  }

  func advance(seconds: Double) async {
    await clock.advance(by: .seconds(seconds))
  }
}

extension CallOutcome {
  fileprivate init(_ result: Result<String, TinyVerso.Failure>) {
    switch result {
    case .success(let id): self = .returned(["connectionId": .string(id)])
    case .failure(.invalidLink): self = .threw(CallError(kind: "invalidLink"))
    case .failure(.cancelled): self = .threw(CallError(kind: "cancelled"))
    case .failure(.timedOut): self = .threw(CallError(kind: "timedOut"))
    case .failure(.network(let message)):
      self = .threw(CallError(kind: "network", message: message))
    case .failure(.rejected(let status, let message)):
      self = .threw(CallError(kind: "rejected", message: message, status: status))
    }
  }
}

extension DriverEvent {
  fileprivate init(_ event: TinyVerso.ScreenEvent) {
    switch event {
    case .sheetShown: self.init("sheet.shown")
    case .sheetDismissed: self.init("sheet.dismissed")
    case .pageLoaded(let url): self.init("page.loaded", ["url": .string(url)])
    }
  }
}
