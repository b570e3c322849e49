/// Judges one rule over one trace, event by event.
protocol OrderJudging: Sendable {
  /// The events that the rule's machine asks for, by their marks.
  var patterns: [OrderRule.EventPattern] { get }
  /// Takes an event that a pattern of the rule fits.
  ///
  /// - Parameter attempt: The attempt's number; nil when the event does not say which.
  mutating func take(_ event: TraceEvent, _ marks: EventMarks, attempt: Int?)
  /// Ends the trace.
  mutating func finish(isWhole: Bool, hasEvents: Bool) -> OrderOutcome
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

/// A rule's machine with what decides whether the rule holds for an attempt.
///
/// The state of an attempt is dropped when nothing can change any more, or when it is what it was at
/// the start; beyond that an attempt costs some bits, so that memory is bounded by the attempts.
struct OrderJudge<Machine: OrderMachine>: OrderJudging {
  private var machine: Machine
  private let rule: OrderRule
  private var states: [Int: Machine.State] = [:]
  /// Attempts in which `when` occurred, those of which the rule does not hold, and those in which
  /// `ifBefore` occurred.
  private var begun = AttemptSet()
  private var lifted = AttemptSet()
  private var armed = AttemptSet()
  /// Attempts of which the machine has seen enough, and those in which it checked before `when`.
  private var settled = AttemptSet()
  private var checked = AttemptSet()
  /// What was found before `when` occurred.
  private var pending: [Int: [OrderFinding]] = [:]
  private var outcome = OrderOutcome(isChecked: false, findings: [], omitted: 0)

  var patterns: [OrderRule.EventPattern] { machine.patterns }

  init(_ rule: OrderRule, _ machine: Machine) {
    self.rule = rule
    self.machine = machine
  }

  mutating func take(_ event: TraceEvent, _ marks: EventMarks, attempt: Int?) {
    machine.hear(event, marks)
    guard let attempt, !lifted[attempt], !(settled[attempt] && isBegun(attempt)) else { return }
    if !isBegun(attempt) { lookForBeginning(attempt, event, marks) }
    guard !lifted[attempt], !settled[attempt] else { return }
    var report = OrderReport(attempt: attempt, hasBegun: isBegun(attempt))
    var state = states.removeValue(forKey: attempt) ?? machine.start
    let progress = machine.take(event, marks, &state, &report)
    if report.hasBegun { keep(report) } else { wait(report) }
    switch progress {
    case .open: states[attempt] = state
    case .idle: break
    case .settled: settled.insert(attempt)
    }
  }

  private func isBegun(_ attempt: Int) -> Bool { rule.when == nil || begun[attempt] }

  /// Looks at the conditions of the rule.
  private mutating func lookForBeginning(
    _ attempt: Int, _ event: TraceEvent, _ marks: EventMarks
  ) {
    if marks.contains(.when), rule.ifBefore == nil || armed[attempt] {
      begun.insert(attempt)
      let found = pending.removeValue(forKey: attempt) ?? []
      keep(OrderReport(attempt: attempt, isChecked: checked[attempt], findings: found))
    } else if marks.contains(.when) || marks.contains(.unlessBefore) {
      lifted.insert(attempt)
      states[attempt] = nil
      pending[attempt] = nil
    } else if marks.contains(.ifBefore) {
      armed.insert(attempt)
    }
  }

  private mutating func keep(_ report: OrderReport) {
    outcome.isChecked = outcome.isChecked || report.isChecked
    let room = OrderOutcome.limit - outcome.findings.count
    outcome.findings += report.findings.prefix(room)
    outcome.omitted += max(0, report.findings.count - room)
  }

  /// Holds back what was found before `when`; of an attempt, the first few findings.
  private mutating func wait(_ report: OrderReport) {
    if report.isChecked { checked.insert(report.attempt) }
    guard !report.findings.isEmpty, pending[report.attempt, default: []].count < 4 else { return }
    pending[report.attempt, default: []] += report.findings
  }

  mutating func finish(isWhole: Bool, hasEvents: Bool) -> OrderOutcome {
    for report in machine.late() where isBegun(report.attempt) && !lifted[report.attempt] {
      keep(report)
    }
    if rule.when == nil, rule.key.isEmpty, hasEvents, states[0] == nil, !settled[0] {
      states[0] = machine.start
    }
    for (attempt, state) in states where isBegun(attempt) {
      var report = OrderReport(attempt: attempt, hasBegun: true)
      machine.finish(state, isWhole: isWhole, &report)
      keep(report)
    }
    outcome.findings.sort { ($0.line, $0.expected) < ($1.line, $1.expected) }
    return outcome
  }
}
