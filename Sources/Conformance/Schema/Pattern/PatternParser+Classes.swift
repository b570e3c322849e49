// MARK: - Escapes

extension PatternParser {
  mutating func parseEscape() throws(ECMAPatternError) -> PatternTerm {
    let start = offset
    offset += 1
    switch next {
    case "b", "B":
      let isNegated = next == "B"
      offset += 1
      return .boundary(isNegated: isNegated)
    case "k", "1", "2", "3", "4", "5", "6", "7", "8", "9":
      return try parseBackreference()
    default:
      offset = start
    }
    switch try parseAtom(inClass: false) {
    case .scalar(let value): return .set(ScalarSet([value...value]))
    case .items(let items): return .set(ScalarSet(items))
    }
  }

  /// One atom of a class: a scalar, which may begin a range, or a set, which may not.
  fileprivate enum ClassAtom {
    case scalar(UInt32)
    case items([ScalarSet.Item])
  }

  private mutating func parseAtom(inClass: Bool) throws(ECMAPatternError) -> ClassAtom {
    let start = offset
    guard take("\\" as Unicode.Scalar) else {
      guard let scalar = next else { throw error("`[` without `]`") }
      offset += 1
      return .scalar(scalar.value)
    }
    guard let letter = next else { throw error("a backslash at the end", at: start) }
    offset += 1
    switch letter {
    case "d": return .items(ScalarSet.digits.map(ScalarSet.Item.range))
    case "D": return .items(ScalarSet.complement(of: ScalarSet.digits).map(ScalarSet.Item.range))
    case "w": return .items(ScalarSet.word.map(ScalarSet.Item.range))
    case "W": return .items(ScalarSet.complement(of: ScalarSet.word).map(ScalarSet.Item.range))
    case "s": return .items(ScalarSet.space.map(ScalarSet.Item.range))
    case "S": return .items(ScalarSet.complement(of: ScalarSet.space).map(ScalarSet.Item.range))
    case "p", "P": return .items([try parseProperty(isNegated: letter == "P")])
    default: return .scalar(try parseScalar(letter, inClass: inClass, start: start))
    }
  }

  private mutating func parseScalar(
    _ letter: Unicode.Scalar, inClass: Bool, start: Int
  ) throws(ECMAPatternError) -> UInt32 {
    switch letter {
    case "t": return 0x09
    case "n": return 0x0A
    case "v": return 0x0B
    case "f": return 0x0C
    case "r": return 0x0D
    case "b" where inClass: return 0x08
    case "-" where inClass: return 0x2D
    case "0":
      guard let digit = next, ("0"..."9").contains(digit) else { return 0 }
      throw error("`\\0` before a digit", at: start)
    case "c":
      guard let control = next, control.isASCII, control.properties.isAlphabetic else {
        throw error("`\\c` without a letter", at: start)
      }
      offset += 1
      return control.value & 0x1F
    case "x":
      guard let value = parseHex(digits: 2) else { throw error("`\\x` without two digits") }
      return value
    case "u": return try parseUnicode()
    case "^", "$", "\\", ".", "*", "+", "?", "(", ")", "[", "]", "{", "}", "|", "/":
      return letter.value
    default:
      throw error("the escape `\\\(letter)`, which does not exist", at: start)
    }
  }

  private mutating func parseUnicode() throws(ECMAPatternError) -> UInt32 {
    if take("{" as Unicode.Scalar) {
      var value: UInt32?
      while let digit = hexDigit(at: offset) {
        value = min((value ?? 0) << 4 | digit, 0x110000)
        offset += 1
      }
      guard let value, value <= 0x10FFFF, take("}" as Unicode.Scalar) else {
        throw error("`\\u{` without a code point and `}`")
      }
      return value
    }
    guard let first = parseHex(digits: 4) else { throw error("`\\u` without four digits") }
    let rest = offset
    guard first & 0xFC00 == 0xD800, take("\\u"), let second = parseHex(digits: 4),
      second & 0xFC00 == 0xDC00
    else {
      offset = rest
      return first
    }
    return 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF
  }

  private mutating func parseHex(digits: Int) -> UInt32? {
    var value: UInt32 = 0
    for index in 0..<digits {
      guard let digit = hexDigit(at: offset + index) else { return nil }
      value = value << 4 | digit
    }
    offset += digits
    return value
  }

  private func hexDigit(at index: Int) -> UInt32? {
    guard index < scalars.count, scalars[index].isASCII else { return nil }
    return UInt8(scalars[index].value).hexValue.map(UInt32.init)
  }

  private mutating func parseProperty(
    isNegated: Bool
  ) throws(ECMAPatternError) -> ScalarSet.Item {
    let start = offset
    guard take("{" as Unicode.Scalar), let end = scalars[offset...].firstIndex(of: "}") else {
      throw error("`\\p` without `{` and `}`", at: start)
    }
    let name = String(String.UnicodeScalarView(scalars[offset..<end]))
    guard let property = UnicodeProperty(name) else {
      throw error("the property `\(name)`, which is not known", at: start)
    }
    offset = end + 1
    return .property(property, isNegated: isNegated)
  }
}

// MARK: - Classes

extension PatternParser {
  mutating func parseClass() throws(ECMAPatternError) -> ScalarSet {
    offset += 1
    let isNegated = take("^" as Unicode.Scalar)
    var items: [ScalarSet.Item] = []
    while !take("]" as Unicode.Scalar) {
      let start = offset
      let first = try parseAtom(inClass: true)
      guard next == "-", offset + 1 < scalars.count, scalars[offset + 1] != "]" else {
        items += first.items
        continue
      }
      offset += 1
      guard case .scalar(let low) = first, case .scalar(let high) = try parseAtom(inClass: true)
      else { throw error("a range that begins or ends with a set", at: start) }
      guard low <= high else { throw error("a range in the wrong order", at: start) }
      items.append(.range(low...high))
    }
    return ScalarSet(items, isNegated: isNegated)
  }
}

extension PatternParser.ClassAtom {
  fileprivate var items: [ScalarSet.Item] {
    switch self {
    case .scalar(let value): [.range(value...value)]
    case .items(let items): items
    }
  }
}
