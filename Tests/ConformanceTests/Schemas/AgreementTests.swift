import StrictJSON
import Testing

@testable import Conformance

/// The readers are written by hand, for speed and for their sentences; editors know the schemas.
///
/// Both must take and refuse the same files.
@Suite("Readers and published schemas")
struct AgreementTests {
  @Test("take the corpus as it is")
  func corpus() throws {
    let suite = try Format.suite()
    for format in Format.allCases {
      #expect(format.read(format.text, suite) == [], "\(format)")
      #expect(try PublishedSchema(format.rawValue).complaints(of: format.text) == [], "\(format)")
    }
  }

  @Test("refuse the same changes of it", arguments: Format.allCases)
  func mutations(format: Format) throws {
    let schema = try PublishedSchema(format.rawValue)
    let suite = try Format.suite()
    var count = 0
    var disagreements: [String] = []
    for part in try format.parts() {
      for mutation in part.mutations {
        count += 1
        let text = mutation.applied(to: part.file).serialized()
        let refusals = format.read(text, suite).filter { !$0.isAboutNames }
        guard try schema.accepts(text) != refusals.isEmpty else { continue }
        let complaint = refusals.first.map { "only the reader: \($0.message)" }
        disagreements.append(
          "\(mutation): \(complaint ?? "only the schema: \(schema.complaints(of: text))")")
      }
    }
    #expect(count > 90)
    #expect(disagreements == [], "\(disagreements.joined(separator: "\n"))")
  }
}

/// A format that has a reader and a schema.
enum Format: String, CaseIterable, Sendable {
  case contract, vectors, target
  case knownFailures = "known-failures"

  var text: String {
    switch self {
    case .contract: FormatCorpus.contract
    case .vectors: FormatCorpus.vectors
    case .target: FormatCorpus.target
    case .knownFailures: FormatCorpus.knownFailures
    }
  }

  /// What the reader says of a text.
  func read(_ text: String, _ suite: Suite) -> [Diagnostic] {
    guard self != .knownFailures else { return readKnownFailures(text, suite) }
    let file = FileReader(path: "toy/file.json")
    let bytes = Array(text.utf8)
    switch self {
    case .contract:
      if let root = file.parse(bytes)?.root {
        _ = ContractLoader.load([.init(reader: file, root: root)])
      }
    case .vectors:
      _ = SuiteLoader.read(.init(path: file.path, bytes: bytes), file, suite.contracts)
    case .target:
      let loader = TargetLoader(file: file, suite: suite, environment: ["TOY_KEY": "k"])
      if let root = file.parse(bytes)?.root { _ = loader.target(root) }
    case .knownFailures: break
    }
    return file.diagnostics
  }

  private func readKnownFailures(_ text: String, _ suite: Suite) -> [Diagnostic] {
    do throws(Diagnostics) {
      _ = try KnownFailures(parsing: Array(text.utf8), path: "known.json", suite: suite)
      return []
    } catch {
      return error.items
    }
  }

  /// The suite that the corpus is.
  static func suite() throws(Diagnostics) -> Suite {
    try Suite(
      specs: [.init(path: "toy/contract.json", bytes: Array(FormatCorpus.contract.utf8))],
      vectors: [.init(path: "toy/vectors.json", bytes: Array(FormatCorpus.vectors.utf8))])
  }
}

extension Diagnostic {
  /// Whether it complains of what a name refers to, which no schema can know.
  fileprivate var isAboutNames: Bool {
    ["” is no ", "” is not among the ", "the environment variable", "`#/schemas/", "neither"]
      .contains { message.contains($0) } || message.hasPrefix("the file has no ")
  }
}
