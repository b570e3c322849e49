public import StrictJSON

/// An SDK under test, as the suite drives it within one process.
///
/// The same that a program offers by the driver protocol on its standard input and output;
/// `DriverSession` makes such a program out of a conformer. A driver serves one vector at a time:
/// `reset` comes before each, and nothing of an earlier vector may be left after it. Several calls
/// may be open at once. Cancelling the task of a call cancels the SDK's call.
///
/// A complete driver of an SDK with one operation:
///
/// ```swift
/// actor GreeterDriver: SDKDriver {
///   nonisolated let name = "Greeter"
///   nonisolated let version = "1.0"
///   private var greeter = Greeter()
///   private var events: DriverEventSink = { _ in }
///
///   func reset(
///     backend: String, parameters: JSONObject, events: @escaping DriverEventSink
///   ) async throws {
///     greeter = Greeter(baseURL: backend)
///     self.events = events
///   }
///
///   func call(_ operation: String, arguments: JSONObject) async -> CallOutcome {
///     guard operation == "greet" else { return .notOffered }
///     do {
///       let text = try await greeter.greet(arguments["whom"]?.string ?? "")
///       await events(DriverEvent("greeted"))
///       return .returned(["text": .string(text)])
///     } catch is CancellationError {
///       return .threw(.cancellation)
///     } catch {
///       return .threw(CallError(kind: "other", message: "\(error)"))
///     }
///   }
/// }
/// ```
public protocol SDKDriver: Sendable {
  /// What the SDK calls itself.
  var name: String { get }
  /// Which of its builds this is.
  var version: String { get }
  /// Whether the SDK's time stands still but for `advance`.
  var hasClock: Bool { get }

  /// Forgets everything and makes the SDK ready for a vector.
  ///
  /// - Parameters:
  ///   - backend: The base URL of the server that the SDK is to talk to, without a trailing slash.
  ///   - parameters: The contract's parameters, by name; secrets are not among them.
  ///   - events: Where events go until the next reset.
  /// - Throws: Why the SDK cannot be made ready; that is no fault of the SDK.
  func reset(
    backend: String, parameters: JSONObject, events: @escaping DriverEventSink
  ) async throws

  /// Calls an operation of the SDK and waits for its end.
  ///
  /// - Parameters:
  ///   - operation: The operation's name in the contract.
  ///   - arguments: Its arguments; what a vector does not give is not there.
  /// - Returns: How it ended.
  func call(_ operation: String, arguments: JSONObject) async -> CallOutcome

  /// Moves the SDK's time on and runs every timer that falls due, what they send included.
  ///
  /// - Parameter seconds: How far, not negative; 0 runs what is due already.
  func advance(seconds: Double) async
}

extension SDKDriver {
  /// The SDK's time is real.
  public var hasClock: Bool { false }

  /// Does nothing, since time passes by itself.
  public func advance(seconds: Double) async {}
}
