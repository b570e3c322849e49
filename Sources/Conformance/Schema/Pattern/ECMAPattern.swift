/// A regular expression of ECMA-262 with the `u` flag, compiled to a program.
///
/// Everything of the 2024 edition is there but the `v` flag's classes and the properties of
/// strings. Of the scripts, `\p{Script=…}` knows those of ``UnicodeScripts``.
struct ECMAPattern: Sendable {
  /// The expression as it was written.
  let text: String
  private let program: Shared<PatternProgram>

  /// Compiles an expression.
  ///
  /// - Parameter text: The expression, without slashes and flags.
  /// - Throws: The first place that the grammar does not allow.
  init(_ text: String) throws(ECMAPatternError) {
    self.text = text
    var parser = try PatternParser(text)
    let term = try parser.parse()
    program = Shared(try PatternProgram(term, groups: parser.groupCount))
  }

  /// Whether the expression matches anywhere in a text; nil when the limit of steps ends the
  /// search before it is known.
  func matches(_ text: String) -> Bool? {
    var text = text
    return text.withUTF8 { matches($0) }
  }

  /// Whether the expression matches anywhere in a text of UTF-8.
  ///
  /// - Parameter bytes: The text; what is not UTF-8 in it reads as U+FFFD.
  /// - Returns: Nil when the limit of steps ends the search before it is known.
  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    if bytes.reduce(0, |) < 0x80 {
      var matcher = PatternMatcher(program: program, input: bytes)
      return matcher.search()
    }
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
    return scalars.withUnsafeBufferPointer { scalars in
      var matcher = PatternMatcher(program: program, input: scalars)
      return matcher.search()
    }
  }
}

extension ECMAPattern: Hashable {
  static func == (first: ECMAPattern, second: ECMAPattern) -> Bool {
    first.text.utf8.elementsEqual(second.text.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Why a text is not a regular expression.
struct ECMAPatternError: Error, Hashable {
  /// Scalars before the place.
  var offset: Int
  /// What was expected and received there.
  var message: String
}

/// The parts of a regular expression.
indirect enum PatternTerm: Sendable {
  case set(ScalarSet)
  case start
  case end
  case boundary(isNegated: Bool)
  case sequence([PatternTerm])
  case alternatives([PatternTerm])
  /// A group that captures under a number from 1.
  case capture(PatternTerm, number: Int)
  case look(PatternTerm, isAhead: Bool, isNegated: Bool)
  case repetition(PatternTerm, PatternQuantifier, groups: Range<Int>)
  case backreference(Int)
}

/// How often a term is repeated.
struct PatternQuantifier: Sendable {
  var minimum: Int
  /// Nil for without end.
  var maximum: Int?
  var isLazy: Bool
}

extension PatternTerm {
  /// Whether the term can match without consuming anything.
  var canBeEmpty: Bool {
    switch self {
    case .set: false
    case .start, .end, .boundary, .look, .backreference: true
    case .sequence(let terms): terms.allSatisfy(\.canBeEmpty)
    case .alternatives(let terms): terms.contains(where: \.canBeEmpty)
    case .capture(let term, _): term.canBeEmpty
    case .repetition(let term, let quantifier, _): quantifier.minimum == 0 || term.canBeEmpty
    }
  }

  /// Whether every match begins at the start of the text.
  var isAnchored: Bool {
    switch self {
    case .start: true
    case .sequence(let terms): terms.first?.isAnchored ?? false
    case .alternatives(let terms): terms.allSatisfy(\.isAnchored)
    case .capture(let term, _): term.isAnchored
    case .repetition(let term, let quantifier, _): quantifier.minimum > 0 && term.isAnchored
    default: false
    }
  }

  /// Whether the term refers to what a group captured.
  var hasBackreference: Bool {
    switch self {
    case .backreference: true
    case .set, .start, .end, .boundary: false
    case .sequence(let terms), .alternatives(let terms): terms.contains(where: \.hasBackreference)
    case .capture(let term, _), .look(let term, _, _), .repetition(let term, _, _):
      term.hasBackreference
    }
  }
}
