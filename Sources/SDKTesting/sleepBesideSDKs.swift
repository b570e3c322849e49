/// Sleeps in many short sleeps on the threads that an SDK in this process runs on.
///
/// Deadlines are counted so: where those threads are busy with something else, such as all the other
/// tests of a bundle, a deadline comes later just as what the SDK does.
///
/// - Parameters:
///   - duration: How long, when nothing else goes on.
///   - parts: How many short sleeps.
/// - Throws: `CancellationError` when the task is cancelled.
package func sleepBesideSDKs(_ duration: Duration, in parts: Int = 50) async throws {
  try await withTaskExecutorPreference(globalConcurrentExecutor) {
    for _ in 0..<parts { try await Task.sleep(for: duration / parts) }
  }
}
