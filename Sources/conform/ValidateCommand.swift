import Conformance
import Runner
import StrictJSON

/// `conform validate`: holds JSON files to a JSON Schema of draft 2020-12.
enum ValidateCommand: Command {
  static let name = "validate"
  static let summary = "Validates JSON files against a JSON Schema (draft 2020-12)."
  static let operands = "--schema FILE|true [--registry URI=DIR] [--assert-formats] DATA …"
  static let options: [Option] = [
    Option(name: "schema", value: "FILE|true", about: "the schema; true takes all that is JSON"),
    Option(
      name: "registry", value: "URI=DIR",
      about: "what `$ref` finds below URI are the .json files below DIR; may be given again"),
    Option(name: "assert-formats", about: "refuse strings that are not of their `format`"),
  ]

  /// Gives the highest status of the files: 0 valid, 1 invalid, 2 not JSON or not there.
  static func run(_ arguments: Arguments, _ output: Output) async throws -> Int32 {
    guard let path = arguments["schema"] else {
      throw UsageError(description: "expected --schema FILE, or --schema true")
    }
    guard !arguments.operands.isEmpty else {
      throw UsageError(description: "expected at least one JSON file to validate")
    }
    let schema = try SchemaFile(path, registry: RegistryFolder.read(arguments.all("registry")))
    let validator = try schema.validator(assertFormats: arguments.has("assert-formats"))
    for format in validator.formatsNotJudged {
      output.complain("\(path): the format “\(format)” is not known here and was not judged\n")
    }
    var worst: Int32 = 0
    for path in arguments.operands {
      worst = max(worst, validate(path, validator, output))
      if Task.isCancelled { return 130 }
    }
    return worst
  }

  private static func validate(
    _ path: String, _ validator: DocumentValidator, _ output: Output
  ) -> Int32 {
    do {
      let verdict = validator.validate(try Files.read(path))
      output.write(verdict.report(on: path))
      return verdict.exitCode
    } catch {
      output.complain("\(error)\n")
      return ExitStatus.usage
    }
  }
}

extension DocumentVerdict {
  /// What is said of a file: a line a reason, and below it why the nearest branch refused.
  fileprivate func report(on path: String) -> String {
    switch self {
    case .valid: "\(path): valid\n"
    case .notJSON(let error): "\(path):\(error)\n"
    case .invalid(let violations): violations.map { $0.report(on: path, indent: "") }.joined()
    }
  }
}

extension SchemaViolation {
  /// The reason, with the place of the keyword in the schema, as it is opened there.
  fileprivate func report(on path: String, indent: String) -> String {
    "\(indent)\(path):\(self) (\(absoluteKeywordLocation ?? keywordLocation))\n"
      + causes.map { $0.report(on: path, indent: indent + "  ") }.joined()
  }
}

// MARK: - Schemas

/// The schema's file and what it may refer to.
private struct SchemaFile {
  let path: String
  let bytes: [UInt8]
  /// The registry's URI of the schema itself, or nothing.
  let uri: String
  let registry: [RegistryFolder.Entry]

  init(_ path: String, registry: [RegistryFolder.Entry]) throws {
    self.path = path
    self.registry = registry
    bytes = path == "true" ? Array("true".utf8) : try Files.read(path)
    uri = registry.first { $0.path.isSameText(as: path) }?.uri ?? ""
  }

  func validator(assertFormats: Bool) throws -> DocumentValidator {
    do throws(DocumentValidatorError) {
      return try DocumentValidator(
        schema: bytes, baseURI: uri, registry: registry.map { .init(uri: $0.uri, bytes: $0.bytes) },
        assertFormats: assertFormats)
    } catch {
      throw UsageError(description: sentence(error))
    }
  }

  /// The mistake with the path of its file, which is what the user can open.
  private func sentence(_ error: DocumentValidatorError) -> String {
    switch error {
    case .syntax(let error, let document):
      return "\(file(of: document)):\(error)"
    case .schema(var error):
      let path = file(of: error.document)
      error.document = ""
      return "\(path):\(error)"
    }
  }

  private func file(of uri: String) -> String {
    registry.first { $0.uri.isSameText(as: uri) }?.path ?? path
  }
}

/// The documents of `--registry URI=DIR`.
private enum RegistryFolder {
  struct Entry {
    var uri: String
    var path: String
    var bytes: [UInt8]
  }

  static func read(_ options: [String]) throws -> [Entry] {
    try options.flatMap(read)
  }

  private static func read(_ option: String) throws -> [Entry] {
    guard let separator = option.firstIndex(of: "="), separator != option.startIndex else {
      throw UsageError(description: "expected --registry URI=DIR, received “\(option)”")
    }
    let uri = trimmed(option[..<separator])
    let folder = trimmed(option[option.index(after: separator)...])
    guard let files = try Files.below(folder, ending: ".json") else {
      throw UsageError(description: "\(folder): expected a folder of schemas; there is none")
    }
    return files.map { file in
      let name = file.path.dropFirst(folder.count + 1)
      return Entry(uri: "\(uri)/\(name)", path: file.path, bytes: file.bytes)
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let end = text.reversed().drop { $0 == "/" }.count
    return end == 0 ? String(text) : String(text.prefix(end))
  }
}
