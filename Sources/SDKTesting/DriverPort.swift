package import Conformance
package import StrictJSON

/// One SDK that can be driven, within this process or as a program.
///
/// It serves one vector at a time. Nothing here throws or waits for ever: a port that breaks says so,
/// and is thrown away.
package protocol DriverPort: AnyObject, Sendable {
  /// Whether the SDK's time stands still but for `advance`.
  var hasClock: Bool { get }
  /// Why it can serve no more; nil while it can.
  var breakage: String? { get }

  /// Makes the SDK ready for a vector; gives why it cannot be.
  func reset(
    backend: String, parameters: JSONObject, tell: @escaping @Sendable (EndEvent) -> Void
  ) async -> EndFailure?

  /// Begins a call.
  func begin(
    _ number: Int, _ operation: String, _ arguments: JSONObject,
    _ reply: @escaping @Sendable (EndReply) -> Void)

  /// Cancels an open call.
  func cancel(_ number: Int, _ reply: @escaping @Sendable (EndReply) -> Void)

  /// Moves the SDK's time.
  func advance(_ span: TimeSpan, _ reply: @escaping @Sendable (EndReply) -> Void)

  /// Cancels every open call and waits for their ends, for two seconds at most; what comes later is
  /// dropped.
  func settle() async

  /// Ends it for good.
  func end() async
}

/// How long to wait for whom.
package enum DriverPatience {
  /// For a request that controls the driver.
  package static let control = Duration.seconds(5)
  /// For the SDK's time to be moved, with all that falls due and what it sends.
  package static let advance = Duration.seconds(20)
  /// For a driver to start.
  package static let start = Duration.seconds(20)
  /// For calls that were cancelled.
  package static let cancelled = Duration.seconds(2)
}
