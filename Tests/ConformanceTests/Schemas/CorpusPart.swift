import StrictJSON

/// A small file that holds one part of the corpus, and is changed there.
struct CorpusPart: Sendable {
  var file: JSON
  var focus: JSONPointer

  /// Every change at the focus and inside it.
  var mutations: [Mutation] {
    file.value(at: focus).map { Mutation.all(of: $0, at: focus) } ?? []
  }
}

extension Format {
  /// The corpus in parts, so that a change is not read again with all the rest.
  func parts() throws -> [CorpusPart] {
    let whole = try JSON(parsing: text).object ?? [:]
    switch self {
    case .vectors: return Self.steps(of: whole)
    case .contract: return Self.members(of: whole, beside: ["format", "id", "title", "revision"])
    default:
      return Self.members(of: whole, beside: ["format", "name", "contract", "roles", "known"])
    }
  }

  /// A file for each member that is not of the frame, and each element of a list.
  private static func members(of whole: JSONObject, beside frame: [String]) -> [CorpusPart] {
    let frame = JSONObject(whole.filter { frame.contains($0.key) })
    var parts = [CorpusPart(file: .object(frame), focus: "")]
    for (key, value) in whole where frame[key] == nil {
      for value in value.array.map({ $0.map { JSON.array([$0]) } }) ?? [value] {
        var file = frame
        file["schemas"] = whole["schemas"]
        file[key] = value
        parts.append(CorpusPart(file: .object(file), focus: JSONPointer([key])))
      }
    }
    return parts
  }

  /// A file for each step, one for the vector around them and one for what is around that.
  private static func steps(of whole: JSONObject) -> [CorpusPart] {
    guard let vector = whole["vectors"]?[0]?.object, let steps = vector["steps"]?.array else {
      return []
    }
    var outer = whole
    outer["vectors"] = .array([
      .object(with(steps[5], in: vector, keys: ["id", "title", "clauses"]))
    ])
    var parts = [CorpusPart(file: .object(outer), focus: "")]
    var frame = outer
    frame["routes"] = nil
    frame["contexts"] = nil
    frame["vectors"] = .array([.object(with(steps[5], in: vector, keys: vector.keys))])
    parts.append(CorpusPart(file: .object(frame), focus: "/vectors/0"))
    for step in steps {
      var file = step["serve"] == nil ? frame : outer
      file["vectors"] = .array([.object(with(step, in: vector, keys: ["id", "title", "clauses"]))])
      parts.append(CorpusPart(file: .object(file), focus: "/vectors/0/steps/0"))
    }
    return parts
  }

  private static func with(_ step: JSON, in vector: JSONObject, keys: [String]) -> JSONObject {
    var copy = JSONObject(vector.filter { keys.contains($0.key) })
    copy["steps"] = .array([step])
    return copy
  }
}
