import StrictJSON
import Wire

/// The schemas of a contract's files, merged so that `#/schemas/…` means the same in all of them.
///
/// A schema is compiled once, however often it stands in the contract and its vectors.
struct ContractSchemas: Sendable {
  /// An object whose only member `schemas` has every named schema.
  private let named: JSONDocument?
  /// What was compiled so far, by the schema's text.
  private let known = Locked<[[UInt8]: CompiledSchema]>([:])

  init(files: [ObjectReader]) {
    var schemas = JSONObject()
    for member in files.flatMap({ $0.map("schemas") }) { schemas[member.key] = member.value.value }
    let merged: JSON = ["schemas": .object(schemas)]
    named = try? JSONDocument(parsing: merged.serializedBytes())
  }

  /// A contract's named schema; nil, and complained of, when it cannot be compiled.
  func compile(named name: String, standing node: JSONNode, in file: FileReader) -> CompiledSchema?
  {
    SchemaSpelling.check(node, in: file)
    let place = JSONPointer(["schemas", name])
    guard let schema = named?.root.node(at: place) else { return nil }
    return compile(schema, at: place, standing: node, in: file)
  }

  /// A schema that stands anywhere in a contract's or vector's file.
  func compile(_ node: JSONNode, in file: FileReader) -> CompiledSchema? {
    let text = Array(node.sourceBytes)
    if let schema = known.withLock({ $0[text] }) { return schema }
    SchemaSpelling.check(node, in: file)
    // Its own copy of the text, so that the schema does not keep the file.
    guard let copy = try? JSONDocument(parsing: text),
      let schema = compile(copy.root, at: JSONPointer([]), standing: node, in: file)
    else { return nil }
    if file.isSound { known.withLock { $0[text] = schema } }
    return schema
  }

  /// A compiled pattern that finds text (ECMA-262); nil when the pattern is no such.
  func compile(pattern: String) -> CompiledSchema? {
    let schema: JSON = ["type": "string", "pattern": .string(pattern)]
    guard let document = try? JSONDocument(parsing: schema.serializedBytes()) else { return nil }
    return compile(document.root, in: FileReader(path: ""))
  }

  private func compile(
    _ schema: JSONNode, at pointer: JSONPointer, standing node: JSONNode, in file: FileReader
  ) -> CompiledSchema? {
    do throws(SchemaError) {
      return try CompiledSchema(compiling: schema, in: named?.root ?? schema)
    } catch {
      let isInside = error.pointer.tokens.starts(with: pointer.tokens)
      let inner = JSONPointer(Array(error.pointer.tokens.dropFirst(pointer.tokens.count)))
      guard isInside, let place = node.node(at: inner) else {
        // A mistake in another schema, which this one refers to, is said where this one stands.
        file.complain(
          "this JSON Schema refers to one that cannot be used: \(error.pointer): \(error.message)",
          at: node)
        return nil
      }
      complain(error, of: inner, at: place, in: file)
      return nil
    }
  }

  private func complain(
    _ error: SchemaError, of inner: JSONPointer, at place: JSONNode, in file: FileReader
  ) {
    guard inner.tokens.last == "$ref", let reference = place.string else {
      let part = inner.tokens.isEmpty ? "" : "\(inner): "
      return file.complain("this JSON Schema cannot be used: \(part)\(error.message)", at: place)
    }
    let names = named?.root["schemas"]?.members.map(\.key) ?? []
    let wanted = reference.split(separator: "/").last.map(String.init) ?? reference
    let hint =
      nearestName(to: wanted, in: names).map { "did you mean “#/schemas/\($0)”?" }
      ?? "refer to one as “#/schemas/NAME”; \(suggestion(for: wanted, among: names))"
    file.complain("“\(reference)” is no schema of this contract; \(hint)", at: place)
  }
}
