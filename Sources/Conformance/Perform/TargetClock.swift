/// What time it is for the target, as far as can be told from outside.
public struct TargetClock: Sendable, Hashable {
  /// How far target time is ahead of ours; nil while it stands.
  private var offset: TimeSpan
  /// Where it stands; nil while it runs on.
  private var standing: Instant?

  /// A clock that runs with ours, or stands from now on.
  public init(wall: Instant, stands: Bool = false) {
    offset = .zero
    standing = stands ? wall : nil
  }

  /// Target time at an instant of our own clock.
  public func time(at wall: Instant) -> Instant {
    standing ?? wall + offset
  }

  /// Moves the clock after the target has advanced.
  ///
  /// - Parameters:
  ///   - span: By how much it was asked to advance.
  ///   - now: What it says its time is now; nil when it does not say.
  ///   - wall: Our own time when its answer came.
  mutating func advance(by span: TimeSpan, saying now: Instant?, wall: Instant) {
    if let standing {
      self.standing = now ?? standing + span
    } else {
      offset = now.map { $0 - wall } ?? TimeSpan(nanoseconds: offset.nanoseconds + span.nanoseconds)
    }
  }
}
