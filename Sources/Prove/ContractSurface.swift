package import Conformance
package import StrictJSON

/// What a contract's files say of operations and schemas, as JSON: what generated faults are
/// derived from.
package struct ContractSurface: Sendable {
  /// The operations by name, in the order of the files.
  private(set) var operations: [(name: String, value: JSON)] = []
  /// The schemas by name.
  private(set) var schemas: [String: JSON] = [:]

  /// Merges a contract's files.
  ///
  /// - Parameter files: The files of one folder; those that are not JSON are left out, since the
  ///   suite's loader speaks of them.
  package init(_ files: [Suite.File]) {
    for file in files {
      guard let root = try? JSON(parsing: file.bytes) else { continue }
      operations += (root["operations"]?.object?.members ?? []).map { ($0.key, $0.value) }
      for (name, schema) in root["schemas"]?.object?.members ?? [] { schemas[name] = schema }
    }
  }

  /// Every member that a schema speaks of, outer ones first.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - clause: The clause of what surrounds it.
  /// - Returns: The members with their paths.
  package func members(of schema: JSON, clause: String?) -> [MemberShape] {
    members(of: schema, clause: clause, at: [], within: [])
  }

  /// The nearest clause of a schema itself; nil when it names none.
  package func clause(of schema: JSON) -> String? {
    parts(of: schema).lazy.compactMap { $0["clause"]?.string }.first
  }

  private func members(
    of schema: JSON, clause outer: String?, at path: [String], within seen: Set<String>
  ) -> [MemberShape] {
    let reference = schema["$ref"]?.string
    if let reference, seen.contains(reference) { return [] }
    let seen = reference.map { seen.union([$0]) } ?? seen
    let parts = parts(of: schema)
    let clause = clause(of: schema) ?? outer
    let required = parts.flatMap { part in
      (part["required"]?.array ?? []).compactMap(\.string)
    }
    var found: [MemberShape] = []
    for part in parts {
      for (name, member) in part["properties"]?.object?.members ?? [] where member.object != nil {
        let place = path + [name]
        let own = self.clause(of: member) ?? clause
        found.append(
          MemberShape(
            path: place, clause: own, types: types(of: member),
            isRequired: required.contains { $0.isSameText(as: name) },
            isEnumerated: self.parts(of: member).contains { $0.fixesText }))
        found += members(of: member, clause: own, at: place, within: seen)
      }
      guard let items = part["items"], items.object != nil else { continue }
      found += members(of: items, clause: clause, at: path + ["*"], within: seen)
    }
    return found
  }

  /// The schema and all that hold together with it: what it refers to, `allOf`, `then`.
  private func parts(of schema: JSON, depth: Int = 0) -> [JSON] {
    guard schema.object != nil, depth < 8 else { return [] }
    var parts = [schema]
    if let name = schema["$ref"]?.string?.split(separator: "/").last,
      let other = schemas[String(name)]
    {
      parts += self.parts(of: other, depth: depth + 1)
    }
    let joined = (schema["allOf"]?.array ?? []) + [schema["then"]].compactMap { $0 }
    return parts + joined.flatMap { self.parts(of: $0, depth: depth + 1) }
  }

  private func types(of schema: JSON) -> Set<String> {
    for part in parts(of: schema) {
      if let type = part["type"] {
        return Set(type.string.map { [$0] } ?? (type.array ?? []).compactMap(\.string))
      }
      if let constant = part["const"] { return [constant.kind.rawValue] }
    }
    return []
  }
}

extension JSON {
  /// Whether a schema allows certain strings only.
  fileprivate var fixesText: Bool {
    self["const"]?.string != nil || self["enum"]?.array?.contains { $0.string != nil } == true
  }
}

/// A member that a schema speaks of.
package struct MemberShape: Sendable, Hashable {
  /// The names down to it; `*` stands for every element of an array.
  package var path: [String]
  /// The clause that covers it; nil when none does.
  package var clause: String?
  /// The types that it may have; empty when the schema does not say.
  package var types: Set<String>
  /// Whether it has to be there.
  package var isRequired: Bool
  /// Whether only certain strings are allowed.
  package var isEnumerated: Bool
}
