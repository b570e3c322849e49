import Testing

@testable import Conformance

@Suite("Searching texts")
struct NeedleSearchTests {
  @Test("finds any of many needles, short ones as words", arguments: cases)
  func search(_ text: String, _ found: String?) {
    var search = NeedleSearch()
    let needles = ["secret-0001", "secret-0002", "a much longer needle", "ab1", "ses_éé"]
    for needle in needles { _ = search.insert(Array(needle.utf8)) }
    #expect(search.first(in: Array(text.utf8)).map { needles[$0] } == found)
  }

  static let cases: [(String, String?)] = [
    ("", nil), ("secret-000", nil), ("xsecret-0002x", "secret-0002"), ("ab1", "ab1"),
    ("(ab1)", "ab1"), ("xab1", nil), ("ab12", nil), ("éab1", nil), ("_ab1_", "ab1"),
    ("of a much longer needle", "a much longer needle"), ("ses_éé.", "ses_éé"),
    ("secret-0003 secret-0001", "secret-0001"), ("ab2 ab1", "ab1"),
  ]

  @Test("knows a needle again, and takes no empty one")
  func insertion() {
    var search = NeedleSearch()
    #expect(search.insert([]) == nil)
    #expect(search.isEmpty)
    #expect(search.insert([1, 2])?.number == 0)
    #expect(search.insert([2, 1])?.number == 1)
    let again = search.insert([1, 2])
    #expect(again?.number == 0 && again?.isNew == false)
  }

  @Test("agrees with a plain search of every text")
  func exhaustive() {
    var search = NeedleSearch()
    let needles = ["aaaaaaaa", "abababab", "bbbbaaaab"]
    for needle in needles { _ = search.insert(Array(needle.utf8)) }
    for number in 0..<(1 << 11) {
      let text = String(String(number | 1 << 11, radix: 2).dropFirst())
        .replacing("0", with: "a").replacing("1", with: "b")
      #expect((search.first(in: Array(text.utf8)) != nil) == needles.contains { text.contains($0) })
    }
  }

  @Test("knows what stands in everything that a pattern finds", arguments: patterns)
  func required(_ pattern: String, _ expected: String) {
    #expect(String(decoding: RequiredText(pattern).bytes, as: UTF8.self) == expected)
  }

  static let patterns = [
    ("odc_live_", "odc_live_"), ("(^|[^a])ses_[0-9]", "ses_"), ("a|b", ""), ("(?:ab)+c", "c"),
    ("x?abc", "abc"), ("a(?=b)b", "ab"), ("(a)(b)[0-9](cde)", "cde"), ("^é$", "é"), ("[a]b", "ab"),
    ("(", ""), ("a{2}bc", "bc"),
  ]
}
