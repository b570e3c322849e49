import Dispatch
import Wire

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns SIGINT, SIGTERM and SIGHUP into a call, so that what was found out so far is still written.
///
/// A SIGHUP that was ignored from the start, as nohup has it, stays so. A SIGINT that comes a second
/// or more after the first signal is of someone who waits no longer.
struct Interruption {
  private let sources: [any DispatchSourceSignal]

  /// Begins to watch; the calls are made on a thread of their own, once a signal.
  init(
    _ interrupted: @escaping @Sendable () -> Void, insisted: @escaping @Sendable () -> Void
  ) {
    let first = Locked<ContinuousClock.Instant?>(nil)
    let isDetached =
      unsafeBitCast(signal(SIGHUP, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    sources = ([SIGINT, SIGTERM] + (isDetached ? [] : [SIGHUP])).map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        let now = ContinuousClock.now
        let before = first.withLock { first in
          defer { first = first ?? now }
          return first
        }
        let isImpatient = before.map { number == SIGINT && now - $0 >= .seconds(1) } ?? false
        isImpatient ? insisted() : interrupted()
      }
      source.resume()
      return source
    }
  }

  /// Watches no longer.
  func end() {
    sources.forEach { $0.cancel() }
  }
}
