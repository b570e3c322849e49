/// Punycode (RFC 3492), decoding only.
enum Punycode {
  /// The scalars of a label without its `xn--`; nil when it is not Punycode.
  static func decode(_ label: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    var output: [Unicode.Scalar] = []
    var rest = label
    if let hyphen = label.lastIndex(of: UInt8(ascii: "-")) {
      output = label[..<hyphen].map { Unicode.Scalar($0) }
      rest = label[(hyphen + 1)...]
    }
    guard !rest.isEmpty else { return nil }
    var value: UInt32 = 128
    var index = 0
    var bias = 72
    while !rest.isEmpty {
      guard let delta = takeDelta(from: &rest, bias: bias) else { return nil }
      let length = output.count + 1
      bias = adapt(delta, length: length, isFirst: index == 0 && value == 128 && bias == 72)
      index += delta
      let (next, isTooLarge) = value.addingReportingOverflow(UInt32(index / length))
      guard !isTooLarge, let scalar = Unicode.Scalar(next) else { return nil }
      value = next
      index %= length
      output.insert(scalar, at: index)
      index += 1
    }
    return output
  }

  /// Reads one variable-length integer.
  private static func takeDelta(from rest: inout ArraySlice<UInt8>, bias: Int) -> Int? {
    var delta = 0
    var weight = 1
    var position = 36
    while let byte = rest.popFirst() {
      let digit = byte.isDigit ? Int(byte) - 0x30 + 26 : Int(byte | 0x20) - 0x61
      guard (0..<36).contains(digit) else { return nil }
      delta += digit * weight
      guard delta < 1 << 32 else { return nil }
      let threshold = min(max(position - bias, 1), 26)
      if digit < threshold { return delta }
      weight *= 36 - threshold
      guard weight < 1 << 32 else { return nil }
      position += 36
    }
    return nil
  }

  private static func adapt(_ delta: Int, length: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / length
    var bias = 0
    while delta > 455 {
      delta /= 35
      bias += 36
    }
    return bias + 36 * delta / (delta + 38)
  }
}

/// What RFC 5891 and RFC 5892 ask of a label beyond ASCII.
enum InternationalLabel {
  static func isAllowed(_ label: [Unicode.Scalar]) -> Bool {
    guard let first = label.first, label.contains(where: { !$0.isASCII }),
      first != "-", label.last != "-",
      !(label.count >= 4 && label[2] == "-" && label[3] == "-"),
      !first.properties.generalCategory.code.hasPrefix("M")
    else { return false }
    return label.indices.allSatisfy { isAllowed(at: $0, in: label) }
      && !hasBothArabicDigits(label)
  }

  private static func isAllowed(at index: Int, in label: [Unicode.Scalar]) -> Bool {
    let scalar = label[index]
    let before = index > 0 ? label[index - 1] : nil
    let after = index + 1 < label.count ? label[index + 1] : nil
    switch scalar.value {
    // RFC 5892, appendix A: characters that need a context.
    case 0x00B7: return before == "l" && after == "l"
    case 0x0375: return after.map { UnicodeScripts.contains($0, "Greek") } ?? false
    case 0x05F3, 0x05F4: return before.map { UnicodeScripts.contains($0, "Hebrew") } ?? false
    case 0x200C, 0x200D: return before?.properties.canonicalCombiningClass == .virama
    case 0x30FB:
      return label.contains { other in
        ["Hiragana", "Katakana", "Han"].contains { UnicodeScripts.contains(other, $0) }
      }
    // RFC 5892, 2.6: exceptions.
    case 0x00DF, 0x03C2, 0x06FD, 0x06FE, 0x0F0B, 0x3007: return true
    case 0x0640, 0x07FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    default: return isLetterOrDigit(scalar)
    }
  }

  /// RFC 5892, 2.1, 2.2 and 3: letters, digits and marks that folding does not change.
  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar == "-" || scalar.properties.isLowercase || ("0"..."9").contains(scalar)
    }
    return ["Ll", "Lo", "Lm", "Mn", "Mc", "Nd"].contains(scalar.properties.generalCategory.code)
      && !scalar.properties.changesWhenNFKCCaseFolded
      && !scalar.properties.isDefaultIgnorableCodePoint
  }

  private static func hasBothArabicDigits(_ label: [Unicode.Scalar]) -> Bool {
    label.contains { (0x0660...0x0669).contains($0.value) }
      && label.contains { (0x06F0...0x06F9).contains($0.value) }
  }
}

extension UnicodeScripts {
  /// Whether a scalar belongs to a script.
  static func contains(_ scalar: Unicode.Scalar, _ script: String) -> Bool {
    ranges(of: script)?.contains { $0.contains(scalar.value) } ?? false
  }
}
