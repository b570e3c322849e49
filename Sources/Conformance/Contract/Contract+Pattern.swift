extension Contract {
  /// A compiled pattern that finds text (ECMA-262); nil when the pattern is no such.
  func pattern(_ pattern: String) -> CompiledSchema? {
    schemaSource.compile(pattern: pattern)
  }
}
