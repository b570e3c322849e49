import StrictJSON

/// `minLength` and `maxLength`, in Unicode scalars.
struct LengthKeyword: SchemaKeyword {
  let minimum: Int?
  let maximum: Int?

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard let bytes = instance.stringBytes else { return true }
    // Every scalar has one byte that continues none.
    let length = bytes.count { $0 & 0xC0 != 0x80 }
    if let minimum, length < minimum {
      return evaluation.report(
        "minLength", at: instance, expected: "at least \(plural(minimum, "character"))",
        received: "\(length): \(instance.summary)")
    }
    if let maximum, length > maximum {
      return evaluation.report(
        "maxLength", at: instance, expected: "at most \(plural(maximum, "character"))",
        received: "\(length): \(instance.summary)")
    }
    return true
  }
}

/// `pattern`: a string in which a regular expression of ECMA-262 matches somewhere.
struct PatternKeyword: SchemaKeyword {
  let pattern: ECMAPattern

  func evaluate(_ instance: JSONNode, _ evaluation: inout SchemaEvaluation) -> Bool {
    guard let bytes = instance.stringBytes else { return true }
    guard let isMatch = bytes.withUnsafeBufferPointer({ pattern.matches($0) }) else {
      return evaluation.interrupt(
        "pattern", instance, expected: "a pattern that decides within the limit of steps",
        received: "none so far from `\(pattern.text)`")
    }
    return isMatch
      || evaluation.report(
        "pattern", at: instance, expected: "a string that matches `\(pattern.text)`")
  }
}

/// A count and what is counted.
func plural(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

// MARK: - Compiling

func compileStringKeywords(
  _ source: SchemaSource, _ compiler: inout SchemaCompiler
) throws(SchemaError) -> [any SchemaKeyword] {
  var keywords: [any SchemaKeyword] = []
  let minimum = try source.count("minLength")
  let maximum = try source.count("maxLength")
  if minimum != nil || maximum != nil {
    keywords.append(LengthKeyword(minimum: minimum, maximum: maximum))
  }
  if let node = source["pattern"], let text = try source.string("pattern") {
    keywords.append(PatternKeyword(pattern: try source.pattern(text, at: node)))
  }
  return keywords
}

extension SchemaSource {
  func pattern(_ text: String, at node: JSONNode) throws(SchemaError) -> ECMAPattern {
    do throws(ECMAPatternError) {
      return try ECMAPattern(text)
    } catch {
      throw self.error(
        at: node, "expected a regular expression of ECMA-262, received `\(text)`: \(error.message)")
    }
  }
}
