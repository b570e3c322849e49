import StrictJSON

/// `format` as an assertion.
struct FormatKeyword: SchemaKeyword {
  let format: StringFormat

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard let string = instance.string, !format.accepts(string) else { return true }
    return evaluation.report("format", at: instance, expected: format.phrase)
  }
}

// MARK: - Compiling

/// `format` where it is an annotation unless the caller asked otherwise.
func compileFormat(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  guard compiler.assertsFormats, !source.vocabularies.contains(.formatAssertion) else {
    _ = try source.string("format")
    return []
  }
  return try compileFormatAssertion(source, &compiler)
}

/// `format` as an assertion; a format that is not known stays an annotation.
func compileFormatAssertion(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  guard let name = try source.string("format") else { return [] }
  guard let format = StringFormat(rawValue: name) else {
    compiler.addUnknownFormat(name)
    return []
  }
  return [FormatKeyword(format: format)]
}
