package import Conformance
package import StrictJSON

/// What each known fault makes the vectors find: what a failing run is compared with.
package struct Signatures: Sendable {
  /// By contract and role, then by fault: the digest of each vector's findings.
  private var references: [String: [String: [String: String]]]

  /// The signatures that are built in.
  package static var embedded: Signatures {
    let text = embeddedFiles.first { $0.path.utf8.elementsEqual("signatures.json".utf8) }?.text
    let value = text.flatMap { try? JSON(parsing: String(describing: $0)) }
    return Signatures(value ?? .null)
  }

  /// Takes the signatures out of a proof.
  package init(_ proofs: [RoleProof]) {
    references = [:]
    for proof in proofs {
      let faults = proof.faults.filter { !$0.signature.isEmpty }.map { ($0.name, $0.signature) }
      references["\(proof.contract) \(proof.role.rawValue)"] = Dictionary(
        faults, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Reads the file's form.
  package init(_ json: JSON) {
    references = [:]
    for (name, faults) in json["references"]?.object?.members ?? [] {
      for (fault, vectors) in faults.object?.members ?? [] {
        let digests = (vectors.object?.members ?? []).map { ($0.key, $0.value.string ?? "") }
        references[name, default: [:]][fault] = Dictionary(
          digests, uniquingKeysWith: { first, _ in first })
      }
    }
  }

  /// The file's form, everything in byte order.
  package var json: JSON {
    func object<Value>(_ values: [String: Value], _ form: (Value) -> JSON) -> JSON {
      let sorted = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      return .object(JSONObject(sorted.map { ($0.key, form($0.value)) }))
    }
    return [
      "format": 1,
      "references": object(references) { object($0) { object($0) { .string($0) } } },
    ]
  }

  /// Those of this set, with another's in place of its own where that has the same reference.
  package func merging(_ other: Signatures) -> Signatures {
    var copy = self
    copy.references.merge(other.references) { $1 }
    return copy
  }

  /// Says of every failed vector which known faults give the same findings on it.
  ///
  /// Of several such faults those are named whose findings on the whole run are nearest, at most
  /// three.
  package func annotate(_ result: inout RunResult) {
    for subject in result.subjects {
      for role in subject.roles {
        guard let faults = references["\(subject.contract) \(role.rawValue)"] else { continue }
        annotate(&result, subject.contract, faults)
      }
    }
  }

  private func annotate(
    _ result: inout RunResult, _ contract: String, _ faults: [String: [String: String]]
  ) {
    let seen = result.signature
    guard !seen.isEmpty else { return }
    let nearness = faults.mapValues { known in
      let shared = known.count { seen[$0.key] == $0.value }
      return Double(shared) / Double(known.count + seen.count - shared)
    }
    for index in result.vectors.indices
    where result.vectors[index].verdict == .failed
      && result.vectors[index].vector.contract == contract
    {
      let id = result.vectors[index].vector.id
      let same = faults.filter { $0.value[id] != nil && $0.value[id] == seen[id] }.keys
      let best = same.map { nearness[$0] ?? 0 }.max() ?? 0
      let nearest = same.filter { nearness[$0] == best }.sorted()
      let known = Set(result.vectors[index].looksLike)
      result.vectors[index].looksLike += nearest.prefix(3).filter { !known.contains($0) }
    }
  }
}

extension RunResult {
  /// A digest of the findings of each vector that has any: which clauses, at which places.
  var signature: [String: String] {
    var digests: [String: String] = [:]
    for vector in vectors where !vector.judgement.findings.isEmpty {
      let lines = Set(vector.judgement.findings.map { "\($0.clause) \($0.at)" })
      digests[vector.vector.id] = digest(lines.sorted().joined(separator: "\n"))
    }
    return digests
  }
}

/// FNV-1a of 64 bits, in hexadecimal: enough to tell some thousand sets of findings apart.
private func digest(_ text: String) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  return String(hash, radix: 16)
}
