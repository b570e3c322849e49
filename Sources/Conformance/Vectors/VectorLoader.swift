import StrictJSON

/// Reads the vectors of one file, tables expanded.
struct VectorLoader {
  let file: FileReader
  let contract: Contract
  private let steps: StepReader

  init(file: FileReader, contract: Contract, root: ObjectReader) {
    self.file = file
    self.contract = contract
    steps = StepReader(file: file, contract: contract, root: root)
  }

  private static let vectorKeys: Set<String> = [
    "id", "title", "clauses", "steps", "fresh", "table", "if", "since", "longerThan",
  ]

  /// Every vector of the file, in its order.
  func vectors(_ root: ObjectReader) -> [Vector] {
    root.checkFormat()
    steps.readRoutes()
    return root.requiredArray("vectors").flatMap(vectors)
  }

  private func vectors(_ node: JSONNode) -> [Vector] {
    guard let object = ObjectReader(node, as: "a vector", keys: Self.vectorKeys, in: file),
      let id = object.requiredString("id"), let title = object.requiredString("title")
    else { return [] }
    let steps = steps.steps(object.requiredArray("steps"))
    var vector = Vector(
      id: id, title: title, contract: contract.id, clauses: clauses(object),
      feature: feature(object), fresh: fresh(object), row: [:], steps: steps,
      location: object.location)
    vector.since = object.string("since") ?? contract.revision
    vector.longerThan = spans(object)
    guard object["table"] != nil else { return [vector] }
    return object.requiredArray("table").compactMap { row($0, of: vector) }
  }

  private func clauses(_ object: ObjectReader) -> [String] {
    object.requiredArray("clauses").compactMap { node in
      guard let id = node.string else {
        file.complain("expected a clause's id as a string, received \(node.summary)", at: node)
        return nil
      }
      return file.clause(id, of: contract, at: node)
    }
  }

  private func feature(_ object: ObjectReader) -> String? {
    guard let feature = object.string("if"), let node = object["if"] else { return nil }
    if contract.features[feature] == nil {
      let hint = suggestion(for: feature, among: contract.features.keys)
      file.complain("“\(feature)” is no feature of \(contract.id); \(hint)", at: node)
    }
    return feature
  }

  /// The parameters that must be longer than something, which is one span or the sum of several.
  private func spans(_ object: ObjectReader) -> [SpanNeed] {
    object.map("longerThan").map { member in
      if contract.parameters[member.key] == nil {
        let hint = suggestion(for: member.key, among: contract.parameters.keys)
        file.complain(
          "“\(member.key)” is no parameter of \(contract.id); \(hint)", at: member.keyPosition)
      }
      let nodes = member.value.kind == .array ? Array(member.value.elements) : [member.value]
      if nodes.isEmpty {
        file.complain("expected a duration or several, received none", at: member.value)
      }
      return SpanNeed(parameter: member.key, than: nodes.compactMap(span))
    }
  }

  private func span(_ node: JSONNode) -> Template? {
    let template = node.string.map { Template($0) }
    let unknown = template?.references.first { contract.parameters[$0] == nil }
    if let unknown {
      let hint = suggestion(for: unknown, among: contract.parameters.keys)
      file.complain("“\(unknown)” is no parameter of \(contract.id); \(hint)", at: node)
    }
    if let template, template.constant.map({ TimeSpan(iso8601: $0) != nil }) ?? true {
      return template
    }
    file.complain(
      "expected a duration (ISO 8601) such as PT2M, received \(node.summary)", at: node)
    return nil
  }

  private func fresh(_ object: ObjectReader) -> [(name: String, kind: FreshKind)] {
    object.map("fresh").compactMap { member in
      guard let kind = member.value.string.flatMap(FreshKind.init(rawValue:)) else {
        let known = FreshKind.allCases.map(\.rawValue)
        let meant = member.value.string.flatMap { nearestName(to: $0, in: known) }
        file.complain(
          """
          expected one of \(known.joined(separator: ", ")), received \(member.value.summary)\
          \(meant.map { "; did you mean “\($0)”?" } ?? "")
          """,
          at: member.value)
        return nil
      }
      return (member.key, kind)
    }
  }

  private func row(_ node: JSONNode, of vector: Vector) -> Vector? {
    guard node.kind == .object, let id = node["id"]?.string else {
      file.complain(
        "expected a table's row as an object with a string “id”, received \(node.summary)", at: node
      )
      return nil
    }
    if let title = node["title"], title.string == nil {
      file.complain("expected “title” as a string, received \(title.summary)", at: title)
    }
    var copy = vector
    copy.id = "\(vector.id)/\(id)"
    copy.location = file.location(of: node)
    for member in node.members where member.key != "id" {
      copy.row[member.key] = member.value.value
    }
    if let title = node["title"]?.string { copy.title = "\(vector.title): \(title)" }
    return copy
  }
}
