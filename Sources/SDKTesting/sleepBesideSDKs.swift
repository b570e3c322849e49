/// Sleeps in many short sleeps on the threads that an SDK in this process runs on.
///
/// Deadlines are counted so: where those threads are busy with something else, such as all the other
/// tests of a bundle, a deadline comes later just as what the SDK does.
///
/// - Parameter duration: How long, when nothing else goes on.
/// - Throws: `CancellationError` when the task is cancelled.
package func sleepBesideSDKs(_ duration: Duration) async throws {
  let parts = 50
  try await withTaskExecutorPreference(globalConcurrentExecutor) {
    for _ in 0..<parts { try await Task.sleep(for: duration / parts) }
  }
}
