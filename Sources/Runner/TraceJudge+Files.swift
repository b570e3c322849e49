public import Conformance

extension TraceJudge {
  /// Judges a trace file, of which no more than a chunk is held in memory.
  ///
  /// - Parameter path: The file; a pipe will do.
  /// - Throws: `FileError` when it cannot be read, `Diagnostics` when it is no trace of this
  ///   contract and role.
  public mutating func judgeFile(_ path: String) throws {
    begin(path)
    try Files.readInChunks(path) { try take($0) }
    try end()
  }
}
