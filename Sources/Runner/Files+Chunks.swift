#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Files {
  /// Hands out what a file holds, a chunk at a time.
  ///
  /// - Parameters:
  ///   - path: The file; a pipe will do.
  ///   - take: Takes the next bytes.
  /// - Throws: `FileError` that says why it cannot be read, or what the closure throws.
  public static func readInChunks(
    _ path: String, _ take: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileError(description: unreadable(path)) }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { systemRead(file, $0.baseAddress, $0.count) }
      if count == 0 { return }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError(description: unreadable(path)) }
      try take(buffer[..<count])
    }
  }
}

private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}
