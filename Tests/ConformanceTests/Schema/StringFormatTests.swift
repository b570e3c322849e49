import StrictJSON
import Testing

@testable import Conformance

@Suite("Formats")
struct StringFormatTests {
  @Test(
    "accept",
    arguments: [
      ("date-time", "2026-07-21T12:00:00Z"), ("date-time", "2026-07-21t12:00:00.123+02:00"),
      ("date-time", "1990-12-31T23:59:60Z"), ("date-time", "1990-12-31T15:59:60-08:00"),
      ("date", "2024-02-29"),
      ("time", "23:59:59.999Z"), ("duration", "PT5M"), ("duration", "P1Y2M3DT4H5M6S"),
      ("duration", "P2W"),
      ("email", "joe.bloggs@example.com"), ("email", #""joe bloggs"@example.com"#),
      ("email", "a@[IPv6:::1]"),
      ("hostname", "www.example.com"), ("hostname", "r3---sn.example"),
      ("hostname", "xn--ihqwcrb4cv8a8dqg056pqjye"),
      ("ipv4", "192.168.0.1"), ("ipv6", "::1"), ("ipv6", "1:2:3:4:5:6:7:8"),
      ("ipv6", "::ffff:192.168.0.1"),
      ("uri", "https://example.test:80/a?b#c"), ("uri", "urn:x:y"),
      ("uri", "ldap://[2001:db8::7]/c"),
      ("uri-reference", "../a?b"), ("uri-reference", ""),
      ("uuid", "2EB8AA08-AA98-11EA-B4AA-73B441D16380"),
      ("json-pointer", "/a~0b/~1"), ("json-pointer", ""), ("relative-json-pointer", "0#"),
      ("relative-json-pointer", "1/a"),
      ("regex", "^a{2}$"),
    ] as [(String, String)])
  func accept(name: String, text: String) throws {
    let format = try #require(StringFormat(rawValue: name))
    #expect(format.accepts(text))
  }

  @Test(
    "refuse",
    arguments: [
      ("date-time", "2026-07-21T12:00:00"), ("date-time", "2026-07-21 12:00:00Z"),
      ("date-time", "2026-13-01T00:00:00Z"),
      ("date-time", "1998-12-31T23:58:60Z"), ("date-time", "2026-07-21T24:00:00Z"),
      ("date", "2023-02-29"), ("date", "2026-7-1"),
      ("date", "২০২৬-০১-০১"), ("time", "12:00:00"), ("time", "12:00:00+24:00"),
      ("time", "12:00:00.Z"), ("duration", "P"),
      ("duration", "PT"), ("duration", "P1D2H"), ("duration", "P1Y2D"), ("duration", "P1W2D"),
      ("duration", "PT1D"), ("duration", "1D"),
      ("email", "a.@example.com"), ("email", "a@b@c"), ("email", "@b"), ("hostname", "-a.com"),
      ("hostname", "a_b"), ("hostname", "a..b"),
      ("hostname", ""), ("hostname", "xn--X"), ("hostname", String(repeating: "a", count: 64)),
      ("ipv4", "192.168.0.256"), ("ipv4", "1.2.3"),
      ("ipv4", "01.2.3.4"), ("ipv6", "1:2:3:4:5:6:7"), ("ipv6", "::1::"), ("ipv6", "12345::"),
      ("ipv6", "1:2:3:4:5:6:7:8::"), ("ipv6", "::1%eth0"),
      ("ipv6", ":::"), ("ipv6", "1:"), ("uri", "/a"), ("uri", "http://a b"),
      ("uri", "http://a/%6G"), ("uri", "http://[::1"), ("uri-reference", "a:b:/[x]"),
      ("uri-reference", "\\a"), ("uuid", "2eb8aa08aa9811eab4aa73b441d16380"),
      ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d1638"),
      ("json-pointer", "a"), ("json-pointer", "/~2"), ("relative-json-pointer", "01/a"),
      ("relative-json-pointer", "-1"), ("regex", "("), ("regex", #"\a"#),
    ] as [(String, String)])
  func refuse(name: String, text: String) throws {
    let format = try #require(StringFormat(rawValue: name))
    #expect(!format.accepts(text))
  }

  @Test("are asserted only when asked, and only where they are known")
  func assertion() throws {
    #expect(try violations(#"{"format":"date"}"#, #""x""#) == [])
    #expect(try violations(#"{"format":"date"}"#, #""x""#, assertFormats: true).count == 1)
    #expect(try violations(#"{"format":"date"}"#, "1", assertFormats: true) == [])
    #expect(try violations(#"{"format":"iri"}"#, #""x""#, assertFormats: true) == [])
    let root = try JSONDocument(parsing: #"{"format":"iri","items":{"format":"date"}}"#).root
    #expect(try CompiledSchema(compiling: root, assertFormats: true).formatsNotJudged == ["iri"])
    #expect(try CompiledSchema(compiling: root).formatsNotJudged == [])
    #expect(CompiledSchema.knownFormats.contains("date-time"))
    #expect(!CompiledSchema.knownFormats.contains("iri"))
  }
}
