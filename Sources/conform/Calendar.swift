import Conformance
import Wire

/// Our own day.
enum Calendar {
  /// Today in UTC, as `2026-11-30`.
  static var today: String {
    String(Instant(nanoseconds: WireInstant.now().nanoseconds).description.prefix(10))
  }
}
