import StrictJSON

extension VectorJudge {
  /// Remembers the deadlines that an answer announces.
  mutating func noteDeadlines(_ observation: Observation) {
    guard let root = observation.body?.document?.root else { return }
    for timer in context.contract.timers where root.node(at: timer.from) != nil {
      guard let text = root.node(at: timer.deadline)?.string, let deadline = Instant(rfc3339: text)
      else { continue }
      deadlines.append(deadline)
    }
  }

  /// A deadline on whose wrong side a step may have been, so that either outcome would be right; nil
  /// when there is none.
  ///
  /// A step belongs before a deadline until the vector has waited for an instant that is not before
  /// it, and after it from then on. One that was still under way at the deadline, that we came to
  /// too late, or that began too early says nothing, and neither does what follows it. One that must
  /// show the same at any time always counts.
  func edge() -> (deadline: Instant, step: Int)? {
    guard !deadlines.isEmpty else { return nil }
    var reached = Instant(nanoseconds: .min)
    for entry in entries {
      switch entry.event {
      case .passed(let until):
        reached = max(reached, until)
      case .exchange, .hook:
        if let number = entry.step.first, steps[number - 1].isTimeless { continue }
        let hit = deadlines.first { deadline in
          reached < deadline ? entry.ended >= deadline : entry.began <= deadline
        }
        if let hit { return (hit, entry.step.first ?? 0) }
      default: break
      }
    }
    return nil
  }
}
