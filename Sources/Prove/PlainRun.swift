import Conformance
import Wire

/// The run of the plain reference, and which rules each vector of it asked for.
struct PlainRun: Sendable {
  /// What was found out.
  let result: RunResult
  /// The rules that were asked for; nil when that is not known.
  let reach: RuleReach?

  /// Performs the vectors that may go otherwise with some rules changed, and gives the others the
  /// results that they have here.
  ///
  /// - Parameters:
  ///   - rules: The changed rules; nil when they are not known.
  ///   - sparing: Counts the vectors that were not performed, and all.
  ///   - perform: Performs vectors, all when it is given nil.
  /// - Returns: The result on all vectors.
  /// - Throws: What `perform` throws.
  func completing(
    _ rules: Set<String>?, _ sparing: Locked<Share>,
    _ perform: ([Vector]?) async throws -> RunResult
  ) async throws -> RunResult {
    let all = result.vectors.filter { $0.verdict != .notApplicable }
    let near = all.filter { $0.verdict != .passed || mayReach(rules, from: $0.vector.id) }
    sparing.withLock { sparing in
      sparing.part += all.count - near.count
      sparing.whole += all.count
    }
    if near.count == all.count { return try await perform(nil) }
    if near.isEmpty { return result }
    return RunResult(joining: [try await perform(near.map(\.vector)), result])
  }

  private func mayReach(_ rules: Set<String>?, from vector: String) -> Bool {
    reach?.mayReach(rules, from: vector) ?? true
  }
}
