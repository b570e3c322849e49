#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Starts a detached thread on which SIGPIPE is blocked.
///
/// - Parameters:
///   - stackSize: The bytes of its stack, 512 KiB by default.
///   - body: What the thread does; it ends when this returns.
/// - Returns: False when the system gave no thread.
package func startThread(stackSize: Int = 512 << 10, _ body: @escaping @Sendable () -> Void)
  -> Bool
{
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, stackSize)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  let argument = Unmanaged.passRetained(ThreadBody(run: body))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let result = pthread_create(&thread, &attributes, runThreadBody, argument.toOpaque())
  if result != 0 { argument.release() }
  return result == 0
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

#if canImport(Darwin)
  private func runThreadBody(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    runBody(argument)
  }
#else
  private func runThreadBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    argument.map(runBody) ?? nil
  }
#endif

private func runBody(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
