import StrictJSON
import Wire

/// Judges what was seen of one vector: a pure function of contract, vector and transcript.
///
/// - Parameters:
///   - transcript: What was seen.
///   - vector: What was done, and what is said of it.
///   - context: The contract, and which of its clauses gate.
/// - Returns: Findings, and what could not be judged.
public func judge(
  _ transcript: Transcript, of vector: Vector, in context: RunContext
) -> Judgement {
  var judge = VectorJudge(transcript, vector, context)
  judge.walk()
  return judge.judgement
}

/// Walks through a vector's steps beside its transcript.
struct VectorJudge {
  let context: RunContext
  let steps: [Step]
  /// The clauses that the vector checks.
  let clauses: [String]
  let entries: [Transcript.Entry]
  let arrivals: [Arrival]
  var bindings: Bindings
  var judgement = Judgement()
  /// The deadlines that the target has announced to this vector so far.
  var deadlines: [Instant] = []
  /// Whether the page took none of the ways in which it was told of another context.
  var isUnheard = false
  /// The places among the findings of advisory ones that say that something is not there.
  private var absences: Set<Int> = []
  /// The steps of the whole vector that were performed, counted from 1.
  var reached: Set<Int> = []
  /// What the steps that have a label showed, and when they began.
  var observations: [String: Observation] = [:]
  var begun: [String: (at: Instant, step: Int)] = [:]

  init(_ transcript: Transcript, _ vector: Vector, _ context: RunContext) {
    self.context = context
    steps = vector.steps
    clauses = vector.clauses
    entries = transcript.entries
    bindings = transcript.bindings
    arrivals = transcript.entries.compactMap { $0.event.arrival }
    judgement.checked.reserveCapacity(32)
  }

  /// Where a step stands while it is judged.
  struct Place {
    /// The step of the whole vector, counted from 1.
    var number: Int
    /// Its path in the transcript.
    var path: [Int]
    var step: Step
    /// Whether the outcomes of a `together` say how the step must end.
    var isCounted = false
  }

  mutating func walk() {
    _ = walk(steps, prefix: [])
    judgeEnd()
    judgeInvariants()
    judgeMessages()
    judgeDriver()
    dropConsequences()
    if let edge = edge() {
      judgement.edge = edge.deadline
      judgement.findings.removeAll { $0.step >= edge.step && $0.step > 0 }
    }
    judgement.couldNotRun = judgement.couldNotRun.withoutRepeats
  }

  /// Judges a list of steps.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - prefix: The path of the step that they stand in; empty for the vector's own.
  /// - Returns: What the last one showed; nil when it showed nothing.
  mutating func walk(_ steps: [Step], prefix: [Int]) -> Observation? {
    var last: Observation?
    for (index, step) in steps.enumerated() {
      let path = prefix + [index + 1]
      let isCounted = !prefix.isEmpty && index == steps.count - 1
      let place = Place(number: path[0], path: path, step: step, isCounted: isCounted)
      let seen = entries.last { $0.step == path }
      if case .missing(let name)? = seen?.event {
        judgement.couldNotRun.append(
          "step \(place.number) (\(step.location)) \(step.lack(of: name))")
        return nil
      }
      guard seen != nil || !step.leavesEntry else { return nil }
      if prefix.isEmpty { reached.insert(place.number) }
      do throws(MissingValue) {
        last = try judge(place, seen)
        if let label = step.label {
          observations[label] = last
          begun[label] = seen.map { ($0.began, place.number) }
        }
        if let last, let given = step.given, !given.isMet(by: last, bindings) {
          judgement.notApplicable = """
            step \(place.number) (\(step.location)) did not show \(given.words), without which \
            what follows says nothing of the target
            """
          return last
        }
        if case .page(let record)? = seen?.event, record.stops(step) { return last }
      } catch {
        note(error, place)
        return nil
      }
    }
    return last
  }

  /// Notes that a step cannot be judged for want of a value, so that nobody is blamed for it.
  mutating func note(_ missing: MissingValue, _ place: Place) {
    judgement.couldNotRun.append(
      "step \(place.number) (\(place.step.location)) \(missing.sentence)")
  }

  /// Judges one step; gives what it showed, nil when it showed nothing that can be judged.
  private mutating func judge(
    _ place: Place, _ entry: Transcript.Entry?
  ) throws(MissingValue) -> Observation? {
    switch (place.step.action, entry?.event) {
    case (.send(let send), .exchange(let exchange)):
      try judgeExchange(exchange, place, operation: context.contract.operations[send.operation])
    case (.sendRaw, .exchange(let exchange)):
      try judgeExchange(exchange, place, operation: nil)
    case (.hook(let action), .hook(let record)):
      try judgeHook(record, action, place)
    case (.await(let watch), .watched(let arrival)):
      try judgeWatched(watch, arrival, place)
    case (.driver(let action), .driver(let record)):
      try judgeDriver(action, record, place)
    case (.page(let action), .page(let record)):
      try judgePage(action, record, place)
    case (.passTime, .passed):
      Observation.nothing
    case (.derive(let derivations), _):
      try derived(derivations)
    case (.check(let check), _):
      try judgeCheck(check, place)
    case (.absent, _):
      Observation.nothing
    case (.together(let together), _):
      try judgeTogether(together, place)
    default:
      nil
    }
  }

  private mutating func derived(_ derivations: [Derivation]) throws(MissingValue) -> Observation {
    try bindings.derive(derivations)
    return .nothing
  }
}

// MARK: - Findings

extension VectorJudge {
  /// The clause that an expectation of a step speaks of.
  func clause(_ expectation: Expectation?, _ place: Place, operation: Operation?) -> String {
    if let clause = expectation?.clause ?? place.step.expect?.clause { return clause }
    let documented = operation?.responses.first { (200..<300).contains($0.status) }?.response.clause
    if expectation == nil, let documented { return documented }
    if clauses.count == 1 { return clauses[0] }
    return documented ?? clauses.first ?? ""
  }

  /// Notes that a clause was checked.
  mutating func check(_ clause: String, isAdvisory: Bool = false) {
    if !isAdvisory || !context.gates(clause) { judgement.checked.insert(clause) }
  }

  /// Records a finding.
  mutating func find(
    _ difference: Difference, on clause: String, _ place: Place, isAdvisory: Bool = false,
    location: FileLocation? = nil
  ) {
    if difference.isAbsence && isAdvisory { absences.insert(judgement.findings.count) }
    judgement.findings.append(
      Finding(
        step: place.number, clause: clause, gates: !isAdvisory && context.gates(clause),
        isAdvisory: isAdvisory, message: difference.sentence, expected: difference.expected,
        actual: difference.received, at: difference.at,
        location: location ?? place.step.location))
  }

  /// Leaves out what an advisory misses where the vector fails anyway: an answer that was refused has
  /// no members, and a session that ended early announces nothing.
  private mutating func dropConsequences() {
    guard !absences.isEmpty, judgement.findings.contains(where: { !$0.isAdvisory }) else { return }
    judgement.findings = judgement.findings.enumerated().compactMap { number, finding in
      absences.contains(number) ? nil : finding
    }
  }

  /// Judges what a step says of what it showed: its expectation, then its advisories.
  mutating func judgeSaid(
    _ observation: Observation, _ place: Place, operation: Operation? = nil
  ) throws(MissingValue) {
    let matcher = Matcher(bindings: bindings)
    for expectation in [place.step.expect].compactMap({ $0 }) + place.step.advisories {
      let clause = clause(expectation, place, operation: operation)
      let differences: [Difference]
      do throws(MissingValue) {
        differences = try matcher.differences(expectation, observation)
      } catch {
        guard error.isUnreadable else { throw error }
        if !expectation.isAdvisory { note(error, place) }
        continue
      }
      check(clause, isAdvisory: expectation.isAdvisory)
      for difference in differences {
        find(
          difference, on: clause, place, isAdvisory: expectation.isAdvisory,
          location: expectation.location)
      }
    }
  }
}

extension Step {
  /// What is said of the step when it was not performed for want of a value.
  fileprivate func lack(of name: String) -> String {
    guard case .passTime(let time) = action, !time.references.contains(name) else {
      return "needs “\(name)”, which no earlier step gave"
    }
    return "waits for “\(name)”, which is neither an RFC 3339 instant nor an ISO 8601 duration"
  }
}

extension Observation {
  /// What a step shows that shows nothing.
  static let nothing = Observation(hook: HookRecord(name: "", arguments: .null, outcome: .done))
}

extension [String] {
  /// The texts without those that were there before, in order.
  fileprivate var withoutRepeats: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Transcript.Event {
  /// What came of its own accord; nil when nothing did.
  var arrival: Arrival? {
    switch self {
    case .webhook(let delivery): .webhook(delivery)
    case .driver(.event(let event, let number)): .event(event, number: number)
    case .driver(.request(let request)), .page(.request(let request)): .request(request)
    case .page(.message(let message)): .message(message)
    default: nil
    }
  }
}
