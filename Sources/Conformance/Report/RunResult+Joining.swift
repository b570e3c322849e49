extension RunResult {
  /// What was found out about several targets, as one run.
  ///
  /// A vector that several parts tell of is told of once, by the first to which it applies; a clause
  /// gets the verdict that says most.
  ///
  /// - Parameter parts: At least one.
  public init(joining parts: [RunResult]) {
    self = parts[0]
    for part in parts.dropFirst() {
      subjects += part.subjects
      editions += part.editions.filter { !editions.contains($0) }
      clauses += part.clauses
      vectors += part.vectors
      seconds += part.seconds
      isInterrupted = isInterrupted || part.isInterrupted
      if clock != part.clock { clock = "mixed" }
    }
    clauses = joined(clauses, by: \.clause.id) { $0.merge($1) }
    vectors = joined(vectors, by: \.vector.id) { kept, other in
      if kept.verdict == .notApplicable { kept = other }
    }
  }

  /// The elements in byte order of their ids, those of one id merged into the first of them.
  private func joined<Element>(
    _ elements: [Element], by id: (Element) -> String, merge: (inout Element, Element) -> Void
  ) -> [Element] {
    var byID: [String: Element] = [:]
    for element in elements {
      guard var kept = byID[id(element)] else {
        byID[id(element)] = element
        continue
      }
      merge(&kept, element)
      byID[id(element)] = kept
    }
    return byID.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value)
  }
}

extension RunResult.ClauseResult {
  /// Takes in what another part says of the same clause.
  fileprivate mutating func merge(_ other: Self) {
    if other.verdict.weight > verdict.weight { verdict = other.verdict }
    let strangers = other.vectors.filter { !vectors.contains($0) }
    vectors = (vectors + strangers).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

extension ClauseVerdict {
  /// How much a verdict says beside another of the same clause.
  fileprivate var weight: Int {
    switch self {
    case .notApplicable: 0
    case .untested: 1
    case .passed: 2
    case .failed: 3
    }
  }
}
