/// The elements of an array, in order.
public struct JSONElements: Sendable, Collection {
  let text: JSONText
  /// The first place.
  public let startIndex: Int
  /// The place after the last.
  public let endIndex: Int
  /// How many there are.
  public let count: Int

  /// The place after another.
  public func index(after index: Int) -> Int { Int(text.tape[index].next) }

  /// What stands at a place.
  public subscript(index: Int) -> JSONNode { JSONNode(text: text, index: index) }
}

/// The members of an object, in order, duplicates kept.
public struct JSONMembers: Sendable, Collection {
  let text: JSONText
  /// The first place.
  public let startIndex: Int
  /// The place after the last.
  public let endIndex: Int
  /// How many there are.
  public let count: Int

  /// The place after another.
  public func index(after index: Int) -> Int { Int(text.tape[index + 1].next) }

  /// What stands at a place.
  public subscript(index: Int) -> JSONMember { JSONMember(text: text, index: index) }
}

/// One member of an object.
public struct JSONMember: Sendable {
  let text: JSONText
  let index: Int

  /// The name without quotes and escapes.
  public var key: String { text.tape[index].decodedString(in: text) }

  /// The name as a value of its own, a string.
  public var keyNode: JSONNode { JSONNode(text: text, index: index) }

  /// Where the name begins.
  public var keyPosition: JSONPosition { text.position(at: Int(text.tape[index].start)) }

  /// The value.
  public var value: JSONNode { JSONNode(text: text, index: index + 1) }

  /// Whether the name is a text, compared by scalars.
  ///
  /// - Parameter name: The text.
  /// - Returns: True when every scalar is the same.
  public func isNamed(_ name: String) -> Bool {
    text.tape[index].isText(name, in: text)
  }
}

// MARK: - Access

extension JSONNode {
  /// The elements of an array; empty when the value is of another kind.
  ///
  /// Walking is linear; an index is a place in the document, not a number of the element.
  public var elements: JSONElements {
    guard kind == .array else {
      return JSONElements(text: text, startIndex: index, endIndex: index, count: 0)
    }
    return JSONElements(
      text: text, startIndex: index + 1, endIndex: Int(entry.next), count: count)
  }

  /// The members of an object; empty when the value is of another kind.
  public var members: JSONMembers {
    guard kind == .object else {
      return JSONMembers(text: text, startIndex: index, endIndex: index, count: 0)
    }
    return JSONMembers(text: text, startIndex: index + 1, endIndex: Int(entry.next), count: count)
  }

  /// The value of the last member of a name, compared by scalars.
  ///
  /// - Parameter key: The name.
  /// - Returns: Nil when there is none, or the value is not an object.
  public subscript(key: String) -> JSONNode? {
    guard kind == .object else { return nil }
    var key = key
    let found = key.withUTF8 { text.lastValue(named: $0, inObjectAt: index) }
    return found.map { JSONNode(text: text, index: $0) }
  }

  /// The element at a number from 0.
  ///
  /// - Parameter index: The number.
  /// - Returns: Nil when there is none, or the value is not an array.
  public subscript(index: Int) -> JSONNode? {
    guard index >= 0, index < elements.count else { return nil }
    return elements.dropFirst(index).first
  }

  /// The value that a pointer leads to from here.
  ///
  /// - Parameter pointer: The pointer.
  /// - Returns: Nil when it leads nowhere.
  public func node(at pointer: JSONPointer) -> JSONNode? {
    var node = self
    for token in pointer.tokens {
      let next =
        node.kind == .array
        ? JSONPointer.index(token).flatMap { node[$0] } : node[token]
      guard let next else { return nil }
      node = next
    }
    return node
  }

  /// The way from the document's root to this value.
  public var pointer: JSONPointer {
    var tokens: [String] = []
    var node = JSONNode(text: text, index: 0)
    while node.index < index {
      if node.kind == .array {
        var number = 0
        for element in node.elements {
          if index < Int(element.entry.next) {
            node = element
            break
          }
          number += 1
        }
        tokens.append(String(number))
      } else {
        guard let member = node.members.first(where: { index < Int($0.value.entry.next) }) else {
          break
        }
        tokens.append(member.key)
        node = member.value
      }
    }
    return JSONPointer(tokens)
  }

  /// A copy of the value that does not need the document; numbers keep their text.
  public var value: JSON {
    switch kind {
    case .null: .null
    case .bool: .bool(bool ?? false)
    case .number: .number(JSONNumber(checked: String(decoding: sourceBytes, as: UTF8.self)))
    case .string: .string(entry.decodedString(in: text))
    case .array: .array(elements.map(\.value))
    case .object: .object(JSONObject(members.map { (key: $0.key, value: $0.value.value) }))
    }
  }
}
