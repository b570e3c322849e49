import StrictJSON

/// Turns schemas into a program: each schema is compiled once, references become numbers.
struct SchemaCompiler {
  private(set) var index: SchemaIndex
  let assertsFormats: Bool
  private(set) var program = SchemaProgram()
  private var numbers: [JSONNode.ID: Int] = [:]
  /// Schemas that have a number and are not compiled yet.
  private var waiting: [Int] = []
  /// The names that `$dynamicRef`s ask for.
  private var dynamicNames: Set<ExactText> = []

  init(index: SchemaIndex, assertsFormats: Bool) {
    self.index = index
    self.assertsFormats = assertsFormats
  }

  /// Compiles a schema and all that it reaches; it gets number 0.
  mutating func compile(_ node: JSONNode, in resource: Int) throws(SchemaError) -> SchemaProgram {
    _ = try number(of: node, in: resource)
    repeat {
      while let next = waiting.popLast() { try compile(next) }
      try compileDynamicAnchors()
    } while !waiting.isEmpty
    program.resources = try resources()
    return program
  }

  /// The number of a schema, which is compiled later if it was not.
  mutating func number(of node: JSONNode, in resource: Int) throws(SchemaError) -> Int {
    if let known = numbers[node.id] { return known }
    guard node.kind == .object || node.kind == .bool else {
      throw index.error(
        at: node, in: resource,
        "expected a schema (an object or a boolean), received \(node.summary)"
      )
    }
    try index.add(node, in: resource)
    let number = program.schemas.count
    let own = index.resource(of: node) ?? resource
    program.schemas.append(SchemaNode(source: node, resource: own, verdict: node.bool))
    numbers[node.id] = number
    waiting.append(number)
    return number
  }

  private mutating func compile(_ number: Int) throws(SchemaError) {
    let node = program.schemas[number]
    guard node.verdict == nil else { return }
    let resource = index.resources[node.resource]
    let source = SchemaSource(
      node: node.source, resource: node.resource, document: resource.uri.text,
      vocabularies: resource.dialect.vocabularies)
    program.schemas[number].clause = source["clause"]?.string
    program.schemas[number].tracksChildren =
      source["unevaluatedProperties"] != nil || source["unevaluatedItems"] != nil
    for family in Self.families where source.vocabularies.contains(family.vocabulary) {
      for keyword in try family.compile(source, &self) {
        if let reference = keyword as? ReferenceKeyword {
          program.schemas[number].reference = reference.schema
        }
        program.schemas[number].keywords.append(keyword)
      }
    }
    for child in source.definitions { _ = try self.number(of: child, in: node.resource) }
  }
}

// MARK: - References

extension SchemaCompiler {
  /// The schema that a reference leads to.
  mutating func target(
    of reference: JSONNode, in resource: Int
  ) throws(SchemaError) -> (node: JSONNode, resource: Int, isDynamic: ExactText?) {
    let text = reference.string ?? ""
    let uri = URIReference(text).resolved(against: index.resources[resource].uri)
    guard let found = try index.resource(at: uri) else {
      throw index.error(
        at: reference, in: resource,
        "expected a reference to a schema of this document or of the registry, received `\(text)`, "
          + "which is neither")
    }
    guard let fragment = uri.fragment?.percentDecoded, !fragment.isEmpty else {
      return (index.resources[found].root, found, nil)
    }
    if fragment.utf8.first == UInt8(ascii: "/") {
      guard let (node, owner) = try node(at: fragment, in: found) else {
        throw index.error(
          at: reference, in: resource,
          "expected a place that exists in the document, received `\(text)`")
      }
      return (node, owner, nil)
    }
    let name = ExactText(fragment)
    guard let node = index.resources[found].anchors[name] else {
      throw index.error(
        at: reference, in: resource,
        "expected an anchor that the schema declares, received `\(text)`")
    }
    let isDynamic = index.resources[found].dynamicAnchors[name] != nil
    return (node, found, isDynamic ? name : nil)
  }

  private mutating func node(
    at fragment: String, in resource: Int
  ) throws(SchemaError) -> (JSONNode, Int)? {
    guard let pointer = try? JSONPointer(parsing: fragment) else { return nil }
    var node = index.resources[resource].root
    var owner = resource
    for token in pointer.tokens {
      guard let next = node.node(at: JSONPointer([token])) else { return nil }
      node = next
      owner = index.resource(of: node) ?? owner
    }
    return (node, owner)
  }

  /// Notes that a `$dynamicRef` may mean any anchor of a name.
  mutating func addDynamicName(_ name: ExactText) {
    dynamicNames.insert(name)
    program.isDynamic = true
  }

  /// Notes a format that is asserted and not known.
  mutating func addUnknownFormat(_ name: String) { program.unknownFormats.insert(name) }

  private mutating func compileDynamicAnchors() throws(SchemaError) {
    for (resource, _, node) in dynamicAnchors() {
      _ = try number(of: node, in: resource)
    }
  }

  private func dynamicAnchors() -> [(Int, ExactText, JSONNode)] {
    let used = Set(program.schemas.map(\.resource))
    return used.sorted().flatMap { resource in
      dynamicNames.sorted().compactMap { name in
        index.resources[resource].dynamicAnchors[name].map { (resource, name, $0) }
      }
    }
  }

  private func resources() throws(SchemaError) -> [SchemaProgram.Resource] {
    var resources = index.resources.map {
      SchemaProgram.Resource(uri: $0.uri.text, root: $0.root)
    }
    for (resource, name, node) in dynamicAnchors() {
      resources[resource].dynamicAnchors[name] = numbers[node.id]
    }
    return resources
  }
}
