import StrictJSON

extension Contract {
  /// A compiled pattern that finds text (ECMA-262); nil when the pattern is no such.
  func pattern(_ pattern: String) -> CompiledSchema? {
    let schema: JSON = ["type": "string", "pattern": .string(pattern)]
    guard let document = try? JSONDocument(parsing: schema.serializedBytes()) else { return nil }
    return try? CompiledSchema(compiling: document.root)
  }
}
