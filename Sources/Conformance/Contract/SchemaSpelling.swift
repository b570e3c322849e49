import StrictJSON

/// Finds names in schemas that are nearly those of keywords.
///
/// JSON Schema takes a name that it does not know for an annotation, so that `propertes` would
/// silently allow everything.
enum SchemaSpelling {
  /// The keywords of draft 2020-12 that are long enough to tell a slip from another word.
  private static let keywords: Set<String> = [
    "$anchor", "$comment", "$dynamicAnchor", "$dynamicRef", "$schema", "additionalProperties",
    "allOf", "anyOf", "const", "contains", "contentEncoding", "contentMediaType", "contentSchema",
    "default", "dependentRequired", "dependentSchemas", "deprecated", "description", "examples",
    "exclusiveMaximum", "exclusiveMinimum", "format", "items", "maxContains", "maxItems",
    "maxLength", "maxProperties", "maximum", "minContains", "minItems", "minLength",
    "minProperties", "minimum", "multipleOf", "oneOf", "pattern", "patternProperties",
    "prefixItems", "properties", "propertyNames", "readOnly", "required", "title",
    "unevaluatedItems", "unevaluatedProperties", "uniqueItems", "writeOnly",
  ]
  /// Shorter keywords, those of earlier drafts, and our own: right as they are.
  private static let others: Set<String> = [
    "$defs", "$id", "$ref", "$vocabulary", "clause", "definitions", "dependencies", "else", "enum",
    "if", "not", "then", "type",
  ]

  /// Complains of every such name in a schema and the schemas inside it.
  static func check(_ schema: JSONNode, in file: FileReader) {
    for member in schema.members {
      let name = member.key
      guard name.utf8.count >= 5, !keywords.contains(name), !others.contains(name),
        let keyword = nearestName(to: name, in: keywords.sorted())
      else { continue }
      file.complain(
        "“\(name)” is no keyword of JSON Schema; did you mean “\(keyword)”?",
        at: member.keyPosition)
    }
    for part in schema.subschemas { check(part, in: file) }
  }
}
