import SDKDriving
import StrictJSON
import Wire

/// Drives the reference of the wallet's native half.
final class AccrueSDKDriver: SDKDriver {
  let name: String
  let version = "1.8.0"
  private let rules: AccrueNative.Rules
  private let state: Locked<(native: AccrueNative, tell: DriverEventSink)>

  init(name: String, rules: AccrueNative.Rules) {
    self.name = name
    self.rules = rules
    state = Locked((AccrueNative(rules: rules), { _ in }))
  }

  func reset(
    backend: String, parameters: JSONObject, events: @escaping DriverEventSink
  ) async throws {
    state.withLock { $0 = (AccrueNative(rules: rules), events) }
  }

  func call(_ operation: String, arguments: JSONObject) async -> CallOutcome {
    let events: Result<[DriverEvent], CallError>?
    let tell = state.withLock { $0.tell }
    do throws(CallError) {
      events = try perform(operation, arguments).map { .success($0) }
    } catch {
      events = .failure(error)
    }
    switch events {
    case nil: return .notOffered
    case .failure(let error): return .threw(error)
    case .success(let events):
      for event in events { await tell(event) }
      guard !waitsForEver(operation, arguments) else {
        try? await Task.sleep(for: .seconds(3600))
        return .threw(.cancellation)
      }
      return .returned
    }
  }

  private func perform(
    _ operation: String, _ arguments: JSONObject
  ) throws(CallError) -> [DriverEvent]? {
    let result: Result<[DriverEvent]?, CallError> = state.withLock { state in
      do throws(CallError) {
        return .success(try Self.perform(operation, arguments, on: &state.native))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private static func perform(
    _ operation: String, _ arguments: JSONObject, on native: inout AccrueNative
  ) throws(CallError) -> [DriverEvent]? {
    switch operation {
    case "create":
      return try native.create(
        AccrueNative.Properties(
          merchantID: arguments["merchantId"]?.string ?? "",
          redirectionToken: arguments["redirectionToken"]?.string,
          isSandbox: arguments["isSandbox"]?.bool, url: arguments["url"]?.string,
          contextData: arguments["contextData"] ?? [:]))
    case "context.update": return native.update(arguments["contextData"] ?? [:])
    case "handleEvent": return native.handle(arguments["event"]?.string ?? "")
    case "page.message": return native.receive(arguments["body"] ?? .null)
    case "page.navigate":
      return native.navigate(
        to: arguments["url"]?.string ?? "", kind: arguments["kind"]?.string ?? "link")
    default: return nil
    }
  }

  /// Whether the build forgets to decide a navigation.
  private func waitsForEver(_ operation: String, _ arguments: JSONObject) -> Bool {
    guard rules.neverDecidesDeepLinks, operation == "page.navigate" else { return false }
    let scheme = (arguments["url"]?.string ?? "").prefix { $0 != ":" }
    return !["http", "https", "wallet"].contains(scheme)
  }
}
