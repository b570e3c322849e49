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
      let tokens = instance.pointer.tokens.dropFirst(root.pointer.tokens.count)
      interruption?.instance = JSONPointer(Array(tokens))
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
        absoluteKeywordLocation: program.value.location(of: schema, keyword: nil), clause: clause,
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
      absoluteKeywordLocation: program.value.location(of: current.schema, keyword: keyword),
      clause: clause, expected: expected, received: received, causes: causes)
  }
}

// MARK: - Branches

extension SchemaEvaluation {
  /// What a branch breaks, which is not written down.
  private mutating func broken(
    by schema: Int, on instance: JSONNode, _ step: KeywordStep, detail: Detail
  ) -> [SchemaViolation] {
    let outer = self.detail
    self.detail = detail
    let count = violations.count
    _ = apply(schema, to: instance, by: step)
    let broken = Array(violations[count...])
    violations.removeLast(broken.count)
    self.detail = outer
    return broken
  }

  /// Writes down that no branch accepts a value, and why the one that got furthest does not.
  ///
  /// The others are looked at without their own branches, so that the work does not double with
  /// each level of the schema.
  mutating func report(
    _ keyword: String, at instance: JSONNode, refusedBy branches: [Int]
  ) -> Bool {
    guard collects else { return false }
    let causes = detail == .causes ? causes(keyword, at: instance, branches) : []
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

  /// What the branch that got furthest breaks.
  ///
  /// A branch got further than another when it accepts the kind of the value, then when it
  /// accepts the constants that the value and its members must have, then when it breaks at fewer
  /// places; of equals the first.
  private mutating func causes(
    _ keyword: String, at instance: JSONNode, _ branches: [Int]
  ) -> [SchemaViolation] {
    var best: (progress: Progress, step: KeywordStep, schema: Int)?
    for (index, schema) in branches.enumerated() {
      let step = KeywordStep(keyword, index: index)
      let broken = broken(by: schema, on: instance, step, detail: .places)
      let progress = Progress(broken, at: instancePath.count)
      if best.map({ $0.progress < progress }) ?? true { best = (progress, step, schema) }
    }
    guard let best else { return [] }
    return broken(by: best.schema, on: instance, best.step, detail: .causes)
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
