import Loopback
import StrictJSON
import Testing
import Wire

@testable import Reference

@Suite("Support: instants, ids and digests")
struct SupportTests {
  @Test(
    "An instant is spelled as RFC 3339 says",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (951_782_400_000_000_000, "2000-02-29T00:00:00.000Z"),
      (1_784_635_419_999_999_999, "2026-07-21T12:03:39.999Z"),
      (4_107_542_399_000_000_000, "2100-02-28T23:59:59.000Z"),
      (4_107_542_400_000_000_000, "2100-03-01T00:00:00.000Z"),
    ] as [(Int64, String)])
  func spelling(nanoseconds: Int64, text: String) {
    #expect(TimestampStyle.milliseconds.text(WireInstant(nanoseconds: nanoseconds)) == text)
  }

  @Test(
    "Fractions and zones are spelled as asked",
    arguments: [
      (TimestampStyle(fractionDigits: 0), "2026-07-21T12:00:00Z"),
      (TimestampStyle(fractionDigits: 6), "2026-07-21T12:00:00.123456Z"),
      (TimestampStyle(fractionDigits: 9), "2026-07-21T12:00:00.123456789Z"),
      (TimestampStyle(zone: .numericUTC), "2026-07-21T12:00:00.123+00:00"),
      (TimestampStyle(zone: .offset(minutes: 750)), "2026-07-22T00:30:00.123+12:30"),
      (TimestampStyle(zone: .offset(minutes: -90)), "2026-07-21T10:30:00.123-01:30"),
      (TimestampStyle(zone: .unsaid(minutes: -300)), "2026-07-21T07:00:00.123"),
    ])
  func styles(style: TimestampStyle, text: String) {
    let instant = WireInstant(nanoseconds: OdynnBench.noon.nanoseconds + 123_456_789)
    #expect(style.text(instant) == text)
  }

  @Test("What is announced is what is kept")
  func rounding() {
    let instant = WireInstant(nanoseconds: -1_500_000)
    #expect(TimestampStyle.milliseconds.rounded(instant).nanoseconds == -2_000_000)
    #expect(TimestampStyle(fractionDigits: 9).rounded(instant) == instant)
  }

  @Test(
    "SHA-256 and HMAC give the published values",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func digest(message: String, digest: String) {
    #expect(SHA256.hexadecimal(SHA256.hash(Array(message.utf8))) == digest)
  }

  @Test("HMAC-SHA-256 gives the values of RFC 4231")
  func authenticationCode() {
    let short = SHA256.authenticationCode(
      Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
    #expect(
      SHA256.hexadecimal(short)
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    let long = SHA256.authenticationCode(
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      key: Array(repeating: 0xAA, count: 131))
    #expect(
      SHA256.hexadecimal(long)
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test("Ids keep to their alphabet, and UUIDs to version 4")
  func ids() {
    var minter = IDMinter(seed: 1)
    let token = minter.token(length: 40, alphabet: Array("ab".utf8))
    #expect(token.utf8.count == 40)
    #expect(Set(token) == ["a", "b"])
    for _ in 0..<20 {
      let uuid = minter.uuid()
      #expect(
        uuid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/)
          != nil, "\(uuid)")
    }
  }

  @Test("A clock runs, stands or is real")
  func clocks() {
    let origin = WireInstant(nanoseconds: 0)
    let real = WireInstant(nanoseconds: 5_000_000_000)
    var clocks = ReferenceClock.Mode.allCases.map { ReferenceClock($0, origin: origin) }
    for index in clocks.indices { clocks[index].advance(by: .seconds(10)) }
    #expect(clocks.map { $0.now(real: real).nanoseconds / 1_000_000_000 } == [15, 10, 5])
  }

  @Test(
    "An address is split into what a connection needs",
    arguments: [
      ("http://127.0.0.1:8080/a?b", ["127.0.0.1:8080", "127.0.0.1", "8080", "/a?b"]),
      ("http://example.com", ["example.com", "example.com", "80", "/"]),
      ("http://[::1]:90?q#f", ["[::1]:90", "::1", "90", "/?q"]),
      ("http://[::1]/", ["[::1]", "::1", "80", "/"]),
      ("https://example.com/", []), ("http:///x", []),
    ])
  func addresses(url: String, parts: [String]) {
    let address = PlainAddress(url)
    #expect(
      address.map { [$0.authority, $0.host, $0.port, $0.target] } ?? [] == parts)
  }
}

@Suite("Support: deliveries")
struct DeliveryTests {
  @Test("Deliveries go out one after another, in order, and the queue says when it is empty")
  func order() {
    let sent = Locked<[String]>([])
    let queue = DeliveryQueue { delivery in sent.withLock { $0.append(delivery.url) } }
    let urls = (0..<200).map(String.init)
    for url in urls { queue.add([Delivery(url: url, fields: [], body: [])]) }
    #expect(queue.drain(within: .seconds(10)))
    #expect(sent.withLock { $0 } == urls)
  }

  @Test("An empty queue is drained, a held one is not, and a cleared one forgets")
  func drain() {
    let sent = Locked(0)
    let queue = DeliveryQueue { _ in sent.withLock { $0 += 1 } }
    #expect(queue.drain(within: .zero))
    let late = Delivery(url: "", fields: [], body: [], delay: .milliseconds(80))
    queue.add([late, late])
    #expect(!queue.drain(within: .zero))
    queue.clear()
    #expect(queue.drain(within: .seconds(10)))
    #expect(sent.withLock { $0 } <= 1)
  }
}

@Suite("Support: variants of the wire")
struct WireVariantTests {
  static let value: JSON = [
    "a": 184_220, "b": ["x": "é\"\\\n\u{1F600}", "y": [true, .null, 2.50, -3]], "": [:],
  ]

  @Test("A spelling keeps the value", arguments: WireVariant.all.map(\.info.name))
  func value(name: String) throws {
    let variant = try #require(WireVariant.named(name))
    let bytes = [variant].body(Self.value.serializedBytes())
    #expect(try JSON(parsing: bytes) == Self.value)
  }

  @Test("A variant changes the reply, and neither its status nor what it says")
  func reply() throws {
    for variant in WireVariant.all {
      let plain = LoopbackReply.json(201, Self.value)
      let changed = [variant].reply(plain)
      #expect(changed != plain, "\(variant.info.name)")
      #expect(changed.status == 201)
      #expect(changed.json == Self.value)
    }
  }

  @Test("Bodies that are not JSON are left alone")
  func text() {
    let plain = LoopbackReply.text(200, "12")
    for variant in WireVariant.all {
      #expect([variant].reply(plain).body == plain.body)
    }
  }
}

@Suite("The catalogue of references")
struct ReferencesTests {
  @Test("Names that are not in the catalogue are refused with those that are")
  func unknown() {
    #expect(throws: ReferenceError.self) {
      try References.start(contract: "odynn-connect", role: "page")
    }
    #expect(throws: ReferenceError.self) {
      try References.start(contract: "odynn-connect", role: "server", fault: "no-such-fault")
    }
    let error = #expect(throws: ReferenceError.self) {
      try References.start(contract: "odynn-connect", role: "server", variant: "a+b")
    }
    #expect(error?.description.hasPrefix("expected a variant among ") == true)
  }

  @Test("Every reference lists its faults and variants")
  func lists() {
    for (contract, role) in References.all() {
      #expect(!References.faults(contract: contract, role: role).isEmpty)
      let variants = References.variants(contract: contract, role: role).map(\.name)
      #expect(Set(variants).count == variants.count)
    }
    #expect(References.faults(contract: "x", role: "server").isEmpty)
  }
}
