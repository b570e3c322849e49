import Conformance
import StrictJSON

/// What a value, both written as text, breaks of a schema.
func violations(
  _ schema: String, _ value: String, assertFormats: Bool = false,
  registry: [String: String] = [:]
) throws -> [SchemaViolation] {
  var documents = SchemaRegistry()
  for (uri, text) in registry { documents.add(try JSONDocument(parsing: text), at: uri) }
  let schema = try CompiledSchema(
    compiling: try JSONDocument(parsing: schema).root, registry: documents,
    assertFormats: assertFormats)
  let root = try JSONDocument(parsing: value).root
  let violations = schema.validate(root)
  precondition(schema.isValid(root) == violations.isEmpty)
  return violations
}
