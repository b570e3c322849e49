/// The known name that a mistyped one most likely means; nil when none is near.
///
/// Near is a Levenshtein distance of at most a third of the name's length, and at least 2.
public func nearestName<Names: Sequence<String>>(to name: String, in names: Names) -> String? {
  let typed = Array(name.lowercased().unicodeScalars)
  let limit = max(2, typed.count / 3)
  var best: (name: String, distance: Int)?
  for candidate in names {
    let distance = editDistance(typed, Array(candidate.lowercased().unicodeScalars))
    guard distance <= limit, distance < (best?.distance ?? .max) else { continue }
    best = (candidate, distance)
  }
  return best?.name
}

/// A sentence's end that offers the nearest name, or all of them while they are few.
func suggestion<Names: Sequence<String>>(
  for name: String, among names: Names, listing few: Int = 12
) -> String {
  if let nearest = nearestName(to: name, in: names) { return "did you mean “\(nearest)”?" }
  let known = names.sorted()
  guard !known.isEmpty else { return "none is known here" }
  guard known.count <= few else { return "see `conform list`" }
  return "known here: \(known.joined(separator: ", "))"
}

private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var previous = Array(0...b.count)
  for (row, left) in a.enumerated() {
    var current = [row + 1]
    for (column, right) in b.enumerated() {
      let substituted = previous[column] + (left == right ? 0 : 1)
      current.append(min(substituted, previous[column + 1] + 1, current[column] + 1))
    }
    previous = current
  }
  return previous[b.count]
}
