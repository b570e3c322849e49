import StrictJSON

/// `contentEncoding`, `contentMediaType` and `contentSchema` are annotations: they are checked for
/// being understandable and refuse nothing.
func compileContentKeywords(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  _ = try source.string("contentEncoding")
  _ = try source.string("contentMediaType")
  _ = try source.schema("contentSchema", &compiler)
  return []
}
