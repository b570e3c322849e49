import StrictJSON

/// Reads the vectors of one file, tables expanded.
struct VectorLoader {
  let file: FileReader
  let contract: Contract

  private static let vectorKeys: Set<String> = [
    "id", "title", "clauses", "steps", "fresh", "table", "if",
  ]

  /// Every vector of the file, in its order.
  func vectors(_ root: ObjectReader) -> [Vector] {
    root.checkFormat()
    return root.array("vectors").flatMap(vectors)
  }

  private func vectors(_ node: JSONNode) -> [Vector] {
    guard let object = ObjectReader(node, as: "a vector", keys: Self.vectorKeys, in: file),
      let id = object.requiredString("id"), let title = object.requiredString("title"),
      object.required("clauses") != nil, object.required("steps") != nil
    else { return [] }
    let steps = StepReader(file: file, contract: contract).steps(object.array("steps"))
    if steps.isEmpty { file.complain("expected at least one step in a vector; add one", at: node) }
    let vector = Vector(
      id: id, title: title, contract: contract.id, clauses: object.strings("clauses"),
      feature: object.string("if"), fresh: fresh(object), row: [:], steps: steps,
      location: object.location)
    guard object["table"] != nil else { return [vector] }
    return object.array("table").compactMap { row($0, of: vector) }
  }

  private func fresh(_ object: ObjectReader) -> [(name: String, kind: FreshKind)] {
    object.map("fresh").compactMap { member in
      guard let kind = member.value.string.flatMap(FreshKind.init(rawValue:)) else {
        let known = FreshKind.allCases.map(\.rawValue).joined(separator: ", ")
        file.complain(
          "expected one of \(known), received \(member.value.value.serialized())", at: member.value)
        return nil
      }
      return (member.key, kind)
    }
  }

  private func row(_ node: JSONNode, of vector: Vector) -> Vector? {
    guard node.kind == .object, let id = node["id"]?.string else {
      file.complain("expected a table's row as an object with an “id”; add it", at: node)
      return nil
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
