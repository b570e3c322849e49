import Conformance
import Wire

/// Our own day.
public enum Day {
  /// Today in UTC, as `2026-11-30`.
  public static var today: String {
    String(Instant(nanoseconds: WireInstant.now().nanoseconds).description.prefix(10))
  }
}
