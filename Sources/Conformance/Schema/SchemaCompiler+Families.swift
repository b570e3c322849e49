extension SchemaCompiler {
  /// Keywords that are read together, and the vocabulary that they belong to.
  struct Family {
    var vocabulary: SchemaVocabulary
    var compile: (SchemaSource, inout SchemaCompiler) throws(SchemaError) -> [any SchemaKeyword]
  }

  /// In the order of evaluation: what is cheap first, `unevaluated…` last.
  static var families: [Family] {
    [
      Family(vocabulary: .validation, compile: compileTypeKeywords),
      Family(vocabulary: .validation, compile: compileNumberKeywords),
      Family(vocabulary: .validation, compile: compileStringKeywords),
      Family(vocabulary: .formatAnnotation, compile: compileFormat),
      Family(vocabulary: .formatAssertion, compile: compileFormatAssertion),
      Family(vocabulary: .validation, compile: compileArraySizeKeywords),
      Family(vocabulary: .validation, compile: compileObjectSizeKeywords),
      Family(vocabulary: .core, compile: compileCoreAnnotations),
      Family(vocabulary: .metaData, compile: compileMetaData),
      Family(vocabulary: .core, compile: compileReferences),
      Family(vocabulary: .applicator, compile: compileMemberKeywords),
      Family(vocabulary: .applicator, compile: compileElementKeywords),
      Family(vocabulary: .applicator, compile: compileCombinations),
      Family(vocabulary: .applicator, compile: compileConditions),
      Family(vocabulary: .content, compile: compileContentKeywords),
      Family(vocabulary: .unevaluated, compile: compileUnevaluatedKeywords),
    ]
  }
}
