import Conformance
import Prove
import Runner
import Specs
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Coverage")
struct CoverageTests {
  @Test("docs/coverage.md says what the suite covers now")
  func isCurrent() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try Data(contentsOf: root.appending(path: "docs/coverage.md"))
    let isCurrent = Array(data) == Array(CoverageReport.text(try Conformance.Suite.embedded()).utf8)
    #expect(isCurrent, "run `scripts/conform prove --coverage docs/coverage.md`")
  }
}

/// The spec files of this package.
var specFiles: [Conformance.Suite.File] {
  Specs.files.filter { !$0.path.hasPrefix("schemas/") }
    .map { .init(path: "Sources/Specs/\($0.path)", bytes: Array($0.text.utf8)) }
}
