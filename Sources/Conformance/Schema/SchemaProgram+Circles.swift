import StrictJSON

extension SchemaProgram {
  /// Refuses a schema that applies itself to the very value that it is applied to, whatever the
  /// value: no evaluation of it would end.
  func refuseCircles() throws(SchemaError) {
    var state = [Visit](repeating: .none, count: schemas.count)
    for start in schemas.indices where state[start] == .none {
      try visit(start, &state)
    }
  }

  private enum Visit { case none, open, done }

  /// Walks along what is always applied, without recursion.
  private func visit(_ start: Int, _ state: inout [Visit]) throws(SchemaError) {
    var path: [(schema: Int, next: [Int])] = [(start, alwaysApplied(by: start))]
    state[start] = .open
    while let (schema, next) = path.last {
      guard let target = next.last else {
        state[schema] = .done
        path.removeLast()
        continue
      }
      path[path.count - 1].next.removeLast()
      switch state[target] {
      case .done: continue
      case .open:
        throw SchemaError(
          at: schemas[schema].source, in: resources[schemas[schema].resource].uri,
          "expected a schema that comes to an end, received one that applies itself to the same "
            + "value again")
      case .none:
        state[target] = .open
        path.append((target, alwaysApplied(by: target)))
      }
    }
  }

  private func alwaysApplied(by schema: Int) -> [Int] {
    schemas[schema].keywords.flatMap { keyword -> [Int] in
      switch keyword {
      case let keyword as ReferenceKeyword: [keyword.schema]
      case let keyword as AllOfKeyword: keyword.schemas
      case let keyword as NotKeyword: [keyword.schema]
      case let keyword as ConditionKeyword: [keyword.condition]
      case let keyword as OneOfKeyword: Array(keyword.schemas.prefix(2))
      default: []
      }
    }
  }
}
