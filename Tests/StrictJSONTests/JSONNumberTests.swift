import StrictJSON
import Testing

@Suite("Numbers")
struct JSONNumberTests {
  @Test(
    "are equal by value",
    arguments: [
      ("1", "1.0"), ("1", "1e0"), ("100", "1E+2"), ("-0", "0"), ("0.0", "0e9"), ("0.1", "1e-1"),
      ("12.50", "1.25e1"), ("1e400", "10e399"), ("1e999999999", "10e999999998"),
      ("9007199254740993", "9007199254740993.0"), ("0e99999999999999999999", "0"),
    ])
  func equal(left: String, right: String) throws {
    let left = try #require(JSONNumber(left))
    let right = try #require(JSONNumber(right))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(!(left < right) && !(right < left))
  }

  @Test(
    "are ordered by value",
    arguments: [
      ("9007199254740992.0", "9007199254740993"), ("-1", "0"), ("-2", "-1"), ("0", "1e-999999999"),
      ("9", "10"), ("1.9", "2"), ("1e999999998", "1e999999999"), ("-1e9", "-1e8"), ("0.09", "0.1"),
      ("1e99999999999999999998", "1e99999999999999999999"), ("-1e400", "1e-400"),
    ])
  func ordered(small: String, large: String) throws {
    let small = try #require(JSONNumber(small))
    let large = try #require(JSONNumber(large))
    #expect(small < large)
    #expect(!(large < small))
    #expect(small != large)
  }

  @Test(
    "divide exactly",
    arguments: [
      ("0.3", "0.1", true), ("4.02", "0.01", true), ("0.0075", "0.0001", true),
      ("0.00751", "0.0001", false), ("1e308", "0.123456789", false), ("12391239123", "1e-8", true),
      ("10", "3", false), ("1e999999999", "7", false), ("7e999999999", "7", true),
      ("1e999999999", "1048576", true), ("0", "5", true), ("5", "0", false), ("4.5", "1.5", true),
      ("1", "2", false), ("5", "10", false), ("-9", "3", true), ("35", "1.5", false),
      ("123456789012345678901234567890", "12345678901234567890123456789", true),
      ("123456789012345678901234567891", "12345678901234567890123456789", false),
      ("1e63", "18446744073709551616", false), ("1e64", "18446744073709551616", true),
    ])
  func multiple(value: String, divisor: String, isMultiple: Bool) throws {
    let value = try #require(JSONNumber(value))
    let divisor = try #require(JSONNumber(divisor))
    #expect(value.isMultiple(of: divisor) == isMultiple)
  }

  @Test(
    "are integers by value",
    arguments: [
      ("1", 1), ("1.0", 1), ("1e2", 100), ("-0.0", 0), ("12.50e1", 125),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
      ("9223372036854775808", nil), ("1e999999999", nil), ("1.5", nil),
    ] as [(String, Int?)])
  func integers(text: String, value: Int?) throws {
    let number = try #require(JSONNumber(text))
    #expect(number.int == value)
  }

  @Test(
    "that are not JSON are refused",
    arguments: ["", "+1", "01", "1.", ".5", "1e", "0x1", "NaN", " 1", "1 ", "-", "1_0", "\"1\""])
  func refused(text: String) {
    #expect(JSONNumber(text) == nil)
  }
}
