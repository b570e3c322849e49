import StrictJSON

/// The members and elements of one value that keywords have looked at, for `unevaluated…`.
struct EvaluatedChildren {
  var allMembers = false
  var members: Set<JSONNode.ID> = []
  var allElements = false
  /// The leading elements.
  var prefix = 0
  var elements: Set<Int> = []

  mutating func merge(_ other: EvaluatedChildren) {
    allMembers = allMembers || other.allMembers
    members.formUnion(other.members)
    allElements = allElements || other.allElements
    prefix = max(prefix, other.prefix)
    elements.formUnion(other.elements)
  }

  func hasMember(_ node: JSONNode) -> Bool { allMembers || members.contains(node.id) }

  func hasElement(_ index: Int) -> Bool {
    allElements || index < prefix || elements.contains(index)
  }
}
