/// Reads a regular expression by the grammar of ECMA-262, 22.2.1 with the `u` flag.
struct PatternParser {
  let scalars: [Unicode.Scalar]
  var offset = 0
  /// The groups that capture, so far.
  private(set) var groupCount = 0
  /// The numbers of the named groups.
  private let names: [ExactName: Int]
  private let totalGroups: Int
  private var depth = 0

  /// Groups inside one another.
  static let depthLimit = 200

  init(_ text: String) throws(ECMAPatternError) {
    scalars = Array(text.unicodeScalars)
    (totalGroups, names) = try Self.countGroups(scalars)
  }

  var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    offset += 1
    return true
  }

  mutating func take(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[offset...].starts(with: wanted) else { return false }
    offset += wanted.count
    return true
  }

  func error(_ message: String, at place: Int? = nil) -> ECMAPatternError {
    let place = place ?? offset
    return ECMAPatternError(offset: place, message: "\(message) at character \(place + 1)")
  }

  mutating func parse() throws(ECMAPatternError) -> PatternTerm {
    let term = try parseAlternatives()
    guard next == nil else { throw error("`)` without `(`") }
    return term
  }
}

/// A group's name, scalar by scalar.
struct ExactName: Hashable {
  var scalars: [Unicode.Scalar]
}

// MARK: - Terms

extension PatternParser {
  private mutating func parseAlternatives() throws(ECMAPatternError) -> PatternTerm {
    var alternatives = [try parseSequence()]
    while take("|" as Unicode.Scalar) { alternatives.append(try parseSequence()) }
    return alternatives.count == 1 ? alternatives[0] : .alternatives(alternatives)
  }

  private mutating func parseSequence() throws(ECMAPatternError) -> PatternTerm {
    var terms: [PatternTerm] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      let firstGroup = groupCount + 1
      let place = offset
      let term = try parseTerm(scalar)
      guard let quantifier = try parseQuantifier() else {
        terms.append(term)
        continue
      }
      switch term {
      case .start, .end, .boundary, .look: throw error("nothing to repeat", at: place)
      default: break
      }
      terms.append(
        .repetition(term, quantifier, groups: firstGroup..<(groupCount + 1)))
    }
    return terms.count == 1 ? terms[0] : .sequence(terms)
  }

  private mutating func parseTerm(
    _ scalar: Unicode.Scalar
  ) throws(ECMAPatternError) -> PatternTerm {
    switch scalar {
    case "(": return try parseGroup()
    case "[": return .set(try parseClass())
    case "\\": return try parseEscape()
    case "*", "+", "?": throw error("`\(scalar)` with nothing to repeat")
    case "{", "}", "]": throw error("`\(scalar)` without a backslash")
    default: break
    }
    offset += 1
    switch scalar {
    case "^": return .start
    case "$": return .end
    case ".": return .set(ScalarSet(ScalarSet.lineTerminators, isNegated: true))
    default: return .set(ScalarSet([scalar.value...scalar.value]))
    }
  }

  private mutating func parseGroup() throws(ECMAPatternError) -> PatternTerm {
    let start = offset
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw error("more than \(Self.depthLimit) groups inside one another")
    }
    offset += 1
    var wrap: (PatternTerm) -> PatternTerm = { $0 }
    if take("?:") {
    } else if take("?=") {
      wrap = { .look($0, isAhead: true, isNegated: false) }
    } else if take("?!") {
      wrap = { .look($0, isAhead: true, isNegated: true) }
    } else if take("?<=") {
      wrap = { .look($0, isAhead: false, isNegated: false) }
    } else if take("?<!") {
      wrap = { .look($0, isAhead: false, isNegated: true) }
    } else {
      if take("?<") {
        _ = try parseName()
      } else if next == "?" {
        throw error("a group that is none of `(?:`, `(?=`, `(?!`, `(?<=`, `(?<!` and `(?<name>`")
      }
      groupCount += 1
      let number = groupCount
      wrap = { .capture($0, number: number) }
    }
    let term = try parseAlternatives()
    guard take(")" as Unicode.Scalar) else { throw error("`(` without `)`", at: start) }
    return wrap(term)
  }

  /// Reads a name and the `>` after it.
  mutating func parseName() throws(ECMAPatternError) -> ExactName {
    var name: [Unicode.Scalar] = []
    while let scalar = next, scalar != ">" {
      let isAllowed =
        scalar == "$" || scalar == "_" || scalar.properties.isIDStart
        || (!name.isEmpty
          && (scalar.properties.isIDContinue || scalar == "\u{200C}" || scalar == "\u{200D}"))
      guard isAllowed else { throw error("a character that no group's name can have") }
      name.append(scalar)
      offset += 1
    }
    guard !name.isEmpty, take(">" as Unicode.Scalar) else { throw error("no name and `>`") }
    return ExactName(scalars: name)
  }

  /// Counts the groups and finds their names before the rest is read, since a reference may
  /// precede its group.
  private static func countGroups(
    _ scalars: [Unicode.Scalar]
  ) throws(ECMAPatternError) -> (Int, [ExactName: Int]) {
    var count = 0
    var names: [ExactName: Int] = [:]
    var isInClass = false
    var scanner = PatternParser(scanning: scalars)
    while let scalar = scanner.next {
      scanner.offset += 1
      switch scalar {
      case "\\": scanner.offset += 1
      case "[": isInClass = true
      case "]": isInClass = false
      case "(" where !isInClass:
        let isNamed = scanner.next == "?"
        guard !isNamed || (scanner.take("?<") && scanner.next != "=" && scanner.next != "!") else {
          continue
        }
        count += 1
        guard isNamed else { continue }
        let name = try scanner.parseName()
        guard names.updateValue(count, forKey: name) == nil else {
          throw scanner.error("a group's name for the second time")
        }
      default: break
      }
    }
    return (count, names)
  }

  private init(scanning scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    names = [:]
    totalGroups = 0
  }
}

// MARK: - Quantifiers

extension PatternParser {
  private mutating func parseQuantifier() throws(ECMAPatternError) -> PatternQuantifier? {
    var bounds: (Int, Int?)
    switch next {
    case "*": bounds = (0, nil)
    case "+": bounds = (1, nil)
    case "?": bounds = (0, 1)
    case "{": bounds = try parseBounds()
    default: return nil
    }
    offset += 1
    return PatternQuantifier(
      minimum: bounds.0, maximum: bounds.1, isLazy: take("?" as Unicode.Scalar))
  }

  /// Reads `{2}`, `{2,}` or `{2,3}` up to the brace that closes it.
  private mutating func parseBounds() throws(ECMAPatternError) -> (Int, Int?) {
    let start = offset
    offset += 1
    guard let minimum = parseInteger() else { throw error("`{` without a number") }
    var maximum: Int? = minimum
    if take("," as Unicode.Scalar) { maximum = next == "}" ? nil : parseInteger() ?? -1 }
    guard next == "}" else { throw error("`{` without `}`", at: start) }
    if let maximum, maximum < minimum { throw error("numbers in the wrong order", at: start) }
    return (minimum, maximum)
  }

  /// Reads decimal digits; nil when there are none.
  ///
  /// What exceeds `Int` counts as its maximum.
  private mutating func parseInteger() -> Int? {
    var value: Int?
    while let scalar = next, ("0"..."9").contains(scalar) {
      let (product, isTooLarge) = (value ?? 0).multipliedReportingOverflow(by: 10)
      value = isTooLarge ? .max / 16 : product + Int(scalar.value - 0x30)
      offset += 1
    }
    return value
  }
}

// MARK: - References

extension PatternParser {
  /// Reads `\1` and so on, from the first digit, or `\k<name>`, from the `k`.
  mutating func parseBackreference() throws(ECMAPatternError) -> PatternTerm {
    let start = offset
    if take("k" as Unicode.Scalar) {
      guard take("<" as Unicode.Scalar) else { throw error("`\\k` without `<`") }
      guard let number = names[try parseName()] else {
        throw error("a reference to a group that does not exist", at: start)
      }
      return .backreference(number)
    }
    guard let number = parseInteger(), number <= totalGroups else {
      throw error("a reference to a group that does not exist", at: start)
    }
    return .backreference(number)
  }
}
