/// A pattern for ids: `*` stands for any run of characters, `?` for one, all else for itself.
public struct Glob: Sendable, Hashable {
  /// The pattern as it was given.
  public let pattern: String

  /// Makes a pattern; every text is one.
  public init(_ pattern: String) {
    self.pattern = pattern
  }

  /// Whether the whole text fits the pattern.
  public func matches(_ text: String) -> Bool {
    let pattern = Array(pattern.utf8)
    let bytes = Array(text.utf8)
    var p = 0
    var t = 0
    var retry: (p: Int, t: Int)?
    while t < bytes.count {
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        retry = (p + 1, t)
        p += 1
      } else if p < pattern.count, pattern[p] == UInt8(ascii: "?") || pattern[p] == bytes[t] {
        p += 1
        t += 1
      } else if let (star, from) = retry {
        retry = (star, from + 1)
        p = star
        t = from + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
