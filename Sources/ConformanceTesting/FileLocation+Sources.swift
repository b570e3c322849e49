import Conformance
import Foundation
import Testing

extension FileLocation {
  /// The place as Swift Testing shows it: by its absolute path where the suite's sources are at
  /// hand, else by the path that the suite calls it.
  var inSources: SourceLocation {
    let words = path.split(separator: "/").map(String.init)
    let fileID = [words.count > 1 ? words[0] : "suite", words.last ?? "unknown"]
    return SourceLocation(
      fileID: fileID.joined(separator: "/"), filePath: absolutePath, line: max(1, line),
      column: max(1, column))
  }

  private var absolutePath: String {
    guard !path.hasPrefix("/") else { return path }
    // This file is three folders below the package's root.
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: path).path(percentEncoded: false)
    return FileManager.default.fileExists(atPath: file) ? file : path
  }
}
