/// Dates and times of RFC 3339, durations of its appendix A.
extension FormatScanner {
  mutating func takeDateTime() -> Bool {
    guard takeDate(), take("T") || take("t") else { return false }
    return takeTime()
  }

  mutating func takeDate() -> Bool {
    guard let year = takeNumber(digits: 4), take("-"), let month = takeNumber(digits: 2),
      take("-"), let day = takeNumber(digits: 2), (1...12).contains(month)
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...lengths[month - 1]).contains(day)
  }

  /// A time with its offset.
  ///
  /// A leap second is the last of a day in UTC.
  mutating func takeTime() -> Bool {
    guard let hour = takeNumber(digits: 2), take(":"), let minute = takeNumber(digits: 2),
      take(":"), let second = takeNumber(digits: 2), hour < 24, minute < 60, second <= 60
    else { return false }
    if take(".") {
      guard take(while: \.isDigit) > 0 else { return false }
    }
    guard let offset = takeOffset() else { return false }
    let minuteInUTC = (hour * 60 + minute - offset + 1440) % 1440
    return second < 60 || minuteInUTC == 1439
  }

  /// Minutes east of UTC.
  private mutating func takeOffset() -> Int? {
    if take("Z") || take("z") { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard take("+") || take("-"), let hour = takeNumber(digits: 2), take(":"),
      let minute = takeNumber(digits: 2), hour < 24, minute < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hour * 60 + minute)
  }

  mutating func takeDuration() -> Bool {
    guard take("P") else { return false }
    if rest.last == UInt8(ascii: "W") { return takeUnits("W") == 1 }
    guard let days = takeUnits("YMD") else { return false }
    guard take("T") else { return days > 0 }
    return takeUnits("HMS").map { $0 > 0 } ?? false
  }

  /// Takes digits with units that stand in an order without gaps, and gives how many; nil when
  /// digits have another unit.
  private mutating func takeUnits(_ units: String) -> Int? {
    let units = Array(units.utf8)
    var last: Int?
    var count = 0
    while let first = rest.first, first.isDigit {
      let digits = rest.prefix(while: \.isDigit).count
      guard let unit = rest.dropFirst(digits).first, let index = units.firstIndex(of: unit),
        last.map({ $0 + 1 == index }) ?? true
      else { return nil }
      rest = rest.dropFirst(digits + 1)
      last = index
      count += 1
    }
    return count
  }
}
