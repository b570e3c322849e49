import Testing

@testable import Reference

@Suite("Verso server: faults and variants")
struct VersoFaultTests {
  @Test("The plain server breaks no clause")
  func plain() {
    #expect(VersoFacts().broken == [])
  }

  @Test("A fault breaks a clause that it declares, and none beside", arguments: faultNames)
  func fault(name: String) throws {
    let fault = try #require(VersoServer.Fault.named(name))
    let broken = VersoFacts(faults: [name]).broken
    #expect(!broken.isEmpty)
    #expect(broken.subtracting(fault.info.clauses) == [])
  }

  @Test("A variant breaks no clause of the document", arguments: variantNames)
  func variant(name: String) {
    #expect(VersoFacts(variants: [name]).broken.subtracting(VersoFacts.observed) == [])
  }

  @Test("Variants go together")
  func variantsTogether() {
    let names = ["pretty-json", "chunked", "errors-problem", "event-envelope", "long-ids"]
    #expect(VersoFacts(variants: names).broken.subtracting(VersoFacts.observed) == [])
  }

  @Test("Faults and variants have names of their own and say what they do")
  func catalogue() {
    let faults = VersoServer.Fault.all.map(\.info)
    let variants = VersoServer.variants.map(\.info)
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

  static let faultNames = VersoServer.Fault.all.map(\.info.name)
  static let variantNames = VersoServer.variants.map(\.info.name)
}
