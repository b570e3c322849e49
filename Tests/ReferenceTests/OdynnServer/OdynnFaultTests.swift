import Testing

@testable import Reference

@Suite("Odynn server: faults and variants")
struct OdynnFaultTests {
  @Test("The plain server breaks no clause")
  func plain() {
    #expect(OdynnFacts().broken == [])
  }

  @Test("A fault breaks a clause that it declares, and none beside", arguments: faultNames)
  func fault(name: String) throws {
    let fault = try #require(OdynnServer.Fault.named(name))
    let broken = OdynnFacts(faults: [name]).broken
    #expect(!broken.isEmpty)
    #expect(broken.subtracting(fault.info.clauses) == [])
  }

  @Test("A variant breaks no clause", arguments: variantNames)
  func variant(name: String) {
    #expect(OdynnFacts(variants: [name]).broken == [])
  }

  @Test("Variants go together")
  func variantsTogether() {
    let names = ["pretty-json", "chunked", "errors-problem", "event-envelope", "long-ids"]
    #expect(OdynnFacts(variants: names).broken == [])
  }

  @Test("Faults and variants have names of their own and say what they do")
  func catalogue() {
    let faults = OdynnServer.Fault.all.map(\.info)
    let variants = OdynnServer.variants.map(\.info)
    for (name, about) in faults.map({ ($0.name, $0.about) })
      + variants.map({ ($0.name, $0.about) })
    {
      #expect(name.wholeMatch(of: /[a-z0-9.]+(-[a-z0-9.]+)*/) != nil, "\(name)")
      #expect(about.hasSuffix("."), "\(name)")
    }
    #expect(Set(faults.map(\.name)).count == faults.count)
    #expect(Set(variants.map(\.name)).count == variants.count)
    #expect(faults.allSatisfy { !$0.clauses.isEmpty })
    #expect(faults.allSatisfy { Set($0.clauses).count == $0.clauses.count })
  }

  static let faultNames = OdynnServer.Fault.all.map(\.info.name)
  /// Those that only change how long things take are left out: the facts pass minutes at a time.
  static let variantNames = OdynnServer.variants.filter { $0.clock != .real }.map(\.info.name)
}
