import StrictJSON
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The package's folder, found from where this file was compiled.
enum Repository {
  /// The path of a file, given from the package's folder.
  static func path(_ name: String) -> String {
    let above = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return "/\(above)/\(name)"
  }

  static func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  /// The lines of a file that hold something.
  static func lines(of path: String) throws -> [String] {
    try text(of: path).split(separator: "\n").map(String.init)
  }
}

/// A block of JSON in a document that is a whole file of one of the formats.
struct DocumentExample {
  var format: String
  var text: String
  /// Where the block begins.
  var place: String
}

/// The JSON examples of README.md and docs/.
enum DocumentExamples {
  static func all() throws -> [DocumentExample] {
    let docs = Repository.path("docs")
    let names = try FileManager.default.subpathsOfDirectory(atPath: docs)
    let paths =
      [Repository.path("README.md")]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { "\(docs)/\($0)" }
    return try paths.flatMap { path in
      FileManager.default.fileExists(atPath: path)
        ? blocks(of: try Repository.text(of: path), in: path) : []
    }
  }

  /// The examples of one document: blocks of JSON, and of JSON lines, whose format is plain.
  static func blocks(of text: String, in path: String) -> [DocumentExample] {
    var found: [DocumentExample] = []
    var block: (line: Int, text: String)?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let trimmed = line.drop { $0 == " " }
      if let open = block {
        if trimmed.hasPrefix("```") {
          found += examples(in: open.text, at: "\(path):\(open.line)")
          block = nil
        } else {
          block = (open.line, open.text + line + "\n")
        }
      } else if trimmed.hasPrefix("```json") {
        block = (index + 2, "")
      }
    }
    return found
  }

  private static func examples(in text: String, at place: String) -> [DocumentExample] {
    if let root = try? JSON(parsing: text) {
      return format(of: root).map { [DocumentExample(format: $0, text: text, place: place)] } ?? []
    }
    let lines = text.split(separator: "\n").map(String.init)
    let values = lines.compactMap { try? JSON(parsing: $0) }
    guard values.count == lines.count, lines.count > 1 else { return [] }
    return zip(lines, values).compactMap { line, value in
      format(of: value).map { DocumentExample(format: $0, text: line, place: place) }
    }
  }

  /// The format of a value; nil for a fragment of a file.
  private static func format(of root: JSON) -> String? {
    if root["jsonrpc"] != nil { return "driver" }
    if root["event"]?.string != nil, root["at"] != nil { return "trace" }
    guard root["format"] != nil else { return nil }
    if root["vectors"] != nil { return root["run"] == nil ? "vectors" : "report" }
    if root["known"] != nil { return "known-failures" }
    if root["roles"] != nil { return "target" }
    return root["role"] != nil ? "trace" : "contract"
  }
}
