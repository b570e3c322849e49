extension TimeSpan {
  /// The ISO 8601 duration that a text most likely means, such as `PT2M` for `2 min`.
  ///
  /// A bare number means seconds; nil when nothing is likely.
  static func meant(by text: String) -> String? {
    let upper = text.uppercased()
    let withTime = upper.hasPrefix("P") ? "PT" + upper.dropFirst() : "PT" + upper
    if let found = [upper, withTime].first(where: { TimeSpan(iso8601: $0) != nil }) {
      return found
    }
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text.dropFirst(number.count).filter { $0 != " " }.lowercased()
    guard let found = spelled(String(number), unit: unit), TimeSpan(iso8601: found) != nil else {
      return nil
    }
    return found
  }

  private static func spelled(_ number: String, unit: String) -> String? {
    switch unit {
    case "ms", "msec", "millisecond", "milliseconds":
      Int64(number).map { "PT\(TimeSpan(nanoseconds: $0 * 1_000_000).description.dropLast(2))S" }
    case "", "s", "sec", "secs", "second", "seconds": "PT\(number)S"
    case "m", "min", "mins", "minute", "minutes": "PT\(number)M"
    case "h", "hour", "hours": "PT\(number)H"
    case "d", "day", "days": "P\(number)D"
    default: nil
    }
  }
}
