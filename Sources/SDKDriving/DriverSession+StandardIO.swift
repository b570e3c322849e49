import Wire

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension DriverSession {
  /// Speaks for a driver on standard input and output.
  ///
  /// - Parameter driver: The SDK.
  public convenience init(_ driver: any SDKDriver) {
    self.init(driver) { line in Self.writeLine(line) }
  }

  /// Answers what comes on standard input, until it ends or the runner says to shut down.
  ///
  /// - Returns: Whether the runner said to shut down.
  @discardableResult
  public func runOnStandardIO() async -> Bool {
    let (lines, reader) = AsyncStream.makeStream(of: String.self)
    // A thread of its own, because reading blocks.
    _ = startThread(stackSize: 512 << 10) {
      while let line = readLine(strippingNewline: true) { reader.yield(line) }
      reader.finish()
    }
    return await run(lines)
  }

  private static func writeLine(_ line: String) {
    var rest = Array("\(line)\n".utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 else {
        if count < 0, errno == EINTR { continue }
        return
      }
      rest = rest.dropFirst(count)
    }
  }
}
