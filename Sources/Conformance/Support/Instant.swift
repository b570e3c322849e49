/// A point in time: nanoseconds since 1970-01-01T00:00:00Z, leap seconds not counted (RFC 3339).
///
/// Instants outside the years 1678 to 2261 are kept as the nearest that can be said.
public struct Instant: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Nanoseconds since the epoch.
  public var nanoseconds: Int64

  /// Makes an instant of nanoseconds since the epoch.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Whether one instant is before another.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The instant a span later.
  public static func + (instant: Instant, span: TimeSpan) -> Instant {
    Instant(nanoseconds: saturatingSum(instant.nanoseconds, span.nanoseconds))
  }

  /// The time from the right one to the left one.
  public static func - (left: Instant, right: Instant) -> TimeSpan {
    let (span, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
    return TimeSpan(nanoseconds: overflow ? (left < right ? .min + 1 : .max) : span)
  }

  /// RFC 3339 in UTC with milliseconds: `2026-07-21T12:02:00.000Z`.
  public var description: String {
    let seconds = Self.floorDivide(nanoseconds, 1_000_000_000)
    let millis = (nanoseconds - seconds * 1_000_000_000) / 1_000_000
    let days = Self.floorDivide(seconds, 86_400)
    let clock = seconds - days * 86_400
    let (year, month, day) = Self.civil(days: days)
    let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
    let hour = Self.padded(clock / 3_600, 2)
    let time = "\(hour):\(Self.padded(clock % 3_600 / 60, 2)):\(Self.padded(clock % 60, 2))"
    return "\(date)T\(time).\(Self.padded(millis, 3))Z"
  }
}

// MARK: - Reading RFC 3339

extension Instant {
  /// Reads an RFC 3339 date-time; nil when the text is not one.
  ///
  /// Lower case `t` and `z` are allowed as RFC 3339 §5.6 does, digits beyond nanoseconds are cut,
  /// and second 60 counts as the first of the next minute.
  public init?(rfc3339 text: String) {
    self.init(rfc3339: Array(text.utf8)[...])
  }

  /// Reads an RFC 3339 date-time in ASCII, as the initializer of a text does.
  init?(rfc3339 text: ArraySlice<UInt8>) {
    var scan = Scan(bytes: text)
    guard let year = scan.digits(4), scan.take("-"), let month = scan.digits(2), scan.take("-"),
      let day = scan.digits(2), scan.take("T", "t"), let hour = scan.digits(2), scan.take(":"),
      let minute = scan.digits(2), scan.take(":"), let second = scan.digits(2)
    else { return nil }
    guard (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day),
      hour < 24, minute < 60, second <= 60, let fraction = scan.fraction(),
      let offset = scan.offset(), scan.isAtEnd
    else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    let clock = hour * 3_600 + minute * 60 + second - offset
    let scaled = (days * 86_400 + clock).multipliedReportingOverflow(by: 1_000_000_000)
    nanoseconds = scaled.overflow ? (days < 0 ? .min : .max) : saturatingSum(scaled.0, fraction)
  }

  private struct Scan {
    let bytes: ArraySlice<UInt8>
    var index: Int

    init(bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
      index = bytes.startIndex
    }

    var isAtEnd: Bool { index == bytes.endIndex }

    mutating func digits(_ count: Int) -> Int64? {
      guard index + count <= bytes.endIndex else { return nil }
      var value: Int64 = 0
      for byte in bytes[index..<index + count] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int64(byte - 0x30)
      }
      index += count
      return value
    }

    mutating func take(_ allowed: Unicode.Scalar, _ other: Unicode.Scalar? = nil) -> Bool {
      guard index < bytes.endIndex else { return false }
      let byte = UInt32(bytes[index])
      guard byte == allowed.value || byte == other?.value else { return false }
      index += 1
      return true
    }

    /// Nanoseconds of an optional fraction; nil when a dot has no digit behind it.
    mutating func fraction() -> Int64? {
      guard take(".") else { return 0 }
      var value: Int64 = 0
      var scale: Int64 = 100_000_000
      let start = index
      while let digit = digits(1) {
        value += digit * scale
        scale /= 10
      }
      return index > start ? value : nil
    }

    /// Seconds east of UTC; nil when there is no offset.
    mutating func offset() -> Int64? {
      if take("Z", "z") { return 0 }
      guard index < bytes.endIndex else { return nil }
      let isWest = bytes[index] == UInt8(ascii: "-")
      guard take("+", "-"), let hours = digits(2), hours < 24, take(":"),
        let minutes = digits(2), minutes < 60
      else { return nil }
      let seconds = hours * 3_600 + minutes * 60
      return isWest ? -seconds : seconds
    }
  }
}

// MARK: - The proleptic Gregorian calendar

extension Instant {
  private static func days(in month: Int64, of year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    switch month {
    case 2: return isLeap ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  /// Days since 1970-01-01, with years that begin in March so that a leap day comes last.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = floorDivide(shifted, 400)
    let yearOfEra = shifted - era * 400
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func floorDivide(_ value: Int64, _ by: Int64) -> Int64 {
    value >= 0 ? value / by : -((-value + by - 1) / by)
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

private func saturatingSum(_ left: Int64, _ right: Int64) -> Int64 {
  let (sum, overflow) = left.addingReportingOverflow(right)
  return overflow ? (right < 0 ? .min : .max) : sum
}
