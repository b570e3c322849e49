/// The members of an object, in order, duplicates kept.
public struct JSONObject: Sendable {
  /// The members in order.
  public private(set) var members: [(key: String, value: JSON)]

  /// Creates an object.
  ///
  /// - Parameter members: The members in order; a name may occur again.
  public init(_ members: [(key: String, value: JSON)] = []) { self.members = members }

  /// How many members there are, duplicates counted.
  public var count: Int { members.count }

  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The names in order, duplicates kept.
  public var keys: [String] { members.map(\.key) }

  /// The value of the last member of a name, compared by scalars; nil when there is none.
  ///
  /// Setting replaces that value or appends a member; setting nil removes every member of the
  /// name.
  public subscript(key: String) -> JSON? {
    get { members.last { $0.key.isSameText(as: key) }?.value }
    set {
      guard let newValue else { return members.removeAll { $0.key.isSameText(as: key) } }
      guard let index = members.lastIndex(where: { $0.key.isSameText(as: key) }) else {
        return append(key, newValue)
      }
      members[index].value = newValue
    }
  }

  /// Adds a member at the end, whether or not the name occurs already.
  ///
  /// - Parameters:
  ///   - key: The name.
  ///   - value: The value.
  public mutating func append(_ key: String, _ value: JSON) {
    members.append((key: key, value: value))
  }
}

// MARK: - Sequence

extension JSONObject: Sequence {
  /// Walks in order.
  public func makeIterator() -> IndexingIterator<[(key: String, value: JSON)]> {
    members.makeIterator()
  }

  /// How many there are.
  public var underestimatedCount: Int { members.count }
}

// MARK: - ExpressibleByDictionaryLiteral

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object with its members in order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(elements.map { (key: $0.0, value: $0.1) })
  }
}

// MARK: - Hashable

extension JSONObject: Hashable {
  /// Equal when each has the same members as often, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    let isSameOrder = zip(left.members, right.members)
      .allSatisfy { $0.key.isSameText(as: $1.key) }
    if isSameOrder, zip(left.members, right.members).allSatisfy({ $0.value == $1.value }) {
      return true
    }
    return left.valuesByKey == right.valuesByKey
  }

  /// Feeds what equality looks at into a hasher.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for (key, value) in members {
      var memberHasher = Hasher()
      memberHasher.combine(ExactText(key))
      memberHasher.combine(value)
      sum &+= memberHasher.finalize()
    }
    hasher.combine(members.count)
    hasher.combine(sum)
  }

  /// For each name, how often each value occurs.
  private var valuesByKey: [ExactText: [JSON: Int]] {
    members.reduce(into: [:]) { $0[ExactText($1.key), default: [:]][$1.value, default: 0] += 1 }
  }
}
