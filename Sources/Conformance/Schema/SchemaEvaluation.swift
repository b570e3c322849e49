import StrictJSON

/// One validation while it runs.
struct SchemaEvaluation {
  let program: Shared<SchemaProgram>
  var detail: Detail
  var violations: [SchemaViolation] = []
  /// What stopped the evaluation before it came to a verdict.
  var interruption: SchemaViolation?
  /// The children of the value at hand that were evaluated; nil when no keyword asks.
  var children: EvaluatedChildren?
  /// The resources entered, outermost first, without repetitions in a row.
  private(set) var scope: [Int] = []
  /// The references followed at the value at hand, and at those that hold it.
  private var followed: [Reference] = []
  private var depth = 0
  private var allowedDepth = shallowDepth
  private let isDeep: Bool
  /// Whether the allowed depth was reached, which says nothing of the value.
  private var isOutOfStack = false
  /// The schemas applied so far that are annotated with a clause.
  private var visited: [Int] = []
  /// The value that validation began with.
  let root: JSONNode
  private let limit: Int
  private var steps = 0
  /// The verdicts of references that were followed, once there were many steps.
  private var known: [Reference: Bool] = [:]
  /// The nearest schema with a clause on the way to the schema at hand, or that itself.
  private var annotated: Int?
  /// Where the value at hand stands; kept only when violations are collected.
  private(set) var instancePath: [String] = []
  /// The way to the schema at hand; kept only when violations are collected.
  private(set) var keywordPath: [KeywordStep] = []
  /// The schema at hand.
  private(set) var current = Frame(schema: 0)

  /// What is written down.
  enum Detail {
    /// Nothing: only the verdict counts.
    case verdict
    /// The clauses that schemas applied on the way to a verdict are annotated with.
    case clauses
    /// What is broken, but not why the branches of `anyOf` and `oneOf` refuse a value.
    case places
    /// What is broken, and why the branch that got furthest refuses a value.
    case causes
  }

  /// A schema that a reference led to, and the value that it was applied to.
  private struct Reference: Hashable {
    var schema: Int
    var instance: JSONNode.ID
  }

  /// A schema and what its keywords said so far.
  struct Frame {
    var schema: Int
    /// Whether a keyword refused the value.
    var isRefused = false
    /// Whether one that applies schemas to the value itself did, so that it is not known which
    /// children those would have evaluated.
    var isRefusedInPlace = false
  }

  /// Schemas inside one another, references included.
  private let depthLimit: Int
  /// The bytes of stack for each.
  private static let stackPerSchema = 16 << 10
  /// As deep as an evaluation goes on the stack of whoever asks for it.
  private static let shallowDepth = 128

  /// Steps before verdicts are remembered, if ever.
  private let patience: Int

  /// Begins an evaluation that gives up after ten million steps and a hundred for each value.
  ///
  /// A value of more arrays and objects inside one another than is usual gets a stack of its own
  /// from the start, since copying and comparing it needs one, too.
  init(_ program: Shared<SchemaProgram>, on instance: JSONNode, depth: Int = 0, detail: Detail) {
    self.program = program
    self.detail = detail
    root = instance
    isDeep = depth > JSONLimits.standard.depth
    depthLimit = isDeep ? 4096 + 3 * depth : 4096
    limit = 10_000_000 + 100 * instance.valueCount
    patience = program.value.isDynamic ? .max : 100_000 + 16 * instance.valueCount
  }

  /// Whether violations are written down.
  var collects: Bool { detail == .places || detail == .causes }

  /// The nearest clause on the way to the schema at hand.
  var clause: String? { annotated.flatMap { program.value.schemas[$0].clause } }

  /// The clauses that schemas applied so far are annotated with, in order.
  var visitedClauses: [String] { visited.compactMap { program.value.schemas[$0].clause } }
}

/// The part of a schema that a keyword applies: `properties` and a name, `allOf` and an index.
struct KeywordStep {
  var keyword: String
  var name: String?
  var index: Int?

  init(_ keyword: String) { self.keyword = keyword }

  init(_ keyword: String, name: String) {
    self.keyword = keyword
    self.name = name
  }

  init(_ keyword: String, index: Int) {
    self.keyword = keyword
    self.index = index
  }

  var tokens: [String] { [keyword] + (name.map { [$0] } ?? index.map { [String($0)] } ?? []) }
}

// MARK: - References

extension SchemaEvaluation {
  /// Applies a schema that a reference leads to, unless it leads back without any progress.
  mutating func follow(_ keyword: String, to schema: Int, on instance: JSONNode) -> Bool {
    let reference = Reference(schema: schema, instance: instance.id)
    guard !isOpen(reference) else {
      return interrupt(
        keyword, instance, expected: "a reference to a schema that comes to an end",
        received: "one that leads back to itself at the same value")
    }
    let isRemembered = steps > patience && detail == .verdict && children == nil
    if isRemembered, let verdict = known[reference] { return verdict }
    followed.append(reference)
    let verdict = apply(schema, to: instance, by: KeywordStep(keyword))
    followed.removeLast()
    if isRemembered && interruption == nil { known[reference] = verdict }
    return verdict
  }

  /// Whether a reference is being followed already.
  private func isOpen(_ reference: Reference) -> Bool {
    var index = followed.count - 1
    while index >= 0, followed[index].instance == reference.instance {
      if followed[index].schema == reference.schema { return true }
      index -= 1
    }
    return false
  }

  /// The schema of a dynamic anchor in the outermost resource that has it.
  func dynamicTarget(_ name: ExactText) -> Int? {
    for resource in scope {
      if let schema = program.value.resources[resource].dynamicAnchors[name] { return schema }
    }
    return nil
  }
}

// MARK: - Applying schemas

extension SchemaEvaluation {
  /// Applies the schema that validation begins with.
  ///
  /// An evaluation that goes deeper than most begins again on a stack of its own.
  mutating func start(_ schema: Int, on instance: JSONNode) -> Bool {
    var deep = self
    if !isDeep {
      let isAccepted = run(schema, on: instance)
      guard isOutOfStack else { return isAccepted && interruption == nil }
    }
    deep.allowedDepth = depthLimit
    let stack = depthLimit * Self.stackPerSchema
    let isAcceptedDeeply = withDeepStack(of: stack, &deep) { $0.run(schema, on: instance) }
    self = deep
    guard let isAcceptedDeeply else {
      return interrupt(nil, instance, expected: "memory for a stack", received: "none")
    }
    return isAcceptedDeeply && interruption == nil
  }

  /// Applies a schema to the value at hand; what it evaluates counts if it accepts.
  mutating func apply(
    _ schema: Int, to instance: JSONNode, by step: @autoclosure () -> KeywordStep
  ) -> Bool {
    guard let outer = children else { return stepping(schema, on: instance, by: step()) }
    children = EvaluatedChildren()
    let isAccepted = stepping(schema, on: instance, by: step())
    var merged = outer
    if isAccepted, let children { merged.merge(children) }
    children = merged
    return isAccepted
  }

  /// Applies a schema to a child of the value at hand.
  mutating func apply(
    _ schema: Int, toChild child: JSONNode, at token: @autoclosure () -> String,
    by step: @autoclosure () -> KeywordStep
  ) -> Bool {
    let outer = children
    children = nil
    if collects { instancePath.append(token()) }
    let isAccepted = stepping(schema, on: child, by: step())
    if collects { instancePath.removeLast() }
    children = outer
    return isAccepted
  }

  /// Applies a schema without writing down what it finds.
  mutating func test(
    _ schema: Int, on instance: JSONNode, by step: @autoclosure () -> KeywordStep
  ) -> Bool {
    let outer = detail
    detail = .verdict
    defer { detail = outer }
    return apply(schema, to: instance, by: step())
  }

  private mutating func stepping(
    _ schema: Int, on instance: JSONNode, by step: @autoclosure () -> KeywordStep
  ) -> Bool {
    guard collects else { return run(schema, on: instance) }
    keywordPath.append(step())
    defer { keywordPath.removeLast() }
    return run(schema, on: instance)
  }

  private mutating func run(_ schema: Int, on instance: JSONNode) -> Bool {
    guard interruption == nil, !isOutOfStack else { return false }
    depth += 1
    steps += 1
    defer { depth -= 1 }
    guard depth <= allowedDepth else {
      guard allowedDepth == depthLimit else {
        isOutOfStack = true
        return false
      }
      return interrupt(
        nil, instance, expected: "at most \(depthLimit) schemas inside one another",
        received: "one more")
    }
    guard steps <= limit else {
      return interrupt(
        nil, instance, expected: "a verdict within the limit of steps", received: "none so far")
    }
    return evaluate(schema, on: instance)
  }

  private mutating func evaluate(_ schema: Int, on instance: JSONNode) -> Bool {
    if let verdict = program.value.schemas[schema].verdict {
      if !verdict { reportForbidden(instance, by: schema) }
      return verdict
    }
    let outer = annotated
    if program.value.schemas[schema].clause != nil {
      annotated = schema
      if detail != .verdict, visited.last != schema { visited.append(schema) }
    }
    let resource = program.value.schemas[schema].resource
    let isEntering = scope.last != resource
    if isEntering { scope.append(resource) }
    let isTracking = children == nil && program.value.schemas[schema].tracksChildren
    if isTracking { children = EvaluatedChildren() }
    defer {
      if isTracking { children = nil }
      if isEntering { scope.removeLast() }
      annotated = outer
    }
    return evaluateKeywords(of: schema, on: instance)
  }

  private mutating func evaluateKeywords(of schema: Int, on instance: JSONNode) -> Bool {
    let outer = current
    current = Frame(schema: schema)
    defer { current = outer }
    let program = program
    for keyword in program.value.schemas[schema].keywords {
      guard !keyword.evaluate(instance, &self) else { continue }
      current.isRefused = true
      if keyword is any InPlaceApplicator { current.isRefusedInPlace = true }
      guard collects else { return false }
    }
    return !current.isRefused
  }
}
