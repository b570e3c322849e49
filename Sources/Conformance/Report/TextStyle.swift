/// How text for a terminal is coloured; plain when it does not go to one.
public struct TextStyle: Sendable, Hashable {
  /// Whether colours are used at all.
  public var isColoured: Bool

  /// Makes a style.
  public init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  func red(_ text: String) -> String { wrapped(text, "31") }
  func green(_ text: String) -> String { wrapped(text, "32") }
  func yellow(_ text: String) -> String { wrapped(text, "33") }
  func bold(_ text: String) -> String { wrapped(text, "1") }
  func dim(_ text: String) -> String { wrapped(text, "2") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// Text that a target may have written, without control characters that a terminal would act on.
func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  return String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { isControl($0) && $0 != "\n" ? "\u{FFFD}" : $0 }))
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x00...0x08, 0x0B...0x1F, 0x7F...0x9F, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069:
    true
  default: false
  }
}
