/// What a rule remembers of a trace: the state of each attempt, and what was found.
///
/// The state of an attempt is dropped when nothing can change any more, or when it is what it was at
/// the start; beyond that an attempt costs some bits, so that memory is bounded by the attempts.
struct AttemptMemory<State: Sendable>: Sendable {
  private let needsWhen: Bool
  private let needsFirst: Bool
  /// Whether the rule is one of the trace as a whole, whatever happens in it.
  fileprivate let isOfTrace: Bool
  fileprivate var states: [Int: State] = [:]
  /// Attempts in which `when` occurred, those of which the rule does not hold, and those in which
  /// `ifBefore` occurred.
  fileprivate var begun = AttemptSet()
  fileprivate var lifted = AttemptSet()
  fileprivate var armed = AttemptSet()
  /// Attempts of which the machine has seen enough, and those in which it checked before `when`.
  fileprivate var settled = AttemptSet()
  fileprivate var checked = AttemptSet()
  /// What was found before `when` occurred.
  fileprivate var pending: [Int: [OrderFinding]] = [:]
  fileprivate var outcome = OrderOutcome(isChecked: false, findings: [], omitted: 0)

  init(_ rule: OrderRule) {
    needsWhen = rule.when != nil
    needsFirst = rule.ifBefore != nil
    isOfTrace = rule.when == nil && rule.key.isEmpty
  }
}

/// What a rule found in one trace.
struct OrderOutcome: Sendable {
  var isChecked: Bool
  /// In the order of the lines; no more than `OrderOutcome.limit`.
  var findings: [OrderFinding]
  /// How many findings more there were.
  var omitted: Int

  /// The findings of one rule in one trace that are kept one by one.
  static let limit = 100
}

// MARK: - Judging

extension OrderMachine {
  mutating func judge(_ event: TraceEvent, _ marks: EventMarks, attempt: Int?) {
    hear(event, marks)
    guard let attempt, memory.awaits(attempt) else { return }
    if !memory.hasBegun(attempt) { memory.lookForBeginning(attempt, event.line, marks) }
    guard !memory.lifted[attempt], !memory.settled[attempt] else { return }
    var report = OrderReport(attempt: attempt, hasBegun: memory.hasBegun(attempt))
    var state = memory.states.removeValue(forKey: attempt) ?? start
    let progress = take(event, marks, &state, &report)
    if report.isChecked { memory.note(report) }
    switch progress {
    case .open: memory.states[attempt] = state
    case .idle: break
    case .settled: memory.settled.insert(attempt)
    }
  }

  mutating func finish(isWhole: Bool, hasEvents: Bool) -> OrderOutcome {
    for report in late() where memory.hasBegun(report.attempt) && !memory.lifted[report.attempt] {
      memory.note(report)
    }
    if memory.isOfTrace, hasEvents, memory.states[0] == nil, !memory.settled[0] {
      memory.states[0] = start
    }
    for (attempt, state) in memory.states where memory.hasBegun(attempt) {
      var report = OrderReport(attempt: attempt, hasBegun: true)
      finish(state, isWhole: isWhole, &report)
      memory.note(report)
    }
    memory.outcome.findings.sort { ($0.line, $0.expected) < ($1.line, $1.expected) }
    return memory.outcome
  }
}

extension AttemptMemory {
  /// Whether the rule holds for an attempt, as far as `when` decides it.
  fileprivate func hasBegun(_ attempt: Int) -> Bool { !needsWhen || begun[attempt] }

  /// Whether later events of an attempt can change anything.
  fileprivate func awaits(_ attempt: Int) -> Bool {
    !lifted[attempt] && !(settled[attempt] && hasBegun(attempt))
  }

  /// Looks at the conditions of the rule.
  fileprivate mutating func lookForBeginning(_ attempt: Int, _ line: Int, _ marks: EventMarks) {
    if marks.contains(.when), !needsFirst || armed[attempt] {
      begun.insert(attempt)
      let found = pending.removeValue(forKey: attempt) ?? []
      note(OrderReport(attempt: attempt, isChecked: checked[attempt], findings: found))
    } else if marks.contains(.when) || marks.contains(.unlessBefore) {
      lifted.insert(attempt)
      states[attempt] = nil
      pending[attempt] = nil
    } else if marks.contains(.ifBefore) {
      armed.insert(attempt)
    }
  }

  /// Keeps what was found; before `when`, holds it back, of an attempt the first few findings.
  fileprivate mutating func note(_ report: OrderReport) {
    guard report.hasBegun else {
      if report.isChecked { checked.insert(report.attempt) }
      let held = pending[report.attempt]?.count ?? 0
      if held < 4, !report.findings.isEmpty {
        pending[report.attempt, default: []] += report.findings
      }
      return
    }
    if report.isChecked { outcome.isChecked = true }
    let room = OrderOutcome.limit - outcome.findings.count
    outcome.findings += report.findings.prefix(room)
    outcome.omitted += max(0, report.findings.count - room)
  }
}
