import Conformance
import Runner
import Specs

/// Where the suite comes from: the files built into the tool, or a folder.
enum SuiteSource {
  static let option = Option(
    name: "suite", value: "DIR", about: "read specs and vectors from a checkout instead of the tool"
  )

  /// Loads the suite; throws `Diagnostics` when a file of it cannot be used.
  static func load(_ arguments: Arguments) throws -> Suite {
    guard let folder = arguments["suite"] else { return try Suite.embedded() }
    return try load(folder: folder)
  }

  /// Loads the suite of a folder: a checkout, or any folder with `specs` and `vectors` in it.
  static func load(folder: String) throws -> Suite {
    let specs = try specFiles(below: folder)
    guard let vectors = try Files.below("\(folder)/vectors", ending: ".json") else {
      throw UsageError(
        description: "\(folder)/vectors: expected a folder of vectors; there is none")
    }
    return try Suite(specs: specs, vectors: vectors)
  }

  /// The spec files that the suite is loaded from.
  static func specs(_ arguments: Arguments) throws -> [Suite.File] {
    guard let folder = arguments["suite"] else {
      return Specs.files.filter { !$0.path.hasPrefix("schemas/") }
        .map { .init(path: "Sources/Specs/\($0.path)", bytes: Array($0.text.utf8)) }
    }
    return try specFiles(below: folder)
  }

  private static func specFiles(below folder: String) throws -> [Suite.File] {
    for name in ["Sources/Specs", "specs"] {
      guard let files = try Files.below("\(folder)/\(name)", ending: ".json") else { continue }
      return files.filter { !$0.path.contains("/schemas/") }
    }
    throw UsageError(
      description: "\(folder): expected Sources/Specs or specs in it; there is neither")
  }
}
