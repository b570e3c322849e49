import Conformance
import Specs
import StrictJSON
import Testing

/// A JSON Schema that the package publishes for one of its formats.
struct PublishedSchema: Sendable, CustomTestStringConvertible {
  /// The format's name, such as `vectors`.
  let name: String
  let document: JSONDocument
  let compiled: CompiledSchema

  static let names = [
    "contract", "vectors", "target", "trace", "report", "known-failures", "driver",
  ]

  init(_ name: String) throws {
    self.name = name
    let path = "schemas/\(name).schema.json"
    let text = try #require(Specs.files.first { $0.path == path }?.text)
    document = try JSONDocument(parsing: text)
    compiled = try CompiledSchema(compiling: document.root)
  }

  var testDescription: String { name }

  /// Whether a text that is JSON satisfies the schema.
  func accepts(_ text: String) throws -> Bool {
    compiled.isValid(try JSONDocument(parsing: text).root)
  }

  /// What a text breaks, a line a reason; the parse error of one that is no JSON.
  func complaints(of text: String) -> [String] {
    do {
      return compiled.validate(try JSONDocument(parsing: text).root).map(\.description)
    } catch {
      return ["\(error)"]
    }
  }
}
