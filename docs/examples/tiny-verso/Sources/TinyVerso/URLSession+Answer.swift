import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// Sends a request; a task that is cancelled meanwhile waits for the answer and throws then.
  ///
  /// `data(for:)` would cancel the request, and on Linux it can deadlock when it does.
  func answer(to request: URLRequest) async throws -> (data: Data, status: Int) {
    let answer = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<(data: Data, status: Int), any Error>) in
      dataTask(with: request) { data, response, error in
        if let error { return continuation.resume(throwing: error) }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        continuation.resume(returning: (data ?? Data(), status))
      }.resume()
    }
    try Task.checkCancellation()
    return answer
  }
}
