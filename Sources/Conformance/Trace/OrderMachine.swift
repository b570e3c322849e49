/// One kind of rule as a state machine: it takes the events of a trace that its patterns fit, one
/// after the other, and remembers of each attempt no more than it needs.
protocol OrderMachine: Sendable {
  /// What is remembered of one attempt.
  associatedtype State: Sendable

  /// The events that the rule speaks of; an event's marks are their numbers here.
  var patterns: [OrderRule.EventPattern] { get }
  /// What is known of an attempt that has shown nothing yet.
  var start: State { get }
  /// The rule, and what was found out about each attempt.
  var memory: AttemptMemory<State> { get set }

  /// Judges an event that a pattern of the rule fits.
  ///
  /// It is a requirement, and not only there for all machines alike, so that the compiler makes one
  /// of its own for each.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - marks: What it is to the rule.
  ///   - attempt: The attempt's number; nil when the event does not say which.
  mutating func judge(_ event: TraceEvent, _ marks: EventMarks, attempt: Int?)
  /// Ends the trace.
  mutating func finish(isWhole: Bool, hasEvents: Bool) -> OrderOutcome

  /// Takes an event of whatever attempt, before the attempt that it belongs to takes it.
  mutating func hear(_ event: TraceEvent, _ marks: EventMarks)
  /// Takes an event of one attempt.
  mutating func take(
    _ event: TraceEvent, _ marks: EventMarks, _ state: inout State, _ report: inout OrderReport
  ) -> AttemptProgress
  /// Ends an attempt of which the rule holds.
  ///
  /// - Parameters:
  ///   - state: What is remembered of the attempt.
  ///   - isWhole: False when the trace was cut, so that what is missing may have come.
  ///   - report: Takes what was found.
  func finish(_ state: State, isWhole: Bool, _ report: inout OrderReport)
  /// Ends the trace: what could not be said of an attempt before.
  mutating func late() -> [OrderReport]
}

extension OrderMachine {
  mutating func hear(_ event: TraceEvent, _ marks: EventMarks) {}
  func finish(_ state: State, isWhole: Bool, _ report: inout OrderReport) {}
  mutating func late() -> [OrderReport] { [] }
}

/// What later events of an attempt can change.
enum AttemptProgress {
  /// What was remembered counts.
  case open
  /// All is as at the start, so that the state can be dropped.
  case idle
  /// Nothing can change any more.
  case settled
}

/// What one step of a machine found out about an attempt.
struct OrderReport {
  /// The attempt's number.
  var attempt: Int
  /// Whether `when` has occurred in the attempt, or need not.
  var hasBegun = true
  /// Whether the rule's condition occurred, so that it was checked.
  var isChecked = false
  /// In the order in which they were found.
  var findings: [OrderFinding] = []

  /// Adds a finding, which is a check.
  mutating func find(_ line: Int, expected: String, received: String, at: String = "") {
    isChecked = true
    findings.append(OrderFinding(line: line, at: at, expected: expected, received: received))
  }
}

/// A line of a trace that breaks a rule.
struct OrderFinding: Sendable, Hashable {
  /// The line that shows it.
  var line: Int
  /// Where in the event, as a JSON Pointer; empty for the event itself.
  var at: String
  var expected: String
  var received: String

  var message: String {
    (at.isEmpty ? "" : "\(at): ") + "expected \(expected), received \(received)"
  }
}
