public import Conformance
import Wire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Appends transcripts to a file while a run goes on: a line each, written whole and at once.
public final class TranscriptWriter: Sendable {
  private let path: String
  private let descriptor: Int32
  private let secrets: Secrets
  private let failure = Locked<FileError?>(nil)

  /// Begins a file anew; makes its folder.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - header: What run it is.
  ///   - secrets: What is masked in every line.
  /// - Throws: `FileError` when it cannot be written.
  public init(path: String, header: TranscriptFile.Header, secrets: Secrets) throws(FileError) {
    try Files.write([], to: path)
    descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileError(unwritable: path, String(cString: strerror(errno)).lowercased())
    }
    self.path = path
    self.secrets = secrets
    append(TranscriptFile.line(header, masking: secrets))
  }

  deinit {
    close(descriptor)
  }

  /// Appends what was seen of a vector, a line a performance.
  public func note(_ record: Scheduler.Record) {
    for transcript in record.transcripts {
      append(TranscriptFile.line(transcript, masking: secrets))
    }
  }

  /// Throws what went wrong with a write, if anything did.
  public func check() throws(FileError) {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  private func append(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        let cause = String(cString: strerror(errno)).lowercased()
        failure.withLock { $0 = $0 ?? FileError(unwritable: path, cause) }
        return
      }
    }
  }
}
