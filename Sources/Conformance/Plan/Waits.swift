import StrictJSON

/// Looks for waits of a vector that say nothing where the target's times are short: waits that are
/// over before they begin, and windows shorter than what the vector does in them.
///
/// Only times that the contract and the target name are looked at, and all else takes no time; what
/// the target announces of its own accord is left to the judge.
struct Waits {
  private let context: RunContext
  /// How long after the vector's beginning a step stands.
  private var now = TimeSpan.zero
  /// When captured instants are, and the parameters that they follow from.
  private var instants: [String: Moment] = [:]
  /// Why the vector says nothing of the target; empty when it does.
  private(set) var obstacles: [String] = []

  private struct Moment {
    var at: TimeSpan
    var parameters: [String]
  }

  init(of vector: Vector, in context: RunContext) {
    self.context = context
    for need in vector.longerThan { check(need) }
    for (index, step) in vector.steps.enumerated() { pass(step, number: index + 1) }
  }

  private mutating func pass(_ step: Step, number: Int) {
    switch step.action {
    case .send: learn(step.captures)
    case .passTime(let time): wait(time, step, number)
    default: break
    }
  }

  /// Notes when the instants are that an answer announces.
  private mutating func learn(_ captures: [Capture]) {
    for capture in captures {
      guard case .pointer(let pointer) = capture.source else { continue }
      for timer in context.contract.timers {
        if pointer == timer.from {
          instants[capture.name] = Moment(at: now, parameters: [])
        } else if pointer == timer.deadline, let length = span(timer.length) {
          instants[capture.name] = Moment(
            at: now + length, parameters: timer.length.references)
        }
      }
    }
  }

  private mutating func wait(_ time: TimeAction, _ step: Step, _ number: Int) {
    guard let end = end(of: time) else { return }
    let names = end.parameters + (time.plus?.references ?? [])
    if end.at <= now, !names.isEmpty {
      obstacles.append(
        """
        step \(number) (\(step.location)) waits for nothing where \(values(of: names)); \
        set longer times in “parameters” of the target file, or shorter margins
        """)
    }
    now = max(now, end.at)
  }

  private func end(of time: TimeAction) -> Moment? {
    guard let shift = time.plus.map(span) ?? .zero else { return nil }
    switch time.end {
    case .after(let template):
      return span(template).map {
        Moment(at: now + $0 + shift, parameters: template.references)
      }
    case .at(.text(let template)):
      guard let name = template.soleReference, var moment = instants[name] else { return nil }
      moment.at = moment.at + shift
      return moment
    case .at: return nil
    }
  }

  private mutating func check(_ need: SpanNeed) {
    guard let length = context.parameters[need.parameter]?.string.flatMap(TimeSpan.init(iso8601:))
    else { return }
    let spans = need.than.compactMap(span)
    let least = spans.reduce(TimeSpan.zero) { $0 + $1 }
    guard spans.count == need.than.count, length <= least else { return }
    let others = need.than.flatMap(\.references)
    obstacles.append(
      """
      this says nothing where \(values(of: [need.parameter] + others)): “\(need.parameter)” must be \
      longer than \(least); set it in “parameters” of the target file
      """)
  }

  private func span(_ template: Template) -> TimeSpan? {
    (try? context.parameters.text(of: template)).flatMap { TimeSpan(iso8601: $0) }
  }

  private func values(of names: [String]) -> String {
    var seen: Set<String> = []
    let said = names.filter { seen.insert($0).inserted }.map { name in
      "“\(name)” is \(context.parameters[name].map(Bindings.text) ?? "not known")"
    }
    return said.joined(separator: " and ")
  }
}

extension TimeSpan {
  fileprivate static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
    return TimeSpan(nanoseconds: overflow ? (left.nanoseconds < 0 ? .min + 1 : .max) : sum)
  }
}
