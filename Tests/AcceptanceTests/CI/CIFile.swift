import Conformance
import Foundation
import StrictJSON
import Testing

/// One of the files of docs/ci.
struct CIFile: Sendable, CustomTestStringConvertible {
  var name: String
  var schema: String
  var testDescription: String { name }

  static let all = [
    CIFile(name: "github-actions.yml", schema: CISchemas.github),
    CIFile(name: "gitlab-ci.yml", schema: CISchemas.gitlab),
    CIFile(name: "kubernetes-run.yaml", schema: CISchemas.kubernetes),
    CIFile(name: "kubernetes-merge.yaml", schema: CISchemas.kubernetes),
  ]

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/ci")

  var path: String { Self.folder.appending(path: name).path }

  func text() throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  func documents() throws -> [JSON] { try YAMLText.documents(text()) }

  /// What its schema says of a document.
  func complaints(of document: JSON) throws -> [String] {
    let compiled = try CompiledSchema(compiling: JSONDocument(parsing: schema).root)
    return try compiled.validate(JSONDocument(parsing: document.serializedBytes()).root)
      .map(\.description)
  }

  /// Everything in it that a shell runs.
  func scripts() throws -> [String] { try documents().flatMap(Self.scripts) }

  private static func scripts(in value: JSON) -> [String] {
    if let elements = value.array { return elements.flatMap(scripts) }
    var found: [String] = []
    for (key, member) in value.object ?? [:] {
      if ["run", "script", "args"].contains(key) {
        let lines = member.array?.compactMap(\.string) ?? [member.string].compactMap { $0 }
        found.append(lines.joined(separator: "\n"))
      } else {
        found += scripts(in: member)
      }
    }
    return found
  }

  /// The calls of the tool in a script: its command, and the options that follow.
  static func calls(in script: String) -> [(command: String, options: [String])] {
    script.replacing("\\\n", with: " ").split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let index = words.firstIndex(where: { $0 == "conform" || $0.hasSuffix("/conform") }),
        index + 1 < words.count, words[index + 1].allSatisfy(\.isLetter),
        !["cp", "chmod"].contains(words[0])
      else { return nil }
      return (words[index + 1], words.dropFirst(index + 2).filter { $0.hasPrefix("--") })
    }
  }
}
