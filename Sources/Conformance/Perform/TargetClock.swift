/// What time it is for the target, as far as can be told from outside.
public struct TargetClock: Sendable, Hashable {
  /// How far target time is ahead of ours; nil while it stands.
  private var offset: TimeSpan
  /// Where it stands; nil while it runs on.
  private var standing: Instant?
  /// Whether the target itself has said what time it is.
  private(set) var isTold = false

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
    if now != nil { isTold = true }
    if let standing {
      self.standing = now ?? standing + span
    } else {
      offset = now.map { $0 - wall } ?? TimeSpan(nanoseconds: offset.nanoseconds + span.nanoseconds)
    }
  }

  /// Sets the clock to what the target says its time is.
  ///
  /// - Parameters:
  ///   - now: Target time.
  ///   - wall: Our own time when it was that.
  mutating func learn(_ now: Instant, wall: Instant) {
    isTold = true
    if standing != nil {
      standing = now
    } else {
      offset = now - wall
    }
  }
}
