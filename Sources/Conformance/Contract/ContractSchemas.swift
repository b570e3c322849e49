import StrictJSON

/// The schemas of a contract's files, merged so that `#/schemas/…` means the same in all of them.
struct ContractSchemas: Sendable {
  private let named: JSON

  init(files: [ObjectReader]) {
    var schemas = JSONObject()
    for member in files.flatMap({ $0.map("schemas") }) { schemas[member.key] = member.value.value }
    named = .object(schemas)
  }

  /// A contract's named schema; nil, and complained of, when it cannot be compiled.
  func compile(named name: String, standing node: JSONNode, in file: FileReader) -> CompiledSchema?
  {
    let whole: JSON = ["schemas": named]
    return compile(whole, at: JSONPointer(["schemas", name]), standing: node, in: file)
  }

  /// A schema that stands anywhere in a contract's or vector's file.
  func compile(_ node: JSONNode, in file: FileReader) -> CompiledSchema? {
    let value = node.value
    let refers = value.serialized().contains("$ref")
    let whole: JSON = refers ? ["schemas": named, "inline": value] : ["inline": value]
    return compile(whole, at: JSONPointer(["inline"]), standing: node, in: file)
  }

  private func compile(
    _ whole: JSON, at pointer: JSONPointer, standing node: JSONNode, in file: FileReader
  ) -> CompiledSchema? {
    do {
      let merged = try JSONDocument(parsing: whole.serializedBytes())
      guard let schema = merged.root.node(at: pointer) else { return nil }
      return try CompiledSchema(compiling: schema, in: merged.root)
    } catch let error as SchemaError {
      let inner = JSONPointer(Array(error.pointer.tokens.dropFirst(pointer.tokens.count)))
      let place = node.node(at: inner) ?? node
      file.complain("this JSON Schema cannot be used: \(error.message)", at: place)
      return nil
    } catch {
      file.complain("this JSON Schema cannot be used: \(error)", at: node)
      return nil
    }
  }
}
