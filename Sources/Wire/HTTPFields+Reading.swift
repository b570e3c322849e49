extension HTTPFields {
  /// Reads the fields after a chunked body, tolerant as with a head.
  ///
  /// - Parameters:
  ///   - block: The lines with their line ends, the empty line at the end included or not.
  ///   - observations: Gets a sentence for each thing that HTTP does not allow.
  /// - Returns: The fields.
  package static func reading(
    trailers block: ArraySlice<UInt8>, observations: inout [String]
  ) -> HTTPFields {
    var queue = ByteQueue()
    queue.append(block)
    var reader = FieldReader()
    while let line = queue.popLine() {
      if !line.bytes.isEmpty { reader.add(line) }
    }
    reader.finish()
    for sentence in reader.defects.map(\.sentence) where !observations.contains(sentence) {
      observations.append(sentence)
    }
    return reader.fields
  }
}
