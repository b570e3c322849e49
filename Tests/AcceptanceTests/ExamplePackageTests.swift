import Foundation
import Testing
import Transport

/// The package that docs/testing-in-xcode.md shows, built as its users build it.
///
/// Its files are targets of ours as well, so that every test run holds them to the suite.
@Suite("The example package", .sweep)
struct ExamplePackageTests {
  @Test("It builds apart from us, and its tests pass")
  func builds() async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/examples/tiny-verso")
    let words = ["swift", "test", "--package-path", folder.path(percentEncoded: false)]
    let result = try await ChildProcess.run(
      ChildCommand(words), timeout: .seconds(1_200), outputCap: 16 << 20)
    let output = String(decoding: result.output, as: UTF8.self)
    #expect(result.exit == .exited(0), "\(output.suffix(4_000))")
    #expect(output.contains("Test run with 1 test"), "\(output.suffix(4_000))")
  }
}
