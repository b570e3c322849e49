import StrictJSON

/// `schema`: a member of each event fits a JSON Schema.
struct SchemaMachine: OrderMachine {
  let pointers: [JSONPointer]
  let schema: CompiledSchema
  let patterns: [OrderRule.EventPattern]
  var memory: AttemptMemory<State>

  init(_ rule: OrderRule, _ member: OrderRule.Member, _ schema: CompiledSchema) {
    memory = AttemptMemory(rule)
    patterns = [member.event]
    pointers = member.pointers
    self.schema = schema
  }

  struct State {}

  var start: State { State() }

  func take(
    _ event: TraceEvent, _ marks: EventMarks, _ state: inout State, _ report: inout OrderReport
  ) -> AttemptProgress {
    guard marks.contains(.first), let (pointer, node) = event.member(at: pointers) else {
      return .idle
    }
    report.isChecked = true
    for violation in schema.validate(node).prefix(3) {
      report.find(
        event.line, expected: violation.expected, received: violation.received,
        at: JSONPointer(pointer.tokens + violation.instance.tokens).description)
    }
    return .idle
  }
}
