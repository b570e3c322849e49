import StrictJSON

extension SchemaEvaluation {
  /// Writes down that a keyword of the schema at hand refuses a value.
  ///
  /// What was received is the value in a few words unless given, and the clause the nearest one
  /// unless given. The answer is false, so that a keyword can return it.
  mutating func report(
    _ keyword: String, at instance: JSONNode, expected: @autoclosure () -> String,
    received: @autoclosure () -> String? = nil, clause own: String? = nil,
    causes: [SchemaViolation] = []
  ) -> Bool {
    guard collects else { return false }
    violations.append(
      violation(
        keyword, at: instance, expected: expected(), received: received() ?? instance.summary,
        clause: own ?? clause, causes: causes))
    return false
  }

  /// Stops the evaluation without a verdict, whatever `not` and the like make of it.
  mutating func interrupt(
    _ keyword: String?, _ instance: JSONNode, expected: String, received: String
  ) -> Bool {
    if interruption == nil {
      interruption = violation(
        keyword ?? keywordPath.last?.keyword ?? "$schema", at: instance, expected: expected,
        received: received, clause: clause, causes: [])
    }
    return false
  }

  /// Writes down that the schema false stands for a value.
  mutating func reportForbidden(_ instance: JSONNode, by schema: Int) {
    guard collects else { return }
    let tokens = keywordPath.flatMap(\.tokens)
    violations.append(
      SchemaViolation(
        instance: JSONPointer(instancePath), position: instance.position,
        keyword: keywordPath.last?.keyword ?? "false",
        keywordLocation: JSONPointer(tokens).description,
        absoluteKeywordLocation: program.location(of: schema, keyword: nil), clause: clause,
        expected: "nothing here", received: instance.summary, causes: []))
  }

  private func violation(
    _ keyword: String, at instance: JSONNode, expected: String, received: String, clause: String?,
    causes: [SchemaViolation]
  ) -> SchemaViolation {
    let tokens = keywordPath.flatMap(\.tokens) + [keyword]
    return SchemaViolation(
      instance: JSONPointer(instancePath), position: instance.position, keyword: keyword,
      keywordLocation: JSONPointer(tokens).description,
      absoluteKeywordLocation: program.location(of: current.schema, keyword: keyword),
      clause: clause, expected: expected, received: received, causes: causes)
  }
}

// MARK: - Branches

extension SchemaEvaluation {
  /// Applies a branch to the value at hand and gives what it broke instead of writing it down.
  mutating func tryBranch(
    _ schema: Int, on instance: JSONNode, by step: KeywordStep
  ) -> (isAccepted: Bool, violations: [SchemaViolation]) {
    let count = violations.count
    let isAccepted = apply(schema, to: instance, by: step)
    let broken = Array(violations[count...])
    violations.removeLast(broken.count)
    return (isAccepted, isAccepted ? [] : broken)
  }

  /// Writes down that no branch accepts a value, and why the one that got furthest does not.
  mutating func report(
    _ keyword: String, at instance: JSONNode, refusedBy branches: [[SchemaViolation]]
  ) -> Bool {
    guard collects else { return false }
    let causes = furthest(branches)
    var received = instance.summary
    if let cause = causes.first {
      let place = cause.instance.tokens.dropFirst(instancePath.count)
      let pointer = place.isEmpty ? "" : " at \(JSONPointer(Array(place)))"
      received += "; the nearest shape expects \(cause.expected)\(pointer)"
    }
    return report(
      keyword, at: instance, expected: "one of the \(branches.count) shapes of `\(keyword)`",
      received: received, causes: causes)
  }

  /// What the branch that got furthest broke.
  ///
  /// A branch got further than another when it accepts the kind of the value, then when it
  /// accepts the constants that the value and its members must have, then when it breaks at fewer
  /// places; of equals the first.
  private func furthest(_ branches: [[SchemaViolation]]) -> [SchemaViolation] {
    let depth = instancePath.count
    var best: (progress: Progress, violations: [SchemaViolation])?
    for violations in branches {
      let progress = Progress(violations, at: depth)
      if best.map({ $0.progress < progress }) ?? true { best = (progress, violations) }
    }
    return best?.violations ?? []
  }
}

/// How far a branch got.
private struct Progress {
  var acceptsKind: Bool
  var acceptsConstants: Bool
  var broken: Int

  init(_ violations: [SchemaViolation], at depth: Int) {
    acceptsKind = !violations.contains {
      $0.instance.tokens.count == depth && ["type", "const", "enum", "false"].contains($0.keyword)
    }
    acceptsConstants = !violations.contains {
      $0.instance.tokens.count == depth + 1 && ["const", "enum"].contains($0.keyword)
    }
    broken = violations.count
  }

  static func < (left: Progress, right: Progress) -> Bool {
    if left.acceptsKind != right.acceptsKind { return right.acceptsKind }
    if left.acceptsConstants != right.acceptsConstants { return right.acceptsConstants }
    return left.broken > right.broken
  }
}
