/// A member name that occurs again in its object.
public struct JSONDuplicateKey: Sendable, Hashable {
  /// The name.
  public var key: String
  /// The object.
  public var pointer: JSONPointer
  /// Where the repeated name stands.
  public var position: JSONPosition
}

// MARK: - Finding them

extension JSONDocument {
  /// The member names that occur again in their object, in the order of the text.
  ///
  /// RFC 8259, 4 says that names should be unique, so that a repeated one is no error here. The
  /// list is made when it is asked for, in time linear in the text.
  public var duplicateKeys: [JSONDuplicateKey] {
    var found: [JSONDuplicateKey] = []
    for index in text.tape.indices where text.tape[index].kind == .object {
      let node = JSONNode(text: text, index: index)
      guard node.count > 1 else { continue }
      for member in repeatedMembers(of: node) {
        found.append(
          JSONDuplicateKey(
            key: member.key, pointer: node.pointer, position: member.keyPosition))
      }
    }
    return found.sorted { $0.position < $1.position }
  }

  private func repeatedMembers(of object: JSONNode) -> [JSONMember] {
    var seen: Set<ExactText> = []
    return object.members.filter { !seen.insert(ExactText($0.key)).inserted }
  }
}
