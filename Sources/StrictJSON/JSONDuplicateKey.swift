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

// MARK: - The first one

extension JSONDocument {
  /// A member name that occurs again in its object; nil when every name occurs once.
  ///
  /// Made for many small texts: an object of few members costs no memory.
  public var firstDuplicateKey: JSONDuplicateKey? {
    for index in text.tape.indices where text.tape[index].kind == .object {
      guard let name = repeatedName(ofObjectAt: index) else { continue }
      let member = JSONMember(text: text, index: name)
      return JSONDuplicateKey(
        key: member.key, pointer: JSONNode(text: text, index: index).pointer,
        position: member.keyPosition)
    }
    return nil
  }

  /// The tape index of the first name that stands in the object before.
  private func repeatedName(ofObjectAt object: Int) -> Int? {
    let entry = text.tape[object]
    guard entry.count <= 16 else {
      return repeatedMembers(of: JSONNode(text: text, index: object)).first?.index
    }
    var name = object + 1
    while name < Int(entry.next) {
      var earlier = object + 1
      while earlier < name {
        if isSameName(text.tape[earlier], text.tape[name]) { return name }
        earlier = Int(text.tape[earlier + 1].next)
      }
      name = Int(text.tape[name + 1].next)
    }
    return nil
  }

  private func isSameName(_ left: JSONText.Entry, _ right: JSONText.Entry) -> Bool {
    guard !left.hasEscapes, !right.hasEscapes else {
      return left.decodedString(in: text).isSameText(as: right.decodedString(in: text))
    }
    let count = Int(left.end - left.start)
    guard Int(right.end - right.start) == count else { return false }
    return text.bytes.withUnsafeBufferPointer { bytes in
      (0..<count).allSatisfy { bytes[Int(left.start) + $0] == bytes[Int(right.start) + $0] }
    }
  }
}
