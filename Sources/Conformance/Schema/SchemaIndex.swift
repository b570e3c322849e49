import StrictJSON

/// What the schemas of the documents at hand are called: URIs and anchors.
struct SchemaIndex {
  /// A schema with a URI of its own, or a document's root.
  struct Resource {
    var uri: URIReference
    var root: JSONNode
    var dialect: SchemaDialect
    var anchors: [ExactText: JSONNode] = [:]
    var dynamicAnchors: [ExactText: JSONNode] = [:]
  }

  let registry: SchemaRegistry
  private(set) var resources: [Resource] = []
  private var resourceByURI: [ExactText: Int] = [:]
  private var resourceByNode: [JSONNode.ID: Int] = [:]
  private var hasReadRegistry = false

  init(registry: SchemaRegistry) { self.registry = registry }
}

// MARK: - Looking up

extension SchemaIndex {
  /// The resource that a schema belongs to; nil for a value that no keyword makes a schema.
  func resource(of node: JSONNode) -> Int? { resourceByNode[node.id] }

  /// The resource of a URI, read from the registry if need be; nil when there is none.
  mutating func resource(at uri: URIReference) throws(SchemaError) -> Int? {
    let key = ExactText(uri.withoutFragment.text)
    if let known = resourceByURI[key] { return known }
    if let document = registry.document(at: uri.withoutFragment) {
      try add(document.root, at: uri.withoutFragment)
      return resourceByURI[key]
    }
    guard !hasReadRegistry else { return nil }
    hasReadRegistry = true
    for (uri, document) in registry.documents.sorted(by: { $0.key < $1.key })
    where resourceByURI[uri] == nil {
      addIfReadable(document.root, at: URIReference(uri.string))
    }
    return resourceByURI[key]
  }
}

// MARK: - Reading

extension SchemaIndex {
  /// Adds a document that nothing refers to by its own URI, unless it is none of this draft.
  private mutating func addIfReadable(_ root: JSONNode, at uri: URIReference) {
    var copy = self
    do throws(SchemaError) {
      try copy.add(root, at: uri)
      self = copy
    } catch {}
  }

  /// Adds a schema that is the root of a resource, and every schema inside it.
  mutating func add(_ root: JSONNode, at uri: URIReference) throws(SchemaError) {
    guard resourceByNode[root.id] == nil else {
      resourceByURI[ExactText(uri.text)] = resourceByNode[root.id]
      return
    }
    let number = addResource(root, at: uri, dialect: .standard)
    try read(root, in: number)
  }

  /// Adds a document whose root is no schema but holds some, under names of its own.
  mutating func addContainer(_ root: JSONNode, at uri: URIReference) throws(SchemaError) {
    guard resourceByNode[root.id] == nil else { return }
    let number = addResource(root, at: uri, dialect: .standard)
    let own = root["$id"]?.string.map { URIReference($0).resolved(against: uri) } ?? uri
    resources[number].uri = own.withoutFragment
    resourceByURI[ExactText(own.withoutFragment.text)] = number
  }

  /// Adds a value that becomes a schema because a reference leads to it.
  mutating func add(_ node: JSONNode, in resource: Int) throws(SchemaError) {
    guard resourceByNode[node.id] == nil else { return }
    try read(node, in: resource)
  }

  private mutating func addResource(
    _ root: JSONNode, at uri: URIReference, dialect: SchemaDialect
  ) -> Int {
    resources.append(Resource(uri: uri, root: root, dialect: dialect))
    resourceByURI[ExactText(uri.text)] = resources.count - 1
    resourceByNode[root.id] = resources.count - 1
    return resources.count - 1
  }

  private mutating func read(_ first: JSONNode, in resource: Int) throws(SchemaError) {
    var waiting = [(node: first, resource: resource)]
    while let (node, parent) = waiting.popLast() {
      let resource = try enter(node, in: parent)
      resourceByNode[node.id] = resource
      try readAnchors(of: node, in: resource)
      for child in node.subschemas where resourceByNode[child.id] == nil {
        waiting.append((child, resource))
      }
    }
  }

  /// The resource that a schema belongs to, which its `$id` may begin.
  private mutating func enter(_ node: JSONNode, in parent: Int) throws(SchemaError) -> Int {
    var number = parent
    if let id = node["$id"], let text = try string(id, in: parent) {
      let uri = URIReference(text).resolved(against: resources[parent].uri)
      if let fragment = uri.fragment, !fragment.isEmpty {
        throw error(at: id, in: parent, "expected a URI without fragment, received `\(text)`")
      }
      if node.id == resources[parent].root.id {
        resources[parent].uri = uri.withoutFragment
        resourceByURI[ExactText(uri.withoutFragment.text)] = parent
      } else {
        number = addResource(
          node, at: uri.withoutFragment, dialect: resources[parent].dialect)
      }
    }
    if node.id == resources[number].root.id, let dialect = node["$schema"] {
      resources[number].dialect = try readDialect(dialect, in: number)
    }
    return number
  }

  private mutating func readDialect(
    _ node: JSONNode, in resource: Int
  ) throws(SchemaError) -> SchemaDialect {
    guard let text = try string(node, in: resource) else { return .standard }
    let uri = URIReference(text).withoutFragment
    guard let metaschema = registry.document(at: uri) else {
      throw error(
        at: node, in: resource,
        "expected `https://json-schema.org/draft/2020-12/schema` or a metaschema of the registry, "
          + "received `\(text)`")
    }
    return try SchemaDialect(metaschema: metaschema.root, uri: uri.text)
  }

  private mutating func readAnchors(of node: JSONNode, in resource: Int) throws(SchemaError) {
    if let anchor = node["$anchor"], let name = try anchorName(anchor, in: resource) {
      resources[resource].anchors[name] = node
    }
    if let anchor = node["$dynamicAnchor"], let name = try anchorName(anchor, in: resource) {
      resources[resource].anchors[name] = node
      resources[resource].dynamicAnchors[name] = node
    }
  }

  private func anchorName(_ node: JSONNode, in resource: Int) throws(SchemaError) -> ExactText? {
    guard let name = try string(node, in: resource) else { return nil }
    let bytes = name.utf8
    guard let first = bytes.first, first.isLetter || first == UInt8(ascii: "_"),
      bytes.allSatisfy({ $0.isLetter || $0.isDigit || "-._".utf8.contains($0) })
    else {
      throw error(
        at: node, in: resource,
        "expected a letter or `_` and then letters, digits and `-._`, received `\(name)`")
    }
    return ExactText(name)
  }

  private func string(_ node: JSONNode, in resource: Int) throws(SchemaError) -> String? {
    guard let string = node.string else {
      throw error(at: node, in: resource, "expected a string, received \(node.summary)")
    }
    return string
  }

  func error(at node: JSONNode, in resource: Int, _ message: String) -> SchemaError {
    SchemaError(at: node, in: resources[resource].uri.text, message)
  }
}

// MARK: - Where schemas stand

extension JSONNode {
  private static let single: Set<String> = [
    "additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems", "contains",
    "propertyNames", "not", "if", "then", "else", "contentSchema",
  ]
  private static let lists: Set<String> = ["allOf", "anyOf", "oneOf", "prefixItems"]
  private static let maps: Set<String> = [
    "properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "dependencies",
  ]

  /// The schemas directly inside a schema, in the order of the text.
  var subschemas: [JSONNode] {
    members.flatMap { member -> [JSONNode] in
      let key = member.key
      if Self.single.contains(key) { return [member.value] }
      if Self.lists.contains(key) { return Array(member.value.elements) }
      if Self.maps.contains(key) { return member.value.members.map(\.value) }
      return []
    }
    .filter { $0.kind == .object || $0.kind == .bool }
  }
}
