import Testing

@testable import Conformance

@Suite("Derived values")
struct DerivationTests {
  @Test(
    "A replaced character stands where the vector says, or in the middle of the nearest segment",
    arguments: [
      ("head.body.mark", 3, 0, "head.body.Aark"),
      ("head.body.Aark", 3, 0, "head.body.Bark"),
      ("head.body.mark", -1, nil, "head.body.maAk"),
      ("head.body.mark", -2, nil, "head.boAy.mark"),
      ("body.mark", 3, nil, "body.maAk"),
      ("opaque", -2, nil, "opaAue"),
      ("a", 1, 7, "A"),
      ("head.mark.", -1, nil, "head.maAk."),
      (".head.mark", 1, nil, ".heAd.mark"),
      ("", 1, nil, ""),
      ("..", 1, nil, ".."),
    ] as [(String, Int, Int?, String)])
  func replacing(text: String, segment: Int, place: Int?, result: String) {
    let change = Derivation.Change.replace(segment: segment, at: place)
    #expect(change.applied(to: text) == result)
  }
}
