import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns SIGINT and SIGTERM into a call, so that what was found out so far is still written.
struct Interruption {
  private let sources: [any DispatchSourceSignal]

  /// Begins to watch; the call is made on a thread of its own, once a signal.
  init(_ interrupted: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: interrupted)
      source.resume()
      return source
    }
  }

  /// Watches no longer.
  func end() {
    sources.forEach { $0.cancel() }
  }
}
