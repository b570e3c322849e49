extension HTTPFields {
  /// Reads the fields after a chunked body, tolerant as with a head.
  ///
  /// - Parameter block: The lines with their line ends, the empty line at the end included or not.
  /// - Returns: The fields, and a sentence for each thing that HTTP does not allow.
  package static func reading(
    trailers block: ArraySlice<UInt8>
  ) -> (fields: HTTPFields, observations: [String]) {
    var queue = ByteQueue()
    queue.append(block)
    var reader = FieldReader()
    while let line = queue.popLine() {
      if !line.bytes.isEmpty { reader.add(line) }
    }
    reader.finish()
    return (reader.fields, reader.defects.map(\.sentence))
  }
}
