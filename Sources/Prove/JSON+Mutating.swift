package import StrictJSON

extension JSON {
  /// The value with one member changed.
  ///
  /// - Parameters:
  ///   - path: The names down to the member; `*` stands for every element of an array.
  ///   - change: How it is changed.
  /// - Returns: Nil when there is no such member, or the change would change nothing.
  package func mutated(at path: [String], _ change: MemberChange) -> JSON? {
    guard let name = path.first else { return nil }
    let rest = Array(path.dropFirst())
    if name == "*" { return mutatedElements(at: rest, change) }
    guard case .object(var object) = self, let value = object[name] else { return nil }
    guard rest.isEmpty else {
      guard let changed = value.mutated(at: rest, change) else { return nil }
      object[name] = changed
      return .object(object)
    }
    return mutatedMember(name, value, of: object, change)
  }

  private func mutatedElements(at rest: [String], _ change: MemberChange) -> JSON? {
    guard let elements = array, !rest.isEmpty else { return nil }
    let changed = elements.map { $0.mutated(at: rest, change) }
    guard changed.contains(where: { $0 != nil }) else { return nil }
    return .array(zip(elements, changed).map { $1 ?? $0 })
  }

  private func mutatedMember(
    _ name: String, _ value: JSON, of object: JSONObject, _ change: MemberChange
  ) -> JSON? {
    var object = object
    switch change {
    case .dropped: object[name] = nil
    case .nulled:
      guard !value.isNull else { return nil }
      object[name] = .null
    case .retyped: object[name] = value.retyped
    case .renamed:
      object = JSONObject(
        object.members.map {
          $0.key.isSameText(as: name) ? (name.withOtherInitial, $0.value) : ($0.key, $0.value)
        })
    case .changed:
      guard let text = value.string else { return nil }
      object[name] = .string(text + "x")
    }
    return .object(object)
  }

  /// A value of another type that says much the same.
  private var retyped: JSON {
    switch self {
    case .string: .number(42)
    case .number(let number): .string(number.text)
    case .bool(let bool): .string(bool ? "true" : "false")
    case .null: .number(0)
    case .array, .object: .string(serialized())
    }
  }
}

extension String {
  /// The text with its first letter in the other case; with `X` before it when it has no case.
  package var withOtherInitial: String {
    guard let first else { return self }
    let letter = String(first)
    let other = letter.uppercased() == letter ? letter.lowercased() : letter.uppercased()
    return other == letter ? "X" + self : other + dropFirst()
  }
}
