import Foundation
import StrictJSON
import Testing

/// The public JSON parsing test suite, read where it lies: a file `y_*` is JSON, `n_*` is not, and
/// for each `i_*` the answer is the one written down here.
@Suite(
  "Parsing suite",
  .enabled(if: ParsingSuite.folder != nil, "set CONFORM_TESTDATA to the folder of the test data"))
struct ParsingSuiteTests {
  @Test("accepts what must be accepted", arguments: ParsingSuite.files("y_"))
  func accepts(name: String) throws {
    _ = try JSONDocument(parsing: ParsingSuite.bytes(name))
  }

  @Test("refuses what must be refused", arguments: ParsingSuite.files("n_"))
  func refuses(name: String) throws {
    let bytes = try ParsingSuite.bytes(name)
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes) }
  }

  @Test("answers what may go either way as documented", arguments: ParsingSuite.files("i_"))
  func answers(name: String) throws {
    let bytes = try ParsingSuite.bytes(name)
    let isAccepted = (try? JSONDocument(parsing: bytes)) != nil
    #expect(isAccepted == ParsingSuite.isAccepted(name))
  }

  @Test("finds its files")
  func findsFiles() {
    #expect(!ParsingSuite.files("y_").isEmpty)
    #expect(!ParsingSuite.files("n_").isEmpty)
  }
}

enum ParsingSuite {
  static var folder: URL? {
    ProcessInfo.processInfo.environment["CONFORM_TESTDATA"]
      .map { URL(filePath: $0).appending(path: "json-parsing") }
  }

  static func files(_ prefix: String) -> [String] {
    guard let folder else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return names.filter { $0.hasPrefix(prefix) }.sorted()
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = try #require(folder)
    return [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  /// Numbers of any size and halves of surrogate pairs in escapes are accepted; what is not
  /// UTF-8, or begins with a byte order mark, is refused; 500 levels are within the limit.
  static func isAccepted(_ name: String) -> Bool {
    let isEscape = [
      "surrogate_pair", "lone_2nd_surrogate", "1st_surrogate_but_2nd_missing", "surrogates_escape",
      "incomplete_surrogate", "invalid_lonely_surrogate", "invalid_surrogate",
      "inverted_surrogates", "lone_second_surrogate",
    ].contains { name.contains($0) }
    return name.hasPrefix("i_number_") || name.hasPrefix("i_structure_500") || isEscape
  }
}
