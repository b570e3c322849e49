extension Plan {
  /// Why vectors do not run, and how many of them.
  public struct Obstacle: Sendable, Hashable {
    /// What is missing or why they do not apply, and what would change that.
    public var reason: String
    /// How many vectors say so.
    public var count: Int
    /// Whether they do not apply at all; otherwise the run is incomplete without them.
    public var isLegal: Bool
  }

  /// Why vectors do not run: what makes a run incomplete first, then what stops most.
  public var obstacles: [Obstacle] {
    var counts: [Obstacle: Int] = [:]
    for entry in entries {
      switch entry.disposition {
      case .run: break
      case .notApplicable(let reason):
        counts[Obstacle(reason: reason, count: 0, isLegal: true), default: 0] += 1
      case .couldNotRun(let reasons):
        for reason in reasons {
          counts[Obstacle(reason: reason, count: 0, isLegal: false), default: 0] += 1
        }
      }
    }
    return counts.map { Obstacle(reason: $0.reason, count: $1, isLegal: $0.isLegal) }
      .sorted { left, right in
        guard left.isLegal == right.isLegal else { return right.isLegal }
        return left.count == right.count ? left.reason < right.reason : left.count > right.count
      }
  }
}

extension Plan {
  /// Whether a vector that can run waits for the target's time to pass.
  public var passesTime: Bool {
    runnable.contains { Needs(of: $0, in: context.contract).passesTime }
  }
}
