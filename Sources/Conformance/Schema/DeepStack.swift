#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs an evaluation on a thread whose stack is large enough for the deepest schemas.
///
/// Threads of a pool have stacks of half a megabyte on some systems. The caller waits, so that
/// the evaluation is never used by two threads at once. Memory is only taken as the stack grows.
///
/// - Returns: Nil when no thread could be started.
func withDeepStack(
  of bytes: Int, _ evaluation: inout SchemaEvaluation, _ body: (inout SchemaEvaluation) -> Bool
) -> Bool? {
  withoutActuallyEscaping(body) { body in
    withUnsafeMutablePointer(to: &evaluation) { pointer in
      let work = DeepWork(stack: bytes) { body(&pointer.pointee) }
      return work.run() ? work.result : nil
    }
  }
}

private final class DeepWork {
  private let stack: Int
  private let body: () -> Bool
  private(set) var result = false

  init(stack: Int, _ body: @escaping () -> Bool) {
    self.stack = stack
    self.body = body
  }

  /// Whether the work was done.
  func run() -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_setstacksize(&attributes, stack) == 0 else { return false }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let context = Unmanaged.passRetained(self)
    let status = pthread_create(&thread, &attributes, threadBody, context.toOpaque())
    guard status == 0 else {
      context.release()
      return false
    }
    #if canImport(Darwin)
      guard let thread else { return false }
    #endif
    return pthread_join(thread, nil) == 0
  }

  fileprivate func perform() { result = body() }
}

#if canImport(Darwin)
  private func threadBody(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<DeepWork>.fromOpaque(context).takeRetainedValue().perform()
    return nil
  }
#else
  private func threadBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<DeepWork>.fromOpaque(context).takeRetainedValue().perform()
    return nil
  }
#endif
