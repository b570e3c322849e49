import Specs
import StrictJSON
import Vectors

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A suite of many vectors: the package's own, as often as need be, each time under other ids.
struct LargeSuite {
  /// Where it was written.
  let folder: String
  private(set) var vectors = 0
  private(set) var files = 0
  private(set) var bytes = 0

  /// Writes a suite of at least so many vectors, a table's rows counted.
  init(vectors least: Int, in folder: String) throws {
    self.folder = folder
    for file in Specs.files where !file.path.hasPrefix("schemas/") {
      try write(Array(file.text.utf8), to: "specs/\(file.path)")
    }
    var round = 0
    while vectors < least {
      round += 1
      for file in Vectors.files { try add(file.text, as: file.path, round: round) }
    }
  }

  private mutating func add(_ text: String, as path: String, round: Int) throws {
    let root = try JSONDocument(parsing: text).root
    var copy = Array(text.utf8)
    for vector in root["vectors"].map({ Array($0.elements) })?.reversed() ?? [] {
      vectors += max(1, vector["table"]?.count ?? 1)
      guard let id = vector["id"] else { continue }
      let end = id.position.offset + id.sourceBytes.count - 1
      copy.insert(contentsOf: ".\(round)".utf8, at: end)
    }
    files += 1
    bytes += copy.count
    try write(copy, to: "vectors/\(path.dropLast(".json".count))-\(round).json")
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let url = URL(filePath: "\(folder)/\(path)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }
}
