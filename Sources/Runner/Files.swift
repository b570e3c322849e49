public import Conformance

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The process's environment.
public enum Environment {
  /// Its variables as they are now.
  public static var current: [String: String] { ProcessInfo.processInfo.environment }
}

/// Files of the user.
public enum Files {
  /// Reads a file whole; a pipe or a device too, of which at most 1 GiB is read.
  ///
  /// - Parameter path: Its path, absolute or relative to the working folder.
  /// - Returns: What it holds.
  /// - Throws: `FileError` that says why it cannot be read.
  public static func read(_ path: String) throws(FileError) -> [UInt8] {
    do {
      if isRegular(path) { return [UInt8](try Data(contentsOf: URL(filePath: path))) }
      var bytes: [UInt8] = []
      try readInChunks(path) { chunk in
        bytes += chunk
        guard bytes.count <= 1 << 30 else {
          throw FileError(description: "\(path): expected a file that ends; 1 GiB was read")
        }
      }
      return bytes
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(description: unreadable(path))
    }
  }

  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
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
  ///
  /// - Parameters:
  ///   - bytes: What it is to hold.
  ///   - path: Its path, absolute or relative to the working folder.
  /// - Throws: `FileError` that says why it cannot be written.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    do {
      let url = URL(filePath: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url, options: .atomic)
    } catch {
      throw FileError(unwritable: path, Self.cause(of: error))
    }
  }

  /// What the system says of an error; the error itself where the system says nothing.
  static func cause(of error: any Error) -> String {
    let underlying = (error as? CocoaError)?.underlying as? POSIXError
    guard var code = (underlying ?? error as? POSIXError)?.code else { return "\(error)" }
    // What is there already, where a folder is to be, is a file.
    if code == .EEXIST { code = .ENOTDIR }
    return String(cString: strerror(code.rawValue)).lowercased()
  }

  /// The path by which a program can be started from any folder.
  ///
  /// - Parameter word: What it was called by.
  /// - Returns: Its absolute path; the word itself when it was found by PATH.
  public static func absolutePath(ofTool word: String) -> String {
    guard word.contains("/"), !word.hasPrefix("/") else { return word }
    return "\(FileManager.default.currentDirectoryPath)/\(word)"
  }

  /// Reads every file below a folder whose name ends in a given way.
  ///
  /// - Parameters:
  ///   - folder: The folder's path.
  ///   - suffix: How the names end, such as `.json`.
  /// - Returns: The files in byte order of their paths; nil when there is no such folder.
  /// - Throws: `FileError` for a file, or a folder below it, that cannot be read.
  public static func below(
    _ folder: String, ending suffix: String
  ) throws(FileError) -> [Suite.File]? {
    let names: [String]
    do {
      names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    } catch {
      var isFolder: Bool = false
      _ = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
      guard isFolder else { return nil }
      throw FileError(
        description:
          "\(folder): expected a folder that can be read with all below it; \(cause(of: error))")
    }
    var files: [Suite.File] = []
    for name in names.filter({ $0.hasSuffix(suffix) }).sorted() {
      files.append(Suite.File(path: "\(folder)/\(name)", bytes: try read("\(folder)/\(name)")))
    }
    return files
  }
}

/// A file that could not be read or written.
public struct FileError: Error, CustomStringConvertible {
  /// Which file, and why.
  public var description: String
  /// Whether it could not be written, which is no mistake in what the file holds.
  public var isOfWriting = false

  init(description: String) {
    self.description = description
  }

  init(unwritable path: String, _ cause: String) {
    description = "\(path): it could not be written: \(cause)"
    isOfWriting = true
  }
}
