import StrictJSON

/// One file of ours while it is read: remembers its path and gathers what is wrong with it.
final class FileReader {
  let path: String
  private var found: [Diagnostic] = []
  private var said: Set<Diagnostic> = []

  init(path: String) {
    self.path = path
  }

  /// What is wrong, in the order of the places in the file.
  var diagnostics: [Diagnostic] {
    found.enumerated().sorted { left, right in
      guard let one = left.element.location, let other = right.element.location else {
        return left.offset < right.offset
      }
      return (one.line, one.column, left.offset) < (other.line, other.column, right.offset)
    }.map(\.element)
  }

  /// Whether nothing is wrong so far.
  var isSound: Bool { found.isEmpty }

  func location(of node: JSONNode) -> FileLocation {
    FileLocation(path: path, position: node.position)
  }

  func complain(_ message: String, at node: JSONNode) {
    complain(message, at: node.position)
  }

  /// Says once what is wrong, even where a part of the file is read again.
  func complain(_ message: String, at position: JSONPosition) {
    let diagnostic = Diagnostic(message, at: FileLocation(path: path, position: position))
    if said.insert(diagnostic).inserted { found.append(diagnostic) }
  }

  /// Parses a file's bytes; complains and gives nil when they are not JSON or repeat a key.
  func parse(_ bytes: [UInt8]) -> JSONDocument? {
    do {
      let document = try JSONDocument(parsing: bytes)
      guard document.firstDuplicateKey != nil else { return document }
      for duplicate in document.duplicateKeys {
        complain(
          "expected every key once, received “\(duplicate.key)” again; remove one",
          at: duplicate.position)
      }
      return nil
    } catch {
      complain(error.message, at: error.position)
      return nil
    }
  }
}
