import Testing
import Wire

@Suite("Text of the wire")
struct StringWireTests {
  @Test("Every byte value survives being read as text and written back")
  func roundTrip() {
    let bytes = [UInt8](0...255)
    #expect(String(wire: bytes).wireBytes == bytes)
    #expect(String(wire: bytes).unicodeScalars.count == 256)
  }

  @Test("CR LF stays two bytes")
  func lineEnd() {
    #expect(String(wire: [13, 10, 65]).wireBytes == [13, 10, 65])
  }

  @Test("Composed text differs from decomposed text, since its bytes do")
  func noNormalization() {
    let composed = String(wire: Array("é".utf8))
    let decomposed = String(wire: Array("e\u{301}".utf8))
    #expect(composed != decomposed)
  }

  @Test("A scalar beyond ISO 8859-1 becomes its UTF-8 bytes")
  func beyondLatin1() {
    #expect("€".wireBytes == [0xE2, 0x82, 0xAC])
  }

  @Test(
    "Names are compared without the case of ASCII letters only",
    arguments: [
      ("Content-Type", "content-TYPE", true), ("A", "B", false), ("A", "AA", false),
      ("\u{C4}", "\u{E4}", false), ("@", "`", false),
    ])
  func ignoringCase(left: String, right: String, isEqual: Bool) {
    #expect(left.isEqualIgnoringASCIICase(right) == isEqual)
  }
}

@Suite("Instants")
struct WireInstantTests {
  @Test("Instants add and subtract durations to the nanosecond")
  func arithmetic() {
    let instant = WireInstant(nanoseconds: 1_000)
    #expect((instant + .seconds(2) - .nanoseconds(1)).nanoseconds == 2_000_000_999)
    #expect(instant + .seconds(1) - instant == .seconds(1))
    #expect(instant < instant + .nanoseconds(1))
  }

  @Test("The wall clock reads later than 2020")
  func now() {
    #expect(WireInstant.now().nanoseconds > 1_577_836_800_000_000_000)
  }
}

@Suite("Locked values")
struct LockedTests {
  @Test("Increments from many tasks are all kept")
  func increments() async {
    let counter = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1000 { counter.withLock { $0 += 1 } } }
      }
    }
    #expect(counter.withLock { $0 } == 8000)
  }
}
