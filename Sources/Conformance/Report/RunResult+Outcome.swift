import Wire

extension RunResult {
  /// What the run says of the targets, computed from clauses.
  public var outcome: Outcome {
    if clauses.contains(where: \.failsRun) { return .nonconformant }
    return isIncomplete ? .incomplete : .conformant
  }

  /// Whether something that applies was not found out, or nothing was found out at all.
  private var isIncomplete: Bool {
    let isOpen = vectors.contains { $0.verdict == .couldNotRun || $0.verdict == .ambiguous }
    let isEmpty = !clauses.contains { $0.verdict == .passed || $0.verdict == .failed }
    return isInterrupted || isOpen || isEmpty || hasHarnessError
  }

  private var hasHarnessError: Bool {
    vectors.contains { $0.verdict == .harnessError }
  }

  /// Whether no step of any vector reached the target, although some tried.
  public var isUnreachable: Bool {
    let tried = vectors.filter { !$0.transcripts.isEmpty }
    return tried.contains(where: \.judgement.isUnreachable)
      && !tried.contains { $0.transcripts.contains(where: \.hasAnswer) }
  }

  /// The exit status of the command: the first that applies of 130, 3, 1, 5, 6, 4, 0.
  ///
  /// - Parameter isStale: Whether the known-failures file no longer says what is.
  /// - Returns: The exit status.
  public func exitCode(isStale: Bool = false) -> Int32 {
    if isInterrupted { return 130 }
    if isUnreachable { return 3 }
    if outcome == .nonconformant { return 1 }
    if hasHarnessError { return 5 }
    if isStale { return 6 }
    return outcome == .incomplete ? 4 : 0
  }
}

/// The exit statuses of the command, in the order in which the first that applies is given.
public enum ExitOrder {
  /// Interrupted, unusable, unreachable, failed, broken, stale, incomplete, conformant.
  public static let statuses: [Int32] = [130, 2, 3, 1, 5, 6, 4, 0]

  /// The one of several that comes first; 0 for none.
  public static func first(of exits: [Int32]) -> Int32 {
    statuses.first(where: exits.contains) ?? exits.first ?? 0
  }
}

extension Transcript {
  /// Whether the target answered anything.
  var hasAnswer: Bool {
    entries.contains { entry in
      switch entry.event {
      case .exchange(let exchange): !(exchange.failure?.kind.neverArrived ?? false)
      case .webhook: true
      case .hook(let record): record.outcome != .failed
      case .page(.opened(_, let load)): load.isAnswer
      default: false
      }
    }
  }
}

extension PageLoad {
  /// Whether something answered at the page's address.
  fileprivate var isAnswer: Bool {
    if case .unreachable = self { false } else { true }
  }
}

extension RunResult.ClauseResult {
  /// Whether it alone makes the run nonconformant.
  var failsRun: Bool { gates && verdict == .failed && !isKnown }
}
