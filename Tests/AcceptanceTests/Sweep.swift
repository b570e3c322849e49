import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// Minutes of work: every fault of every reference, in process and as a program of its own.
  ///
  /// `scripts/prove` tries the same faults with progress; here they run when `CONFORM_SWEEP` is set.
  static var sweep: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["CONFORM_SWEEP"] != nil,
      "set CONFORM_SWEEP=1 to hold every fault against the suite, or run scripts/prove")
  }
}
