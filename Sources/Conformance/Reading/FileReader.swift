import StrictJSON

/// One file of ours while it is read: remembers its path and gathers what is wrong with it.
final class FileReader {
  let path: String
  private(set) var diagnostics: [Diagnostic] = []

  init(path: String) {
    self.path = path
  }

  func location(of node: JSONNode) -> FileLocation {
    FileLocation(path: path, position: node.position)
  }

  func complain(_ message: String, at node: JSONNode) {
    diagnostics.append(Diagnostic(message, at: location(of: node)))
  }

  func complain(_ message: String, at position: JSONPosition) {
    diagnostics.append(Diagnostic(message, at: FileLocation(path: path, position: position)))
  }

  /// Parses a file's bytes; complains and gives nil when they are not JSON or repeat a key.
  func parse(_ bytes: [UInt8]) -> JSONDocument? {
    do {
      let document = try JSONDocument(parsing: bytes)
      for duplicate in document.duplicateKeys {
        complain(
          "expected every key once, received “\(duplicate.key)” again; remove one",
          at: duplicate.position)
      }
      return document.duplicateKeys.isEmpty ? document : nil
    } catch {
      complain(error.message, at: error.position)
      return nil
    }
  }
}
