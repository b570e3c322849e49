#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folder of one browser's profile: empty at first, gone with its owner.
///
/// A lock in it says that its owner lives. The lock ends with the owner however that ends, so that
/// the next run can tell and remove what a killed one left behind.
final class ProfileFolder: Sendable {
  /// Its path.
  let path: String
  private let lock: Int32

  private static let prefix = "conform-browser-"
  private static let lockName = "owner.lock"

  /// Makes a folder below another, which no other user can read.
  ///
  /// - Parameter parent: Where temporary files go.
  /// - Throws: `cannotStart` when there can be none.
  init(below parent: String) throws(BrowserError) {
    let name = Self.prefix + String(UInt64.random(in: .min ... .max), radix: 36)
    path = "\(parent)/\(name)"
    guard mkdir(path, 0o700) == 0 else {
      throw BrowserError(
        .cannotStart, "cannot make the folder \(path): \(String(cString: strerror(errno)))")
    }
    lock = open("\(path)/\(Self.lockName)", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let cause = String(cString: strerror(errno))
      Self.remove(path)
      throw BrowserError(.cannotStart, "cannot lock the folder \(path): \(cause)")
    }
  }

  deinit {
    remove()
    _ = close(lock)
  }

  /// Removes the folder with everything in it; may be called again.
  func remove() {
    Self.remove(path)
  }

  /// Removes the folders whose owners are gone.
  ///
  /// - Parameter parent: Where temporary files go.
  static func sweep(below parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = "\(parent)/\(name)"
      let lock = open("\(path)/\(lockName)", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { remove(path) }
      _ = close(lock)
    }
  }

  private static func remove(_ path: String) {
    // What still writes into it may add a file while it is emptied.
    for _ in 0..<3 {
      try? FileManager.default.removeItem(atPath: path)
      if access(path, F_OK) != 0 { return }
    }
  }
}
