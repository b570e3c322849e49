import Foundation

/// Writes a Swift file that holds the text of every JSON file below a folder:
/// `embed-data FOLDER OUTPUT`.
///
/// Raw string literals compile quickly whatever their size, unlike arrays of bytes. A file that is
/// not UTF-8 is refused, since a literal could not hold it.
@main
struct EmbedData {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { throw EmbedError(message: "usage: embed-data FOLDER OUTPUT") }
    let folder = URL(filePath: arguments[1], directoryHint: .isDirectory)
    var source = "let embeddedFiles: [(path: String, text: StaticString)] = [\n"
    for path in jsonPaths(below: folder) {
      let data = try Data(contentsOf: folder.appending(path: path))
      guard let text = String(validating: data, as: UTF8.self) else {
        throw EmbedError(message: "\(path): error: the file is not UTF-8; save it as UTF-8")
      }
      source += "  (path: \(literal(path)), text: \(literal(text))),\n"
    }
    source += "]\n"
    try source.write(to: URL(filePath: arguments[2]), atomically: true, encoding: .utf8)
  }

  /// Paths relative to the folder, `/` between names, in byte order.
  private static func jsonPaths(below folder: URL) -> [String] {
    let found = FileManager.default.enumerator(atPath: folder.path())?.allObjects as? [String] ?? []
    return found.filter { $0.hasSuffix(".json") }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }

  /// A raw string literal of as many number signs as the text needs; a carriage return is spelled
  /// out, because the compiler would fold it into a line feed.
  private static func literal(_ text: String) -> String {
    var signs = "#"
    while text.contains("\"\"\"" + signs) || text.contains("\\" + signs) { signs += "#" }
    let body = text.replacing("\r", with: "\\\(signs)r")
    return "\(signs)\"\"\"\n\(body)\n\"\"\"\(signs)"
  }
}

/// A refusal that the build shows as it is.
struct EmbedError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}
