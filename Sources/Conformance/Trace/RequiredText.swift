/// A text that stands in all that a pattern finds, so that most texts need no search.
struct RequiredText: Sendable {
  /// In UTF-8; empty when the pattern requires none.
  let bytes: [UInt8]

  /// Looks for the longest run of single scalars that no branch goes around.
  init(_ pattern: String) {
    guard var parser = try? PatternParser(pattern), let term = try? parser.parse() else {
      bytes = []
      return
    }
    var runs: [[UInt8]] = [[]]
    Self.collect(term, &runs)
    bytes = runs.max { $0.count < $1.count } ?? []
  }

  /// Whether a text may hold what the pattern finds.
  func mayStand(in text: [UInt8]) -> Bool {
    bytes.isEmpty || text.withUnsafeBufferPointer(stands)
  }

  /// Whether no text in a value can hold what the pattern finds, by the value's JSON alone.
  func isMissing(in json: ArraySlice<UInt8>) -> Bool {
    guard !bytes.isEmpty else { return false }
    return json.withUnsafeBufferPointer { !$0.contains(UInt8(ascii: "\\")) && !stands(in: $0) }
  }

  private func stands(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= bytes.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      (0...(text.count - bytes.count)).contains { start in
        bytes.indices.allSatisfy { text[start + $0] == bytes[$0] }
      }
    }
  }

  private static func collect(_ term: PatternTerm, _ runs: inout [[UInt8]]) {
    switch term {
    case .set(let set):
      guard let scalar = set.onlyScalar else { return runs.append([]) }
      runs[runs.count - 1] += Array(String(scalar).utf8)
    case .sequence(let terms): terms.forEach { collect($0, &runs) }
    case .capture(let inner, _): collect(inner, &runs)
    case .start, .end, .boundary, .look: break
    case .alternatives, .repetition, .backreference: runs.append([])
    }
  }
}

extension ScalarSet {
  /// The only scalar of the set; nil when there are more, or none.
  var onlyScalar: Unicode.Scalar? {
    guard !isNegated, items.count == 1, case .range(let range) = items[0],
      range.lowerBound == range.upperBound
    else { return nil }
    return Unicode.Scalar(range.lowerBound)
  }
}
