/// A length of time in nanoseconds, read from and written as an ISO 8601 duration such as `PT2M`.
public struct TimeSpan: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The length; negative when it points back.
  public var nanoseconds: Int64

  /// Makes a span of nanoseconds.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Makes a span of whole seconds.
  public static func seconds(_ seconds: Int64) -> TimeSpan {
    TimeSpan(nanoseconds: seconds * 1_000_000_000)
  }

  /// No time.
  public static let zero = TimeSpan(nanoseconds: 0)

  /// Reads `PnDTnHnMnS`, the last part with decimals if need be, with an optional leading `-`.
  ///
  /// Years, months and weeks are refused (nil), since their length is not fixed or their use rare.
  public init?(iso8601 text: String) {
    var rest = Substring(text).unicodeScalars[...]
    let isNegative = rest.first == "-"
    if isNegative { rest = rest.dropFirst() }
    guard rest.first == "P" else { return nil }
    rest = rest.dropFirst()
    var total: Int64 = 0
    var parts = 0
    var units: [(Unicode.Scalar, Int64)] = [("D", 86_400)]
    while let next = rest.first {
      if next == "T" {
        guard units.first?.0 == "D" || parts > 0, rest.count > 1 else { return nil }
        guard !units.contains(where: { $0.0 == "S" }) else { return nil }
        units = [("H", 3_600), ("M", 60), ("S", 1)]
        rest = rest.dropFirst()
        continue
      }
      guard let part = Self.takePart(&rest, units: &units),
        !total.addingReportingOverflow(part).overflow
      else { return nil }
      total += part
      parts += 1
    }
    guard parts > 0 else { return nil }
    nanoseconds = isNegative ? -total : total
  }

  private static func takePart(
    _ rest: inout Substring.UnicodeScalarView, units: inout [(Unicode.Scalar, Int64)]
  ) -> Int64? {
    let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
    rest = rest.dropFirst(digits.count)
    guard let unit = rest.first, let index = units.firstIndex(where: { $0.0 == unit }) else {
      return nil
    }
    rest = rest.dropFirst()
    let size = units[index].1
    units = Array(units.dropFirst(index + 1))
    let pieces = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard pieces.count == 1 || (pieces.count == 2 && unit == "S") else { return nil }
    guard let whole = Int64(String(pieces[0])), whole <= 1_000_000_000 else { return nil }
    guard pieces.count == 2 else { return whole * size * 1_000_000_000 }
    let fraction = String(pieces[1])
    guard !fraction.isEmpty, fraction.utf8.count <= 9, let value = Int64(fraction) else {
      return nil
    }
    let scale = (0..<(9 - fraction.utf8.count)).reduce(Int64(1)) { power, _ in power * 10 }
    return whole * 1_000_000_000 + value * scale
  }

  /// Whether one span is shorter than another.
  public static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The span turned round.
  public static prefix func - (span: TimeSpan) -> TimeSpan {
    TimeSpan(nanoseconds: -span.nanoseconds)
  }

  /// The span as the standard library's type.
  public var duration: Duration { .nanoseconds(nanoseconds) }

  /// The span in seconds, for reports.
  public var inSeconds: Double { Double(nanoseconds) / 1e9 }

  /// The span in seconds, as short as it can be said: `119 s`, `0.25 s`.
  public var description: String {
    let whole = nanoseconds / 1_000_000_000
    let rest = (nanoseconds % 1_000_000_000).magnitude
    guard rest > 0 else { return "\(whole) s" }
    let padded = String(String(rest + 1_000_000_000).dropFirst())
    let digits = String(padded.reversed().drop { $0 == "0" }.reversed())
    return "\(whole == 0 && nanoseconds < 0 ? "-" : "")\(whole).\(digits) s"
  }
}
