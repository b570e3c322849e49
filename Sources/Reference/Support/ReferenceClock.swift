public import Wire

/// The time that a reference lives in: real UTC, moved on by whoever drives it.
public struct ReferenceClock: Sendable, Hashable {
  /// How time passes by itself.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// Real UTC plus all advances.
    case running
    /// Stands still at its origin; only advances move it.
    case standing
    /// Real UTC; cannot be advanced.
    case real
  }

  /// How time passes by itself.
  public var mode: Mode
  /// Where a standing clock started.
  public var origin: WireInstant
  /// The sum of all advances.
  public private(set) var advanced = Duration.zero

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - mode: How time passes by itself.
  ///   - origin: Where a standing clock starts, now by default.
  public init(_ mode: Mode = .running, origin: WireInstant = .now()) {
    self.mode = mode
    self.origin = origin
  }

  /// Reads the clock.
  ///
  /// - Parameter real: The present instant of real UTC.
  /// - Returns: The present instant of this clock.
  public func now(real: WireInstant = .now()) -> WireInstant {
    (mode == .standing ? origin : real) + advanced
  }

  /// Moves the clock on; a real clock stays where it is.
  ///
  /// - Parameter duration: How far, not negative.
  public mutating func advance(by duration: Duration) {
    guard mode != .real else { return }
    advanced += duration
  }
}
