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

extension ReportFolder {
  /// A run's claim to a report folder, so that no other run mixes its files with it meanwhile.
  ///
  /// It is a lock on the folder itself: it leaves nothing behind and ends with the process, however
  /// that ends. Where the file system has no locks for folders, the run goes on without.
  public final class Claim: Sendable {
    private let descriptor: Int32

    /// Takes a folder, which is made when there is none.
    ///
    /// - Parameter folder: Its path.
    /// - Throws: `FileError` when nothing can be written there, or another run has taken it.
    public init(_ folder: String) throws(FileError) {
      do {
        try FileManager.default.createDirectory(
          at: URL(filePath: folder), withIntermediateDirectories: true)
      } catch {
        throw FileError(unwritable: folder, Files.cause(of: error))
      }
      guard access(folder, W_OK | X_OK) == 0 else {
        throw FileError(unwritable: folder, String(cString: strerror(errno)).lowercased())
      }
      let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      let isTaken = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      guard isTaken else {
        descriptor = file
        return
      }
      close(file)
      throw FileError(
        unwritable: folder,
        """
        another run is writing its reports there; give this one a folder of its own (--report), \
        or wait until the other has ended
        """
      )
    }

    deinit { close(descriptor) }

    /// Gives the folder back; called where the claim is no longer needed, which keeps it until then.
    public func end() {
      _ = flock(descriptor, LOCK_UN)
    }
  }
}
