import Testing

@testable import Reference

@Suite("What the reference page asks its rules for")
struct AccruePageRulesTests {
  @Test("The script asks for quirks by their names, for each of them, and in no other way")
  func names() {
    let script = AccruePage.script
    let asked = script.matches(of: /quirks\.has\("(\w+)"\)/).map { String($0.output.1) }
    #expect(Set(asked) == Set(AccruePage.Quirk.allCases.map(\.rawValue)))
    let whole = "const quirks = new Set(build.quirks);"
    #expect(script.replacing(whole, with: "").matches(of: /quirks/).count == asked.count)
    #expect(script.matches(of: /\bnew Set\b/).count == 1)
  }

  @Test("A fault says what has to be asked for before it shows, where that is so")
  func rules() throws {
    let faults = References.faults(contract: "accrue-wallet", role: "page")
    func rules(_ name: String) throws -> Set<String>? {
      try #require(faults.first { $0.name == name }).rules
    }
    #expect(try rules("data-null") == ["dataNull"])
    #expect(try rules("other-phone-before-sign-in") == nil)
    let variants = References.variants(contract: "accrue-wallet", role: "page")
    let open = variants.filter { $0.rules == nil }.map(\.name)
    #expect(open == ["slow-server", "other-labels", "found-by-selector"])
    #expect(faults.allSatisfy { $0.rules?.isEmpty != true })
    #expect(
      References.faults(contract: "odynn-connect", role: "sdk").allSatisfy { $0.rules == nil })
  }
}
