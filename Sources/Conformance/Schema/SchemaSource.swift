import StrictJSON

/// One schema as the keywords read it.
struct SchemaSource {
  let node: JSONNode
  let resource: Int
  /// The URI of the resource, for errors.
  let document: String
  let vocabularies: Set<SchemaVocabulary>

  subscript(keyword: String) -> JSONNode? { node[keyword] }

  func error(at node: JSONNode, _ message: String) -> SchemaError {
    SchemaError(at: node, in: document, message)
  }

  /// The schemas that stand here for reference only.
  var definitions: [JSONNode] {
    var schemas: [JSONNode] = []
    for keyword in ["$defs", "definitions"] {
      guard let members = node[keyword]?.members else { continue }
      for member in members {
        guard member.value.kind == .object || member.value.kind == .bool else { continue }
        schemas.append(member.value)
      }
    }
    return schemas
  }
}

// MARK: - Values of keywords

extension SchemaSource {
  func string(_ keyword: String) throws(SchemaError) -> String? {
    guard let node = self[keyword] else { return nil }
    guard let string = node.string else {
      throw error(at: node, "expected a string, received \(node.summary)")
    }
    return string
  }

  func bool(_ keyword: String) throws(SchemaError) -> Bool? {
    guard let node = self[keyword] else { return nil }
    guard let bool = node.bool else {
      throw error(at: node, "expected a boolean, received \(node.summary)")
    }
    return bool
  }

  func number(_ keyword: String) throws(SchemaError) -> JSONNumber? {
    guard let node = self[keyword] else { return nil }
    guard let number = node.number else {
      throw error(at: node, "expected a number, received \(node.summary)")
    }
    return number
  }

  /// An integer from 0, however it is spelled; one that `Int` does not hold counts as its maximum.
  func count(_ keyword: String) throws(SchemaError) -> Int? {
    guard let node = self[keyword] else { return nil }
    guard let number = node.number, number.isInteger, !(number < 0) else {
      throw error(at: node, "expected an integer of at least 0, received \(node.summary)")
    }
    return number.int ?? .max
  }

  func strings(_ keyword: String) throws(SchemaError) -> [String]? {
    guard let node = self[keyword] else { return nil }
    guard keyword != "required" || node.bool == nil else {
      throw error(
        at: node,
        "expected an array of strings, received \(node.summary); "
          + "list the member in the `required` beside `properties`")
    }
    return try strings(of: node)
  }

  func strings(of node: JSONNode) throws(SchemaError) -> [String] {
    guard node.kind == .array else {
      throw error(at: node, "expected an array of strings, received \(node.summary)")
    }
    var strings: [String] = []
    for element in node.elements {
      guard let string = element.string else {
        throw error(at: element, "expected a string, received \(element.summary)")
      }
      guard !strings.contains(where: { $0.isSameText(as: string) }) else {
        throw error(at: element, "expected no string twice, received `\(string)` again")
      }
      strings.append(string)
    }
    return strings
  }

  /// The members of a keyword whose value must be an object.
  func members(_ keyword: String) throws(SchemaError) -> JSONMembers? {
    guard let node = self[keyword] else { return nil }
    guard node.kind == .object else {
      throw error(at: node, "expected an object, received \(node.summary)")
    }
    return node.members
  }

  /// The elements of a keyword whose value must be an array that is not empty.
  func elements(_ keyword: String) throws(SchemaError) -> JSONElements? {
    guard let node = self[keyword] else { return nil }
    guard node.kind == .array, node.count > 0 else {
      throw error(at: node, "expected an array of at least one schema, received \(node.summary)")
    }
    return node.elements
  }
}

// MARK: - Schemas of keywords

extension SchemaSource {
  func schema(
    _ keyword: String, _ compiler: inout SchemaCompiler
  ) throws(SchemaError) -> Int? {
    guard let node = self[keyword] else { return nil }
    guard keyword != "items" || node.kind != .array else {
      throw error(
        at: node,
        "expected a schema (an object or a boolean), received \(node.summary); "
          + "`prefixItems` takes a schema for each place")
    }
    return try compiler.number(of: node, in: resource)
  }

  func schemaList(
    _ keyword: String, _ compiler: inout SchemaCompiler
  ) throws(SchemaError) -> [Int]? {
    guard let elements = try elements(keyword) else { return nil }
    var numbers: [Int] = []
    for node in elements { numbers.append(try compiler.number(of: node, in: resource)) }
    return numbers
  }

  func schemaMap(
    _ keyword: String, _ compiler: inout SchemaCompiler
  ) throws(SchemaError) -> [(name: String, schema: Int)]? {
    guard let members = try members(keyword) else { return nil }
    var map: [(name: String, schema: Int)] = []
    for member in members {
      map.append((member.key, try compiler.number(of: member.value, in: resource)))
    }
    return map
  }
}
