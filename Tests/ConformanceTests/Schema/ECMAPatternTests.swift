import Testing

@testable import Conformance

@Suite("Patterns of ECMA-262")
struct ECMAPatternTests {
  @Test(
    "match",
    arguments: [
      ("", "x"), ("a", "xax"), ("^a*$", "aaa"), ("^(?:a|b)+$", "abba"), ("a{2,3}", "xaaay"),
      ("^a{2}$", "aa"), ("^a{2,}$", "aaaa"), ("^a{0}$", ""), ("^[a-z_-]+$", "a_-z"),
      ("^[^a]$", "b"),
      (#"^\d\D\w\W\s\S$"#, "1aa \u{FEFF}."), (#"\bfoo\b"#, "a foo b"), (#"\Boo\b"#, "foo"),
      (".", "\u{85}"), (#"^\u0041\x42\u{43}\cA\0$"#, "ABC\u{1}\0"), (#"^\ud83d\udc32$"#, "🐲"),
      ("^🐲{2}$", "🐲🐲"), (#"^[\b\-\]]{3}$"#, "\u{8}-]"), (#"(?=.*\d)(?=.*[a-z])^.{3}$"#, "a1b"),
      ("^(?!foo)", "bar"), (#"(?<=\$)\d+"#, "$42"), (#"(?<!\$)\b\d+"#, "42"), ("(?<=a+)b", "aaab"),
      (#"(?<=(\d+)(\d+))x$"#, "1053x"), (#"^(a)(b)?\2\1$"#, "aa"),
      (#"(?<year>\d{4})-\k<year>"#, "2026-2026"),
      (#"\k<n>(?<n>a)"#, "a"), (#"^(a+)+$"#, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
      ("^(?:a?)*?$", "aaa"), ("^(?:|a)+$", "aaa"), ("(?:a*)*b", "aaab"), (#"^(?:(a)|b)*\1$"#, "ab"),
      (#"^\p{Lu}\p{Letter}+\P{L}$"#, "Éa1"), (#"^\p{digit}+$"#, "৪২"),
      (#"^\p{Script=Greek}+$"#, "λόγος"),
      (#"^[\p{L}\d]+$"#, "aé1"), (#"^[^\P{L}]$"#, "é"), ("^[]|a$", "a"), ("^[^]$", "\n"),
      ("^.{1,2000}$", "abc"), (#"^\/\.\*$"#, "/.*"), ("^a.c$", "aéc"),
      (#"^[\w-]+\.[\d.]$"#, "a-b.1"),
      ("(?<=^|,)b", "a,b"), ("^(?<=a)|b$", "b"), (#"^(?:(?=(a+))\1)b$"#, "aab"), ("^x??x$", "x"),
    ] as [(String, String)])
  func accepts(pattern: String, text: String) throws {
    #expect(try ECMAPattern(pattern).matches(text) == true)
  }

  @Test(
    "do not match",
    arguments: [
      ("^a*$", "abc"), ("^abc$", "abc\n"), ("a{2,3}", "a"), ("^a{2}$", "aaa"), ("^[^a]$", "a"),
      (#"^\d$"#, "৪"), (#"^\w$"#, "é"), (#"\bé"#, "é"), (".", "\n\r\u{2028}\u{2029}"),
      (#"^\s$"#, "\u{200B}"),
      ("(?!a)a", "a"), (#"(?<!\$)\b\d+"#, "$42"), (#"^(a|b)\1$"#, "ab"), ("[]", "a"), ("^.$", "🐲🐲"),
      ("^(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"), (#"^(?:(a)|b)*\1$"#, "aba"),
      ("^((a*)*)*$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"), (#"^\p{Lu}$"#, "é"),
      ("^(?=(a+))b", "aab"), ("(?<=b)a", "aa"), ("^e\u{301}$", "\u{E9}"), (#"\u00e9"#, "e\u{301}"),
      (#"^(?!.*\.\.)(?!\.)[a-z.]+$"#, "a..b"), (#"^(?<a>x)\k<a>$"#, "xy"), (#"^\S$"#, "\u{A0}"),
    ] as [(String, String)])
  func refuses(pattern: String, text: String) throws {
    #expect(try ECMAPattern(pattern).matches(text) == false)
  }

  @Test(
    "are refused where the grammar does not allow them",
    arguments: [
      "(", ")", "[", "]", "{", "}", "a{", "a{2", "a{3,2}", "*", "+a", "a**", "^*", "(?=a)*", #"\"#,
      #"\a"#,
      #"\Z"#, #"\-"#, #"\_"#, #"\c1"#, #"\x1"#, #"\u12"#, #"\u{110000}"#, #"\1"#, #"(a)\2"#,
      #"\k<a>"#, #"\01"#,
      "(?P<a>b)", "(?i)a", "(?#a)", "(?<a>x)(?<a>y)", "(?<1>a)", "(?<>a)", "[b-a]", #"[\d-z]"#,
      #"\p{Foo}"#, #"\pL"#, #"\p{L"#, "a{1000000}", "((a{999}){999}){999}",
    ])
  func malformed(pattern: String) {
    #expect(throws: ECMAPatternError.self) { try ECMAPattern(pattern) }
  }

  @Test("end when a backreference makes them hopeless")
  func endless() throws {
    let text = String(repeating: "a", count: 40) + "c"
    #expect(try ECMAPattern(#"^(a+)+(b)?\2$"#).matches(text) == nil)
  }

  @Test("take time that grows with the text and no faster than its square")
  func long() throws {
    let text = String(repeating: "ab ", count: 20_000) + "!"
    #expect(try ECMAPattern(#"^(?:\w+\s?)+$"#).matches(text) == false)
  }

  @Test("say where they are wrong")
  func place() {
    #expect(
      throws: ECMAPatternError(offset: 2, message: "`*` with nothing to repeat at character 3")
    ) {
      try ECMAPattern("a|*")
    }
  }
}
