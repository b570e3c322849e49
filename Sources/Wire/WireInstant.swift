#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A point of wall time: nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct WireInstant: Sendable, Hashable, Comparable {
  /// The nanoseconds since 1970; good until the year 2262.
  public var nanoseconds: Int64

  /// Creates an instant.
  ///
  /// - Parameter nanoseconds: Nanoseconds since 1970.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Reads the wall clock.
  ///
  /// - Returns: The present instant.
  public static func now() -> WireInstant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WireInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Tells which of two instants comes first.
  public static func < (left: WireInstant, right: WireInstant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The instant that comes a while later; a part of a nanosecond is dropped.
  public static func + (instant: WireInstant, duration: Duration) -> WireInstant {
    let (seconds, attoseconds) = duration.components
    return WireInstant(
      nanoseconds: instant.nanoseconds + seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// The instant that comes a while earlier.
  public static func - (instant: WireInstant, duration: Duration) -> WireInstant {
    instant + (.zero - duration)
  }

  /// The time from the right instant to the left one.
  public static func - (left: WireInstant, right: WireInstant) -> Duration {
    .nanoseconds(left.nanoseconds - right.nanoseconds)
  }
}
