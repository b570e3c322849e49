import Conformance
import Foundation
import StrictJSON
import Testing

/// The official JSON Schema test suite, read where it lies.
@Suite(
  "Schema suite",
  .enabled(if: SchemaSuite.folder != nil, "set CONFORM_TESTDATA to the folder of the test data"))
struct SchemaSuiteTests {
  @Test("judges every required case as the suite says", arguments: SchemaSuite.files("."))
  func required(file: String) throws {
    let cases = try SchemaSuite.cases(file, assertFormats: false)
    #expect(!cases.isEmpty)
    for failed in cases where !failed.isAsExpected { Issue.record("\(failed)") }
  }

  @Test("judges at least 95 % of the optional cases as the suite says")
  func optional() throws {
    let folders = ["optional", "optional/format"]
    let left = [
      "idn-hostname", "idn-email", "iri", "iri-reference", "uri-template", "cross-draft",
    ]
    var cases: [SchemaSuite.Case] = []
    for folder in folders {
      for file in SchemaSuite.files(folder)
      where !left.contains(where: { file.hasSuffix("/\($0).json") }) {
        cases += try SchemaSuite.cases(file, assertFormats: folder.hasSuffix("format"))
      }
    }
    let failed = cases.filter { !$0.isAsExpected }
    #expect(Double(failed.count) <= 0.05 * Double(cases.count), "\(failed)")
    #expect(!cases.isEmpty)
  }
}

enum SchemaSuite {
  /// One value of the suite, and whether it was judged as the suite says.
  struct Case: CustomStringConvertible {
    var description: String
    var isAsExpected: Bool
  }

  static var folder: URL? {
    ProcessInfo.processInfo.environment["CONFORM_TESTDATA"]
      .map { URL(filePath: $0).appending(path: "json-schema-test-suite") }
  }

  static func files(_ place: String) -> [String] {
    guard let folder = folder?.appending(path: "draft2020-12/\(place)") else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { "\(place)/\($0)" }
  }

  static func cases(_ file: String, assertFormats: Bool) throws -> [Case] {
    let folder = try #require(folder)
    let groups = try document(folder.appending(path: "draft2020-12/\(file)")).root
    let registry = try registry()
    var cases: [Case] = []
    for group in groups.elements {
      let name = "\(file): \(group["description"]?.string ?? "")"
      let schema = try #require(group["schema"])
      let compiled = Result { () throws(SchemaError) in
        try CompiledSchema(compiling: schema, registry: registry, assertFormats: assertFormats)
      }
      for test in try #require(group["tests"]).elements {
        let data = try #require(test["data"])
        let title = "\(name): \(test["description"]?.string ?? "")"
        switch compiled {
        case .success(let schema):
          let violations = schema.validate(data)
          let isAsExpected = violations.isEmpty == test["valid"]?.bool
          cases.append(Case(description: "\(title): \(violations)", isAsExpected: isAsExpected))
        case .failure(let error):
          cases.append(Case(description: "\(title): \(error)", isAsExpected: false))
        }
      }
    }
    return cases
  }

  private static func registry() throws -> SchemaRegistry {
    let folder = try #require(folder).appending(path: "remotes")
    var registry = SchemaRegistry()
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path())
    where path.hasSuffix(".json") {
      registry.add(
        try document(folder.appending(path: path)), at: "http://localhost:1234/\(path)")
    }
    return registry
  }

  private static func document(_ file: URL) throws -> JSONDocument {
    try JSONDocument(parsing: [UInt8](try Data(contentsOf: file)))
  }
}
