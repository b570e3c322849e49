import StrictJSON

/// Keywords of the core that hold no schemas are checked for being understandable.
func compileCoreAnnotations(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  _ = try source.string("$comment")
  _ = try source.members("$vocabulary")
  _ = try source.members("$defs")
  return []
}

/// Keywords that describe a value and refuse nothing are checked for being understandable.
func compileMetaData(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  for keyword in ["title", "description"] { _ = try source.string(keyword) }
  for keyword in ["deprecated", "readOnly", "writeOnly"] { _ = try source.bool(keyword) }
  if let node = source["examples"], node.kind != .array {
    throw source.error(at: node, "expected an array of values, received \(node.summary)")
  }
  return []
}
