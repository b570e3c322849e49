import Wire

/// How instants are spelled: RFC 3339 in UTC unless a fault says otherwise.
struct TimestampStyle: Sendable, Hashable {
  /// What stands after the time of day.
  enum Zone: Sendable, Hashable {
    /// `Z`.
    case zulu
    /// `+00:00`.
    case numericUTC
    /// Minutes east of Greenwich: `+02:00`; the time of day is that zone's.
    case offset(minutes: Int)
    /// Nothing; the time of day is that of a zone so many minutes east.
    case unsaid(minutes: Int)
  }

  /// Digits after the second, 0 to 9.
  var fractionDigits = 3
  /// What stands after the time of day.
  var zone = Zone.zulu

  /// The spelling of the samples: `2026-07-21T12:02:00.000Z`.
  static let milliseconds = TimestampStyle()

  /// The instant with everything finer than the spelling dropped.
  func rounded(_ instant: WireInstant) -> WireInstant {
    var unit: Int64 = 1_000_000_000
    for _ in 0..<fractionDigits { unit /= 10 }
    let excess = instant.nanoseconds % unit
    return WireInstant(nanoseconds: instant.nanoseconds - (excess < 0 ? excess + unit : excess))
  }

  /// The text of an instant.
  func text(_ instant: WireInstant) -> String {
    let local = rounded(instant).nanoseconds + Int64(minutes) * 60_000_000_000
    let (seconds, nanoseconds) = floorDivide(local, by: 1_000_000_000)
    let (days, time) = floorDivide(seconds, by: 86400)
    let (year, month, day) = civilDate(daysSince1970: days)
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let clock =
      "\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))"
    let fraction =
      fractionDigits == 0 ? "" : "." + padded(nanoseconds, 9).prefix(fractionDigits)
    return "\(date)T\(clock)\(fraction)\(suffix)"
  }

  private var minutes: Int {
    switch zone {
    case .zulu, .numericUTC: 0
    case .offset(let minutes), .unsaid(let minutes): minutes
    }
  }

  private var suffix: String {
    switch zone {
    case .zulu: "Z"
    case .numericUTC: "+00:00"
    case .unsaid: ""
    case .offset(let minutes):
      "\(minutes < 0 ? "-" : "+")\(padded(Int64(abs(minutes) / 60), 2)):"
        + padded(Int64(abs(minutes) % 60), 2)
    }
  }
}

private func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, rest: Int64) {
  let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
  return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
}

private func padded(_ value: Int64, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// The proleptic Gregorian date of a day, by counting in eras of 400 years from 1 March.
private func civilDate(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
  let (era, dayOfEra) = floorDivide(days + 719_468, by: 146_097)
  let yearOfEra =
    (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shifted = (5 * dayOfYear + 2) / 153
  let month = shifted < 10 ? shifted + 3 : shifted - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
}
