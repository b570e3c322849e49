import StrictJSON

extension Step {
  /// What the step does, in plain words.
  var summary: String {
    switch action {
    case .send(let send): send.summary
    case .sendRaw: "send bytes as they are"
    case .hook(let hook):
      "ask the environment: \(hook.name)\(hook.arguments.isEmpty ? "" : " of ")"
        + hook.arguments.map { "\($0.name) \($0.value.text)" }.joined(separator: ", ")
    case .passTime(let time): time.summary
    case .check(let check): check.summary
    case .driver(let action): action.summary
    case .page(let action): action.summary
    case .derive(let derivations): "derive \(derivations.map(\.name).joined(separator: ", "))"
    case .await(let watch): "wait for \(watch.subject)\(watch.where)"
    case .absent(let watch):
      "see that \(watch.subject)\(watch.where) \(watch.upTo.map { "does not come for \($0)" } ?? "never comes")"
    case .together(let together):
      "do \(together.branches.count) things at once"
        + (together.repetitions > 1 ? ", the whole \(together.repetitions) times" : "")
    }
  }

  /// What is said of the step, a line each.
  var saidLines: [String] {
    var lines = [expect].compactMap { $0 }.map { "must: \($0.words)" }
    lines += advisories.map { "advisory: \($0.words)" }
    if case .together(let together) = action {
      for outcome in together.outcomes {
        lines.append(
          """
          must: \(outcome.count.map(String.init) ?? "the rest") end with \
          \(outcome.expectation.words)
          """
        )
      }
    }
    if let given { lines.append("else it does not apply: \(given.words)") }
    if !captures.isEmpty { lines.append("keep: \(captures.map(\.name).joined(separator: ", "))") }
    return lines
  }
}

extension SendAction {
  fileprivate var summary: String {
    var text = "send \(operation)"
    if !arguments.isEmpty {
      text += " of " + arguments.map { "\($0.name) \($0.value.text)" }.joined(separator: ", ")
    }
    switch credential {
    case .none: text += " without a credential"
    case .value: text += " with a wrong credential"
    case .parameter(let name): text += " with the credential \(name)"
    case .standard: break
    }
    return text
  }
}

extension TimeAction {
  fileprivate var summary: String {
    let shift = plus.map { " plus \($0)" } ?? ""
    return switch end {
    case .after(let span): "let \(span)\(shift) pass"
    case .at(let instant): "let time pass until \(instant.text)\(shift)"
    }
  }
}

extension Check {
  fileprivate var summary: String {
    switch self {
    case .equal(let values): "compare: the same are \(values.map(\.text).joined(separator: ", "))"
    case .distinct(let values):
      "compare: all different are \(values.map(\.text).joined(separator: ", "))"
    case .instants(let left, let relation, let right):
      "compare: \(left.text) \(relation.rawValue) \(right.text)"
    case .count(let watch, let range):
      "count: \(range) of \(watch.subject)\(watch.where)\(watch.since.map { " since “\($0)”" } ?? "")"
    case .again(let label): "look again at what “\(label)” showed"
    case .maxInFlight(let route, let most):
      "count: at most \(most) of a request to \(route) unanswered at once"
    }
  }
}

extension WatchAction {
  fileprivate var `where`: String { condition.map { " with \($0.words)" } ?? "" }
}

extension Expectation {
  /// What the expectation says, in plain words.
  var words: String {
    var parts: [String] = []
    if let status { parts.append("status \(status)") }
    parts += headers.map { "header \($0.name)" }
    parts += body.map { "body \($0.pointer) \($0.rule.words)" }
    parts += anyString.map { "“\($0)” somewhere" }
    parts += noString.map { "“\($0)” nowhere" }
    if let outcome { parts.append(outcome.text) }
    parts += value.map { "value \($0.pointer) \($0.rule.words)" }
    parts += error.map { "error \($0.pointer) \($0.rule.words)" }
    let said = parts.isEmpty ? "it holds" : parts.joined(separator: ", ")
    return said + (clause.map { "  [\($0)]" } ?? "")
  }
}

extension ValueRule {
  fileprivate var words: String {
    switch self {
    case .equals(let template): "= \(template.text)"
    case .schema: "fits its schema"
    case .instant(_, let plus, let within):
      "is the instant\(plus.map { " plus \($0)" } ?? ""), give or take \(within)"
    case .contains(let template): "holds “\(template)”"
    case .absent: "is absent"
    case .present: "is there"
    }
  }
}

extension ValueTemplate {
  /// The template as it is written, on one line.
  var text: String {
    switch self {
    case .constant(let value): value.string ?? value.serialized()
    case .text(let template): template.description
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.map { "\($0.key): \($0.value.text)" }.joined(separator: ", "))}"
    }
  }
}

extension Invariant {
  /// The invariant in plain words.
  var summary: String {
    let places = places.map(\.rawValue).sorted().joined(separator: " or ")
    return switch rule {
    case .noSecret(let parameter): "no \(parameter) in a \(places)"
    case .noPattern(let pattern): "nothing that matches \(pattern) in a \(places)"
    }
  }
}
