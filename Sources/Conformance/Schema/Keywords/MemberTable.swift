import StrictJSON

/// The schemas of members by their names.
struct MemberTable: Sendable {
  /// The names in UTF-8, one after the other.
  private var names: [UInt8] = []
  /// Where each stands among them, and its schema.
  private var entries: [(start: Int, count: Int, schema: Int)] = []
  /// The schemas again, when there are too many to look through.
  private var byName: [ExactText: Int] = [:]

  private static let few = 32

  /// Makes a table; of a name that is there twice the last counts.
  init(_ schemas: [(name: String, schema: Int)]) {
    for (name, schema) in schemas { byName[ExactText(name)] = schema }
    guard byName.count <= Self.few else { return }
    for (name, schema) in byName {
      entries.append((names.count, name.string.utf8.count, schema))
      names += name.string.utf8
    }
    byName = [:]
  }

  /// The schema of a member; nil when there is none for its name.
  func schema(of member: JSONMember) -> Int? {
    guard byName.isEmpty else { return byName[ExactText(member.key)] }
    return member.keyNode.stringBytes?.withUnsafeBufferPointer { key in
      names.withUnsafeBufferPointer { names in
        entries.first { $0.count == key.count && isSame(key, names, from: $0.start) }?.schema
      }
    }
  }

  @inline(__always)
  private func isSame(
    _ key: UnsafeBufferPointer<UInt8>, _ names: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Bool {
    for index in key.indices where key[index] != names[start + index] { return false }
    return true
  }
}
