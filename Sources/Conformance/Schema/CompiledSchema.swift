public import StrictJSON

/// A JSON Schema of draft 2020-12, compiled once, ready to validate values.
///
/// All vocabularies of the draft are there. `format` is an annotation unless asked otherwise or a
/// metaschema asserts it; as an assertion it judges the formats of ``knownFormats``, and others
/// stay annotations. `pattern` means ECMA-262 with the `u` flag. Content keywords are annotations.
public struct CompiledSchema: Sendable {
  private let program: Shared<SchemaProgram>

  /// Compiles a schema that is a resource of its own: `#` in its references means the schema.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - baseURI: What its `$id` and references are relative to.
  ///   - registry: The documents that references may lead to besides the schema itself.
  ///   - assertFormats: Whether a string of a wrong format is refused.
  /// - Throws: The first place that cannot be understood.
  public init(
    compiling schema: JSONNode, baseURI: String = "", registry: SchemaRegistry = .init(),
    assertFormats: Bool = false
  ) throws(SchemaError) {
    var index = SchemaIndex(registry: registry)
    try index.add(schema, at: URIReference(baseURI).withoutFragment)
    var compiler = SchemaCompiler(index: index, assertsFormats: assertFormats)
    program = Shared(try compiler.compile(schema, in: 0))
    try program.value.refuseCircles()
  }

  /// Compiles a schema inside a document that need not be one: `#` means the document's root.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - root: The root of the document; its `$id` is the document's URI if it has one.
  ///   - baseURI: What that `$id` and the references are relative to.
  ///   - registry: The documents that references may lead to besides this one.
  ///   - assertFormats: Whether a string of a wrong format is refused.
  /// - Throws: The first place that cannot be understood.
  public init(
    compiling schema: JSONNode, in root: JSONNode, baseURI: String = "",
    registry: SchemaRegistry = .init(), assertFormats: Bool = false
  ) throws(SchemaError) {
    var index = SchemaIndex(registry: registry)
    try index.addContainer(root, at: URIReference(baseURI).withoutFragment)
    var compiler = SchemaCompiler(index: index, assertsFormats: assertFormats)
    program = Shared(try compiler.compile(schema, in: 0))
    try program.value.refuseCircles()
  }

  /// The formats that are judged when formats are asserted.
  public static var knownFormats: [String] { StringFormat.allCases.map(\.rawValue).sorted() }
}

extension CompiledSchema {
  /// The formats of the schema that were to be asserted but stay annotations, in order.
  public var formatsNotJudged: [String] { program.value.unknownFormats.sorted() }
}

// MARK: - Validation

extension CompiledSchema {
  /// Whether a value satisfies the schema.
  ///
  /// - Parameter instance: The value.
  /// - Returns: False also when the limits of depth and steps end the evaluation.
  public func isValid(_ instance: JSONNode) -> Bool {
    var evaluation = SchemaEvaluation(program, on: instance, detail: .verdict)
    return evaluation.start(0, on: instance)
  }

  /// What a value breaks.
  ///
  /// - Parameter instance: The value.
  /// - Returns: In the order of the value's text, then of the schema; none when it is valid. An
  ///   evaluation that a limit ends without a verdict has one violation, which says so.
  public func validate(_ instance: JSONNode) -> [SchemaViolation] {
    isValid(instance) ? [] : broken(by: instance).violations
  }

  /// What a document breaks, which may be deeper than the standard limit.
  func validate(_ document: JSONDocument) -> [SchemaViolation] {
    let (root, depth) = (document.root, document.depth)
    var evaluation = SchemaEvaluation(program, on: root, depth: depth, detail: .verdict)
    return evaluation.start(0, on: root) ? [] : broken(by: root, depth: depth).violations
  }

  /// What a value breaks, and the clauses that were looked at.
  ///
  /// - Parameters:
  ///   - instance: The value.
  ///   - depth: The arrays and objects inside one another in it, where more than is usual.
  /// - Returns: The violations as `validate` gives them; and the `clause` annotations of every part
  ///   of the schema that was applied, broken or not.
  func judge(
    _ instance: JSONNode, depth: Int = 0
  ) -> (violations: [SchemaViolation], clauses: [String]) {
    var evaluation = SchemaEvaluation(program, on: instance, depth: depth, detail: .clauses)
    if evaluation.start(0, on: instance) { return ([], evaluation.visitedClauses) }
    return broken(by: instance, depth: depth)
  }

  /// What a value that is not valid breaks, and the clauses that were looked at.
  private func broken(
    by instance: JSONNode, depth: Int = 0
  ) -> (violations: [SchemaViolation], clauses: [String]) {
    var evaluation = SchemaEvaluation(program, on: instance, depth: depth, detail: .causes)
    _ = evaluation.start(0, on: instance)
    if let interruption = evaluation.interruption {
      return ([interruption], evaluation.visitedClauses)
    }
    let violations = evaluation.violations.enumerated()
      .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
    return (violations, evaluation.visitedClauses)
  }
}
