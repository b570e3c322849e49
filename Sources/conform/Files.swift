import Conformance

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The process's environment.
enum Environment {
  static var current: [String: String] { ProcessInfo.processInfo.environment }
}

/// Files of the user.
enum Files {
  /// What a file holds; throws a `UsageError` that names it.
  static func read(_ path: String) throws -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw UsageError(description: unreadable(path))
    }
  }

  /// What to say of a file that cannot be read.
  static func unreadable(_ path: String) -> String {
    "\(path): expected a file that can be read; \(reason(path))"
  }

  private static func reason(_ path: String) -> String {
    var isFolder: Bool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return exists ? (isFolder ? "it is a folder" : "it may not be read") : "there is none"
  }

  /// Replaces a file as a whole, so that nobody reads a part of it; makes its folder.
  static func write(_ bytes: [UInt8], to path: String) throws {
    do {
      let url = URL(filePath: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url, options: .atomic)
    } catch {
      throw FileError(description: "\(path): it could not be written: \(error)")
    }
  }

  /// Every file below a folder whose name ends so, in byte order of the paths; nil when there is no
  /// such folder.
  static func below(_ folder: String, ending suffix: String) throws -> [Suite.File]? {
    guard let names = try? FileManager.default.subpathsOfDirectory(atPath: folder) else {
      return nil
    }
    return try names.filter { $0.hasSuffix(suffix) }.sorted().map { name in
      Suite.File(path: "\(folder)/\(name)", bytes: try read("\(folder)/\(name)"))
    }
  }
}

/// A file that could not be written.
struct FileError: Error, CustomStringConvertible {
  var description: String
}
