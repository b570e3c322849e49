import StrictJSON

/// `noSecretIn`: the texts of a member hold neither what a pattern finds nor the value of another
/// event's member, wherever in the trace that stands.
///
/// A value may come after the text, so texts wait until the end of the trace; when more than
/// `SecretMachine.room` bytes wait, they are compared with the values known by then.
struct SecretMachine: OrderMachine {
  /// The bytes of text that wait at most.
  static let room = 1 << 20
  /// What is reported at the end of the trace at most.
  private static let reportLimit = 10 * OrderOutcome.limit

  let member: OrderRule.Member
  let valueOf: OrderRule.Member?
  let patterns: [OrderRule.EventPattern]
  var memory: AttemptMemory<State>
  private let pattern: (compiled: ECMAPattern, required: RequiredText)?
  private var values = NeedleSearch()
  /// The event that had each value first.
  private var origins: [(name: String, line: Int, pointer: JSONPointer)] = []
  private var waiting: [Text] = []
  private var waitingBytes = 0
  private var reports: [OrderReport] = []

  private struct Text {
    var attempt: Int
    var event: String
    var line: Int
    var at: String
    var bytes: [UInt8]
  }

  init(
    _ rule: OrderRule, _ member: OrderRule.Member, pattern: String?, valueOf: OrderRule.Member?
  ) {
    memory = AttemptMemory(rule)
    self.member = member
    self.valueOf = valueOf
    patterns = [member.event] + (valueOf.map { [$0.event] } ?? [])
    let compiled = pattern.flatMap { try? ECMAPattern($0) }
    self.pattern = compiled.map { ($0, RequiredText($0.text)) }
  }

  struct State {}

  var start: State { State() }

  mutating func hear(_ event: TraceEvent, _ marks: EventMarks) {
    guard marks.contains(.second), let valueOf,
      let (pointer, node) = event.member(at: valueOf.pointers), let value = node.stringBytes,
      let new = values.insert(Array(value)), new.isNew
    else { return }
    origins.append((event.name, event.line, pointer))
  }

  mutating func take(
    _ event: TraceEvent, _ marks: EventMarks, _ state: inout State, _ report: inout OrderReport
  ) -> AttemptProgress {
    guard marks.contains(.first), let (pointer, node) = event.member(at: member.pointers),
      !node.isNull
    else { return .idle }
    if pattern != nil { report.isChecked = true }
    if valueOf == nil, pattern?.required.isMissing(in: node.sourceBytes) ?? false { return .idle }
    for (place, bytes) in node.texts(at: pointer) {
      search(bytes, place, event, &report)
      guard valueOf != nil else { continue }
      let at = place.description
      waiting.append(
        Text(attempt: report.attempt, event: event.name, line: event.line, at: at, bytes: bytes))
      waitingBytes += bytes.count
    }
    if waitingBytes > Self.room { compare() }
    return .idle
  }

  private func search(
    _ bytes: [UInt8], _ place: JSONPointer, _ event: TraceEvent, _ report: inout OrderReport
  ) {
    guard let pattern, pattern.required.mayStand(in: bytes),
      bytes.withUnsafeBufferPointer({ pattern.compiled.matches($0) }) == true
    else { return }
    report.find(
      event.line, expected: "nothing in \(event.name) that \(pattern.compiled.text) finds",
      received: "a text that holds it, which is not shown", at: place.description)
  }

  /// Compares the texts that wait with the values that are known.
  private mutating func compare() {
    let texts = waiting
    waiting = []
    waitingBytes = 0
    guard !values.isEmpty else { return }
    for text in texts {
      var report = OrderReport(attempt: text.attempt, isChecked: true)
      if let number = values.first(in: text.bytes) {
        let origin = origins[number]
        report.find(
          text.line,
          expected:
            "no \(origin.pointer) of \(origin.name) (line \(origin.line)) in \(text.event)",
          received: "a text that holds it, which is not shown", at: text.at)
      }
      let says = !report.findings.isEmpty || reports.last?.attempt != text.attempt
      if says, reports.count < Self.reportLimit { reports.append(report) }
    }
  }

  mutating func late() -> [OrderReport] {
    compare()
    return reports
  }
}

extension JSONNode {
  /// Every text in the value: it itself, or the strings and member names in it, each with its place.
  fileprivate func texts(at pointer: JSONPointer) -> [(JSONPointer, [UInt8])] {
    if let text = stringBytes { return [(pointer, Array(text))] }
    var found: [(JSONPointer, [UInt8])] = []
    var open: [(JSONNode, JSONPointer)] = [(self, pointer)]
    while let (node, place) = open.popLast() {
      if let text = node.stringBytes { found.append((place, Array(text))) }
      for (number, element) in node.elements.enumerated() {
        open.append((element, place.appending(number)))
      }
      for member in node.members {
        found.append((place, Array(member.key.utf8)))
        open.append((member.value, place.appending(member.key)))
      }
    }
    return found
  }
}
